package io.milena.storage;

import static io.milena.storage.Batches.append;
import static io.milena.storage.Batches.batch;
import static io.milena.storage.Batches.readAll;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.storage.Batches.Rec;
import io.milena.storage.disk.CrashingFileStore;
import io.milena.storage.disk.PowerCut;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The start of a log: what happens to it between two steps of retention, and when the log is cut before it. */
class RetentionMeanwhileTest {

    private static final long T = LogHome.START_MS;
    private static final Path DATA = Path.of("/disk/data");
    private static final int RECORDS = 40;
    private static final Set<String> DIRECTORY_OPENS = Set.of("openDirectory", "forceDirectory", "list");

    private final QuietLogs quiet = new QuietLogs();
    private final CrashingFileStore disk = new CrashingFileStore(new Random(1));

    @AfterEach
    void tearDown() {
        quiet.close();
    }

    private static LogHome home() {
        return new LogHome(DATA)
                .with("segment.bytes", 150)
                .with("retention.ms", -1)
                .with("file.delete.delay.ms", 0);
    }

    /** A log whose recovery point on disk is that of its first record. */
    private static Log filled(LogHome home, LogManager manager) {
        Log log = home.orders(manager);
        append(log, batch(T, "v0"));
        log.flush();
        manager.checkpointRecoveryPoints(log.dir());
        for (int i = 1; i < RECORDS; i++) {
            append(log, batch(T + i, "v" + i));
        }
        log.flush();
        log.highWatermark(RECORDS);
        return log;
    }

    /** The start that is on disk is that of before, and what it does not cover would be a gap that ends the log. */
    @ParameterizedTest
    @MethodSource("manyPowerCuts")
    void whatIsDeletedWhileRetentionRunsLeavesNoGap(long seed) throws IOException {
        var powerless = new CrashingFileStore(new Random(seed));
        var gated = new GatedFileStore(powerless);
        LogHome home = home().on(gated.files());
        LogManager manager = home.open();
        Log log = filled(home, manager);
        log.deleteRecordsBefore(2 + seed % 7);
        var forces = new AtomicInteger();
        gated.before((call, path) -> call.equals("forceDirectory") && path.equals(home.ordersDirectory()), what -> {
            if (forces.incrementAndGet() == 1) {
                log.deleteRecordsBefore(RECORDS - 4);
                powerless.powerCutAfter((int) seed);
            }
        });

        try {
            log.retain(T);
        } catch (PowerCut e) {
            // In the midst of it.
        }
        manager.letGo();
        powerless.restart();
        home.time.forget();

        LogManager again = home.open();
        assertThat(readAll(home.orders(again), RECORDS - 4, 10_000))
                .extracting(Rec::value)
                .containsExactly("v36", "v37", "v38", "v39");
        again.close();
    }

    static LongStream manyPowerCuts() {
        return LongStream.range(1, 100);
    }

    /** From one of the calls that open a directory up to the next, there are too many open files. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void retentionThatMayOpenNothingMoreComesAgain(int refused) {
        var gated = new GatedFileStore(disk);
        LogHome home = home().on(gated.files());
        LogManager manager = home.open();
        Log log = filled(home, manager);
        log.deleteRecordsBefore(RECORDS - 4);
        var opens = new AtomicInteger();
        gated.before(
                (call, path) -> DIRECTORY_OPENS.contains(call),
                what -> disk.refuseOpens(opens.incrementAndGet() == refused));

        try {
            log.retain(T);
        } catch (StorageFailedException e) {
            // It comes again.
        }

        assertThat(home.failures).isEmpty();
        opens.set(refused);
        disk.refuseOpens(false);
        log.retain(T);
        assertThat(log.segmentCount()).isLessThan(4);
        manager.close();
    }

    @Test
    void aLogThatIsCutBeforeItsStartKeepsWhatComesThen() throws IOException {
        keepsWhatComesAfter(log -> log.truncateTo(20));
    }

    @Test
    void aLogThatBeginsAnewBeforeItsStartKeepsWhatComesThen() throws IOException {
        keepsWhatComesAfter(log -> log.resetTo(20));
    }

    /** As in a follower whose leader has lost all that is behind offset 20. */
    private void keepsWhatComesAfter(Consumer<Log> cut) throws IOException {
        LogHome home = home().on(disk);
        LogManager manager = home.open();
        Log log = filled(home, manager);
        log.deleteRecordsBefore(35);
        manager.checkpointLogStarts(log.dir());
        log.highWatermark(20);
        cut.accept(log);
        append(log, batch(T, "again"));
        log.flush();

        manager.letGo();
        disk.restart();
        home.time.forget();

        LogManager again = home.open();
        assertThat(readAll(home.orders(again), 20, 10_000))
                .extracting(Rec::value)
                .containsExactly("again");
        again.close();
    }
}
