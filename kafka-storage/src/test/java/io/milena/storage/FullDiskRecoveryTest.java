package io.milena.storage;

import static io.milena.storage.Batches.append;
import static io.milena.storage.Batches.from;
import static io.milena.storage.Batches.readAll;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.storage.Batches.Rec;
import io.milena.storage.disk.CrashingFileStore;
import io.milena.storage.segment.SegmentName;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Recovery on a disk on which there is room for some of what it writes, and the stop after it. */
class FullDiskRecoveryTest {

    private static final Path DATA = Path.of("/disk/data");
    private static final Path ORDERS = DATA.resolve("orders-0");
    private static final int RECORDS = 12;

    /** More than a recovery and a stop write. */
    private static final int MOST_ROOM_BYTES = 1_200;

    private final QuietLogs quiet = new QuietLogs();

    @AfterEach
    void tearDown() {
        quiet.close();
    }

    /** The mark says that indexes and checkpoints are whole; where one found no room, it must not be there. */
    @Test
    void anOrderlyStopIsMarkedOnlyWhereEverythingFoundRoom() throws IOException {
        Set<Boolean> outcomes = new HashSet<>();
        for (int roomBytes = 0; roomBytes < MOST_ROOM_BYTES; roomBytes += 13) {
            outcomes.add(isMarkedAfterRecoveryWith(roomBytes));
        }

        assertThat(outcomes).as("some find room, and some do not").containsExactlyInAnyOrder(true, false);
    }

    private static boolean isMarkedAfterRecoveryWith(int roomBytes) throws IOException {
        String where = "with room for " + roomBytes + " bytes";
        var disk = new CrashingFileStore(new Random(1));
        LogHome home = new LogHome(DATA).on(disk).with("segment.bytes", 200).with("index.interval.bytes", 0);
        List<Rec> written = killed(home);
        for (String kind : List.of(SegmentName.OFFSET_INDEX, SegmentName.TIME_INDEX)) {
            disk.put(SegmentName.of(ORDERS, 0, kind), new byte[0]);
        }
        disk.roomLeft(roomBytes);

        home.open().close();

        boolean isMarked = disk.names(DATA).contains(".kafka_cleanshutdown");
        disk.heal();
        if (isMarked) {
            IndexAgreement.check(disk, ORDERS, where);
        }
        home.time.forget();
        home.failures.clear();
        LogManager again = home.open();
        Log log = home.orders(again);
        assertThat(readAll(log, 0, 10_000)).as(where).isEqualTo(written);
        assertThat(log.epochAt(RECORDS - 1)).as(where).isZero();
        assertThat(append(log, from(9, 0, RECORDS - 1, "again"))).as(where).isInstanceOf(AppendResult.Duplicate.class);
        assertThat(home.failures).as(where).isEmpty();
        again.close();
        IndexAgreement.check(disk, ORDERS, where);
        return isMarked;
    }

    private static List<Rec> killed(LogHome home) throws IOException {
        LogManager manager = home.open();
        Log log = home.orders(manager);
        for (int i = 0; i < RECORDS; i++) {
            append(log, from(9, 0, i, "v" + i));
        }
        assertThat(log.segmentCount()).isGreaterThan(3);
        List<Rec> written = readAll(log, 0, 10_000);
        manager.letGo();
        home.time.forget();
        return written;
    }
}
