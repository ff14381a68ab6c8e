package io.milena.storage;

import static io.milena.storage.Batches.append;
import static io.milena.storage.Batches.batch;
import static io.milena.storage.Batches.readAll;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.storage.AppendResult.Appended;
import io.milena.storage.Batches.Rec;
import io.milena.storage.disk.CrashingFileStore;
import io.milena.storage.segment.SegmentName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Clients may send any timestamps: none, negative ones, those of the far future, and in any order. */
class OddTimestampsTest {

    private static final long T = LogHome.START_MS;
    private static final Path DATA = Path.of("/disk/data");

    private final CrashingFileStore disk = new CrashingFileStore(new Random(1));
    private final LogHome home =
            new LogHome(DATA).on(disk).with("segment.bytes", 400).with("index.interval.bytes", 0);

    static Stream<Arguments> histories() {
        return Stream.of(
                Arguments.of("falling", LongStream.range(0, 30).map(i -> T - i * 1_000)),
                Arguments.of("none at all", LongStream.range(0, 20).map(i -> -1)),
                Arguments.of("negative", LongStream.range(0, 20).map(i -> -1 - i)),
                Arguments.of("far future", LongStream.range(0, 20).map(i -> Long.MAX_VALUE - i)),
                Arguments.of("now and then none", LongStream.range(0, 30).map(i -> i % 3 == 0 ? -1 : T + i)),
                Arguments.of(
                        "now and then far future", LongStream.range(0, 30).map(i -> i % 7 == 3 ? 1L << 60 : T + i)),
                Arguments.of("zero", LongStream.range(0, 20).map(i -> 0)),
                Arguments.of("all the same", LongStream.range(0, 30).map(i -> T)),
                Arguments.of("the epoch and now", LongStream.range(0, 30).map(i -> i % 2 == 0 ? i : T + i)),
                Arguments.of("by chance", new Random(3).longs(60, -5, 40)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("histories")
    void lookUpsAreRight(String name, LongStream timestamps) throws IOException {
        LogManager manager = home.open();
        Log log = home.orders(manager);
        timestamps.forEach(timestamp ->
                assertThat(append(log, batch(timestamp, "v"))).as(name).isInstanceOf(Appended.class));
        List<Rec> all = readAll(log, 0, 10_000);
        assertLookUps(log, all, name + ", as written");

        manager.close();
        manager = home.open();
        assertLookUps(home.orders(manager), all, name + ", after an orderly stop");
        manager.letGo();
        home.time.forget();
        manager = home.open();
        assertLookUps(home.orders(manager), all, name + ", after a crash");
        manager.close();
        assertThat(home.failures).isEmpty();
    }

    private static void assertLookUps(Log log, List<Rec> all, String what) {
        LongStream targets = LongStream.concat(
                all.stream().mapToLong(Rec::timestampMs).flatMap(time -> LongStream.of(time - 1, time, time + 1)),
                LongStream.of(0, 1, T, Long.MAX_VALUE));
        targets.filter(target -> target >= 0).distinct().forEach(target -> {
            long expected = all.stream()
                    .filter(rec -> rec.timestampMs() >= target)
                    .mapToLong(Rec::offset)
                    .findFirst()
                    .orElse(-1);
            assertThat(log.offsetForTimestamp(target).offset())
                    .as("%s: %s", what, target)
                    .isEqualTo(expected);
        });
        long newest =
                Math.max(-1, all.stream().mapToLong(Rec::timestampMs).max().orElse(-1));
        assertThat(log.maxTimestamp().timestampMs()).as(what).isEqualTo(newest);
        long first = all.stream()
                .filter(rec -> rec.timestampMs() == newest && newest >= 0)
                .mapToLong(Rec::offset)
                .findFirst()
                .orElse(-1);
        assertThat(log.maxTimestamp().offset()).as(what).isEqualTo(first);
    }

    /** Retention goes by the greatest timestamp of a segment; where it lies in the future, that is told once. */
    @Test
    void aTimestampThatHoldsASegmentIsToldOncePerSegment() {
        home.with("retention.ms", 1_000);
        LogManager manager = home.open();
        Log log = home.orders(manager);
        for (int i = 0; i < 20; i++) {
            append(log, batch(i == 7 ? T + 1_000_000 : T, "v" + i));
        }
        log.highWatermark(20);
        try (var told = new ToldLines()) {
            log.retain(T + 5_000);
            log.retain(T + 6_000);
            log.retain(T + 7_000);

            assertThat(told.with("in the future"))
                    .singleElement()
                    .asString()
                    .startsWith("WARN orders-0 keeps the segment at offset "
                            + log.offsets().logStartOffset());
        }
        assertThat(log.offsets().logStartOffset()).isBetween(1L, 7L);
        log.retain(T + 1_001_001);
        assertThat(log.offsets().logStartOffset()).isEqualTo(20);
        manager.close();
    }

    /** What is dated long before it was sent goes at once, as with Kafka: its own clock counts. */
    @Test
    void recordsOfTheEpochGoAtTheNextRetention() {
        home.with("retention.ms", 1_000);
        LogManager manager = home.open();
        Log log = home.orders(manager);
        append(log, batch(5, "old"));
        log.highWatermark(1);

        log.retain(T);

        assertThat(log.offsets().logStartOffset()).isEqualTo(1);
        manager.close();
    }

    /** As those of format 0, which has none. */
    @Test
    void recordsWithoutTimestampsAreAsOldAsTheLastWriteOfTheirFile(@TempDir Path root) throws IOException {
        LogHome onDisk = new LogHome(root).with("retention.ms", 1_000);
        LogManager manager = onDisk.open();
        Log log = onDisk.orders(manager);
        append(log, batch(-1, "old"));
        log.highWatermark(1);
        Path file = SegmentName.of(onDisk.ordersDirectory(), 0, SegmentName.LOG);
        Files.setLastModifiedTime(file, FileTime.fromMillis(T));

        log.retain(T + 1_000);
        assertThat(log.offsets().logStartOffset()).isZero();
        log.retain(T + 1_001);
        assertThat(log.offsets().logStartOffset()).isEqualTo(1);
        manager.close();
    }
}
