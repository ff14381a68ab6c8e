package io.milena.server.coordinator.group;

import io.milena.common.TopicPartition;
import io.milena.server.coordinator.state.UndoLog;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How far each group is in each partition. Durable: changes only when records are applied, and can be taken back.
 *
 * <p>Idle offsets are what a shard has most of, so they are kept small: a key, an entry, and texts that are shared.
 * Confined to the shard's thread.
 */
final class OffsetTable {

    /** Topic names that are kept for sharing; when there are more, sharing begins anew. */
    private static final int MAX_SHARED_NAMES = 10_000;

    private static final int FEW = 2;

    private final Map<String, Map<TopicPartition, Kept>> byGroup = new LinkedHashMap<>();
    private final Map<String, String> sharedNames = new HashMap<>();
    private final UndoLog undo;
    private final GroupFigures figures;
    private int size;

    OffsetTable(UndoLog undo, GroupFigures figures) {
        this.undo = undo;
        this.figures = figures;
    }

    /**
     * An offset and its place.
     *
     * @param logOffset of the record that says so, by which the later of two is known
     */
    record Kept(long logOffset, CommittedOffset committed) {}

    @Nullable
    Kept get(String groupId, TopicPartition partition) {
        return of(groupId).get(partition);
    }

    /** All of a group, in the order of the first commit, as it changes. */
    Map<TopicPartition, Kept> of(String groupId) {
        Map<TopicPartition, Kept> offsets = byGroup.get(groupId);
        return offsets == null ? Collections.emptyMap() : Collections.unmodifiableMap(offsets);
    }

    boolean has(String groupId) {
        return byGroup.containsKey(groupId);
    }

    /** Groups that have an offset. */
    Set<String> groups() {
        return Collections.unmodifiableSet(byGroup.keySet());
    }

    int size() {
        return size;
    }

    void put(String groupId, TopicPartition partition, Kept offset) {
        Kept before = set(groupId, partition, offset);
        undo.note(() -> restore(groupId, partition, before));
    }

    /** As {@link #put}, by a record that is in the log and stands, such as the end of a transaction. */
    void putForGood(String groupId, TopicPartition partition, Kept offset) {
        set(groupId, partition, offset);
    }

    void remove(String groupId, TopicPartition partition) {
        Kept before = clear(groupId, partition);
        if (before != null) {
            undo.note(() -> restore(groupId, partition, before));
        }
    }

    private void restore(String groupId, TopicPartition partition, @Nullable Kept before) {
        if (before == null) {
            clear(groupId, partition);
        } else {
            set(groupId, partition, before);
        }
    }

    @Nullable
    private Kept set(String groupId, TopicPartition partition, Kept offset) {
        Map<TopicPartition, Kept> offsets = byGroup.computeIfAbsent(groupId, id -> new LinkedHashMap<>(FEW));
        Kept before = offsets.replace(partition, offset);
        if (before == null) {
            offsets.put(new TopicPartition(shared(partition.topic()), partition.partition()), offset);
            grew(1);
        }
        return before;
    }

    @Nullable
    private Kept clear(String groupId, TopicPartition partition) {
        Map<TopicPartition, Kept> offsets = byGroup.get(groupId);
        Kept before = offsets == null ? null : offsets.remove(partition);
        if (before != null) {
            grew(-1);
        }
        if (offsets != null && offsets.isEmpty()) {
            byGroup.remove(groupId);
        }
        return before;
    }

    private void grew(int change) {
        size += change;
        figures.offsetsKept(change);
    }

    private String shared(String name) {
        if (sharedNames.size() >= MAX_SHARED_NAMES) {
            sharedNames.clear();
        }
        String first = sharedNames.putIfAbsent(name, name);
        return first == null ? name : first;
    }

    /** The table is given up. */
    void abandoned() {
        figures.offsetsKept(-size);
        size = 0;
        byGroup.clear();
    }
}
