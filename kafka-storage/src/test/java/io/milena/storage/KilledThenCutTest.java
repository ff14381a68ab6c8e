package io.milena.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.storage.Batches.Rec;
import io.milena.storage.disk.CrashingFileStore;
import io.milena.storage.disk.PowerCut;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A process is killed at any call of a cut, and the next one goes on with what it finds, though not all of that is
 * forced. Then the power goes out: nothing comes back that the second process did not find.
 */
class KilledThenCutTest {

    private static final int RECORDS = 6;
    private static final int MOST_CALLS = 60;
    private static final int POWER_CUTS = 8;

    private final QuietLogs quiet = new QuietLogs();

    /** What is under way when the process is killed. */
    private enum Cut {
        TRUNCATION,
        RESET;

        void on(Log log) {
            if (this == TRUNCATION) {
                log.truncateTo(2);
            } else {
                log.resetTo(RECORDS + 3);
            }
        }
    }

    @AfterEach
    void tearDown() {
        quiet.close();
    }

    @ParameterizedTest
    @EnumSource(Cut.class)
    void whatTheSecondProcessDidNotFindDoesNotComeBack(Cut cut) throws IOException {
        boolean isOver = false;
        for (int call = 0; !isOver; call++) {
            assertThat(call).isLessThan(MOST_CALLS);
            for (int seed = 0; seed < POWER_CUTS; seed++) {
                isOver = !isKilledAt(call, cut, seed);
            }
        }
    }

    /** False if the cut has not so many calls. */
    private static boolean isKilledAt(int call, Cut cut, int seed) throws IOException {
        var disk = new CrashingFileStore(new Random(seed));
        LogHome home = new LogHome(Path.of("/logs")).on(disk).with("segment.bytes", 170);
        LogManager first = home.open();
        Log log = home.orders(first);
        append(log, "old", RECORDS);
        log.flush();
        first.checkpointRecoveryPoints(log.dir());
        disk.powerCutAfter(call);
        try {
            cut.on(log);
            disk.requirePower();
        } catch (PowerCut e) {
            assertThat(disk.isOut()).isTrue();
        }
        boolean isKilled = disk.isOut();
        first.letGo();
        disk.kill();
        home.time.forget();

        LogManager second = home.open();
        Log found = home.orders(second);
        List<Rec> expected = records(found);
        append(found, "new", 3);
        expected.addAll(records(found).subList(expected.size(), expected.size() + 3));
        second.letGo();
        disk.restart();
        home.time.forget();

        String where = cut + " killed at call " + call + ", seed " + seed;
        LogManager third = home.open();
        List<Rec> left = records(home.orders(third));
        assertThat(left).as(where).isEqualTo(expected.subList(0, Math.min(left.size(), expected.size())));
        IndexAgreement.check(disk, home.ordersDirectory(), where);
        third.close();
        return isKilled;
    }

    private static void append(Log log, String value, int count) {
        for (int i = 0; i < count; i++) {
            Batches.append(log, Batches.batch(LogHome.START_MS + i, value + i));
        }
    }

    private static List<Rec> records(Log log) throws IOException {
        return new ArrayList<>(Batches.readAll(log, log.offsets().logStartOffset(), 1 << 20));
    }
}
