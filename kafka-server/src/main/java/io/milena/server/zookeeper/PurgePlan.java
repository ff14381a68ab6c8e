package io.milena.server.zookeeper;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * Which files of a ZooKeeper server are no longer needed. Pure.
 *
 * <p>A snapshot {@code snapshot.{zxid}} is completed by the logs from that transaction on; {@code log.{zxid}} begins
 * with its transaction, so the newest log that begins at or before the snapshot is still needed.
 */
final class PurgePlan {

    private static final String SNAPSHOT = "snapshot.";
    private static final String LOG = "log.";
    private static final long NOT_ONE = -1;

    private PurgePlan() {}

    /** Of {@code names}, those that no snapshot among the {@code kept} newest needs; sorted. */
    static List<String> superfluous(Collection<String> names, int kept) {
        List<String> snapshots = newestFirst(names, SNAPSHOT);
        if (snapshots.size() <= kept) {
            return List.of();
        }
        List<String> superfluous = new ArrayList<>(snapshots.subList(kept, snapshots.size()));
        long oldestKept = zxidOf(snapshots.get(kept - 1));
        boolean covered = false;
        for (String name : newestFirst(names, LOG)) {
            if (covered) {
                superfluous.add(name);
            }
            covered |= zxidOf(name) <= oldestKept;
        }
        Collections.sort(superfluous);
        return superfluous;
    }

    private static List<String> newestFirst(Collection<String> names, String prefix) {
        return names.stream()
                .filter(name -> name.startsWith(prefix) && zxidOf(name) != NOT_ONE)
                .sorted(Comparator.comparingLong(PurgePlan::zxidOf).reversed())
                .toList();
    }

    /** Transaction that the name of a snapshot or log tells; negative when it is neither. */
    static long zxidOf(String name) {
        String digits = name.substring(name.indexOf('.') + 1);
        return digits.matches("[0-9a-f]{1,15}") ? Long.parseLong(digits, 16) : NOT_ONE;
    }
}
