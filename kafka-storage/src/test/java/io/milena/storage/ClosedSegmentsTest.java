package io.milena.storage;

import static io.milena.storage.Batches.append;
import static io.milena.storage.Batches.batch;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.milena.storage.disk.CrashingFileStore;
import io.milena.storage.segment.SegmentName;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Most segments of a broker are never looked at: they cost little memory, and nothing at a start in good order. */
class ClosedSegmentsTest {

    private static final long T = LogHome.START_MS;
    private static final int SEGMENTS = 10_000;
    private static final long MOST_BYTES_EACH = 300;

    @TempDir
    Path root;

    @Test
    void oneCostsFewBytesOfHeapAlsoAfterItWasLookedAt() {
        Path data = Path.of("/disk/data");
        var disk = new CrashingFileStore(new Random(1));
        var home = new LogHome(data).on(disk).with("retention.ms", -1);
        LogManager manager = home.open();
        append(home.orders(manager), batch(T, "the first segment is not empty"));
        manager.close();
        for (int i = 1; i <= SEGMENTS; i++) {
            disk.put(SegmentName.of(data.resolve("orders-0"), i, SegmentName.LOG), new byte[0]);
        }
        home.time.forget();
        long before = liveBytes();

        LogManager again = home.open();
        Log log = home.orders(again);

        assertThat(log.segmentCount()).isGreaterThan(SEGMENTS - 1);
        assertThat(liveBytes() - before).isLessThan(SEGMENTS * MOST_BYTES_EACH);
        log.highWatermark(log.offsets().logEndOffset());
        log.retain(T);
        log.offsetForTimestamp(T);
        log.closeIdleFiles();
        log.closeIdleFiles();
        assertThat(liveBytes() - before).isLessThan(SEGMENTS * MOST_BYTES_EACH);
        again.close();
    }

    /** Of a broker with ten thousand partitions; prints how long it took, and how much heap. */
    @Test
    @Tag("heavy")
    void tenThousandPartitionsStartWithinAMinute() {
        int partitions = 10_000;
        var home = new LogHome(root).with("segment.bytes", 100);
        LogManager manager = home.open();
        for (int i = 0; i < partitions; i++) {
            Log log = manager.openOrCreate(new TopicPartition("t" + i % 100, i / 100), Uuid.ZERO, home.config());
            for (int record = 0; record < 4; record++) {
                append(log, batch(T + record, "v" + record));
            }
            log.closeIdleFiles();
            log.closeIdleFiles();
        }
        manager.close();
        home.time.forget();
        long before = liveBytes();
        long beganNanos = System.nanoTime();

        LogManager again = home.open();

        long tookMs = (System.nanoTime() - beganNanos) / 1_000_000;
        long bytesEach = (liveBytes() - before) / partitions;
        System.out.printf("%d partitions of 4 segments: %d ms, %d bytes of heap each%n", partitions, tookMs, bytesEach);
        assertThat(again.logs()).hasSize(partitions);
        assertThat(tookMs).isLessThan(60_000);
        again.close();
    }

    private static long liveBytes() {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        return IntStream.range(0, 3)
                .mapToLong(i -> {
                    memory.gc();
                    return memory.getHeapMemoryUsage().getUsed();
                })
                .min()
                .orElseThrow();
    }

    @Test
    void aStartInGoodOrderReadsNoneOfThem() {
        var disk = new GatedFileStore();
        var home = new LogHome(root).on(disk.files()).with("segment.bytes", 300);
        LogManager manager = home.open();
        for (int partition = 0; partition < 3; partition++) {
            Log log = manager.openOrCreate(new TopicPartition("t", partition), Uuid.ZERO, home.config());
            for (int i = 0; i < 20; i++) {
                append(log, batch(T + i, "v" + i));
            }
        }
        manager.close();
        disk.forgetCalls();

        LogManager again = home.open();

        for (Log log : again.logs()) {
            List<Path> sealed = sealedFiles(log);
            assertThat(sealed).hasSizeGreaterThan(9);
            assertThat(sealed).allSatisfy(file -> {
                assertThat(disk.calls("read", file)).as("reads of " + file).isZero();
                assertThat(disk.calls("open", file) + disk.calls("openToRead", file))
                        .as("opened " + file)
                        .isZero();
            });
            assertThat(disk.calls("read", active(log))).isBetween(1, 3);
        }
        assertThat(disk.openFiles()).as("files that stay open").isZero();
        again.close();
    }

    /** The sizes of the segment and its two indexes; snapshot, leader epochs and topic id are read. */
    @Test
    void anIdlePartitionIsListedOnceAndItsSmallFilesRead() {
        var disk = new GatedFileStore();
        var home = new LogHome(root).on(disk.files());
        LogManager manager = home.open();
        home.orders(manager);
        manager.close();
        home.open().close();
        disk.forgetCalls();

        LogManager again = home.open();

        assertThat(disk.callsIn(home.ordersDirectory()))
                .isEqualTo(Map.of("list", 1, "sizeBytes", 3 + 3, "openToRead", 3, "read", 3, "close", 3));
        again.close();
    }

    private static List<Path> sealedFiles(Log log) {
        return log.files().segments().stream()
                .limit(log.segmentCount() - 1L)
                .flatMap(segment -> List.of(SegmentName.LOG, SegmentName.OFFSET_INDEX, SegmentName.TIME_INDEX).stream()
                        .map(segment::path))
                .toList();
    }

    private static Path active(Log log) {
        return log.files().segments().get(log.segmentCount() - 1).path(SegmentName.LOG);
    }

    /** A log with a million segments would be nothing to start with, if it were not for the names. */
    @Test
    void namesOfAMillionSegmentsAreParsedWithinASecond() {
        List<String> names = IntStream.range(0, 1_000_000)
                .mapToObj(i -> "00000000000" + (100_000_000L + i) + ".log")
                .toList();
        long began = System.nanoTime();

        long sum = names.stream()
                .mapToLong(name -> SegmentName.baseOffset(name, SegmentName.LOG))
                .sum();

        assertThat(sum).isEqualTo(100_000_000L * 1_000_000 + 499_999_500_000L);
        assertThat(System.nanoTime() - began).isLessThan(1_000_000_000L);
    }
}
