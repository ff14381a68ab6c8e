package io.milena.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.record.BatchTerms;
import io.milena.record.ControlMarker;
import io.milena.record.compression.Codec;
import io.milena.storage.AppendResult.Duplicate;
import io.milena.storage.files.NioFileStore;
import io.milena.storage.segment.Segment;
import io.milena.storage.segment.SegmentName;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What keeps compaction from a log or a part of it, what goes beside it, and that readers get to the end after it. */
class CompactionLimitsTest {

    private static final long PRODUCER = 7;

    @TempDir
    Path directory;

    private CompactedLog compacted;

    @BeforeEach
    void open() {
        compacted = new CompactedLog(directory);
        compacted.startCleaner();
    }

    @AfterEach
    void close() {
        compacted.manager.close();
    }

    @Test
    void recordsYoungerThanTheSmallestLagStay() throws IOException {
        compacted.with("min.compaction.lag.ms", 60_000);
        compacted.append("a=1");
        compacted.append("a=2");
        compacted.roll();

        compacted.clean();
        assertThat(compacted.contents()).containsExactly("a=1", "a=2", "roll=2");

        compacted.home.time.advance(60_000);
        compacted.clean();
        assertThat(compacted.contents()).containsExactly("a=2", "roll=2");
    }

    @Test
    void aRatioOfDirtyBytesThatIsNotReachedKeepsTheLogAsItIs() throws IOException {
        compacted.with("min.cleanable.dirty.ratio", 0.6);
        for (int i = 0; i < 20; i++) {
            compacted.append("k" + i + "=1");
        }
        compacted.roll();
        compacted.clean();
        compacted.append("k0=2");
        compacted.roll();
        compacted.clean();
        assertThat(compacted.contents()).contains("k0=1", "k0=2");

        compacted.with("min.cleanable.dirty.ratio", 0.01);
        compacted.clean();

        assertThat(compacted.contents()).contains("k0=2").doesNotContain("k0=1");
    }

    @Test
    void oldSegmentsOfACompactedLogGoOnlyWhereThePolicySaysBoth() throws IOException {
        compacted.with("retention.ms", 100_000);
        compacted.append("a=1");
        compacted.append("a=2");
        compacted.roll();
        compacted.clean();
        compacted.home.time.advance(100_001);
        compacted.append("b=1");
        compacted.log.highWatermark(compacted.log.offsets().logEndOffset());

        compacted.log.retain(compacted.home.time.wallMs());
        assertThat(compacted.contents()).containsExactly("a=2", "roll=2", "b=1");

        compacted.with("cleanup.policy", "compact,delete");
        compacted.log.retain(compacted.home.time.wallMs());
        assertThat(compacted.contents()).containsExactly("roll=2", "b=1");
        compacted.append("b=2");
        compacted.roll();
        compacted.clean();
        assertThat(compacted.contents()).as("and it is compacted").containsExactly("roll=2", "b=2", "roll=5");
    }

    @Test
    void aLogThatCannotBeCleanedIsShownWithItsBytesUntilItIsGone() throws IOException {
        compacted.append("a=1");
        compacted.append("a=2");
        compacted.roll();
        Path first = SegmentName.of(compacted.home.ordersDirectory(), 0, SegmentName.LOG);
        long sizeBytes = Files.size(first);
        try (FileChannel channel = FileChannel.open(first, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(new byte[] {'x'}), sizeBytes - 2);
        }
        try (var told = new ToldLines()) {
            compacted.clean();
            compacted.clean();

            assertThat(told.with("ERROR")).singleElement().asString().contains("orders-0 cannot be compacted");
        }
        assertThat(gauge("uncleanable-partitions-count")).isEqualTo(1);
        assertThat(gauge("uncleanable-bytes")).isEqualTo(sizeBytes);

        compacted.manager.delete(LogHome.ORDERS);
        compacted.home.time.advance(CompactedLog.BACKOFF_MS);

        assertThat(gauge("uncleanable-partitions-count")).isEqualTo(0);
        assertThat(gauge("uncleanable-bytes")).isEqualTo(0L);
    }

    private Object gauge(String metric) {
        String name = "kafka.log:type=LogCleanerManager,name=" + metric + ",logDirectory=\"" + directory + "\"";
        return compacted.home.registry.getGauges().get(name).getValue();
    }

    @Test
    void aTableOfThreeKeysTakesManyTurns() throws IOException {
        compacted.manager.close();
        compacted = new CompactedLog(compacted.home);
        compacted.startCleaner("log.cleaner.io.buffer.load.factor", "0.003");
        for (int i = 0; i < 30; i++) {
            compacted.append("k" + i % 15 + "=" + i);
        }
        compacted.roll();

        try (var told = new ToldLines()) {
            compacted.clean();

            assertThat(told.with("orders-0 is compacted up to offset")).hasSizeGreaterThanOrEqualTo(5);
        }
        assertThat(compacted.contents()).hasSize(16).startsWith("k0=15").endsWith("k14=29", "roll=30");
    }

    /** What the producer sent last before the part that may be cut off: from it the log knows it after the cut. */
    @Test
    void aBatchThatMayBeCutOffLetsNoEarlierOneOfItsProducerGo() throws IOException {
        BatchTerms first = BatchTerms.PLAIN.withProducer(PRODUCER, (short) 0, 0);
        compacted.append(first, Codec.NONE, "a=1");
        compacted.append("a=2");
        compacted.roll();
        long committed = compacted.log.offsets().logEndOffset();
        compacted.append(BatchTerms.PLAIN.withProducer(PRODUCER, (short) 0, 1), Codec.NONE, "b=1");
        compacted.log.highWatermark(committed);
        compacted.home.time.advance(CompactedLog.BACKOFF_MS);
        assertThat(compacted.contents()).containsExactly("a=2", "roll=2", "b=1");

        for (String name : new NioFileStore().list(compacted.home.ordersDirectory())) {
            if (name.endsWith(SegmentName.SNAPSHOT)) {
                Files.delete(compacted.home.ordersDirectory().resolve(name));
            }
        }
        compacted.log.truncateTo(committed);

        assertThat(compacted.append(first, Codec.NONE, "a=1"))
                .isInstanceOfSatisfying(
                        Duplicate.class,
                        again -> assertThat(again.firstOffset()).isZero());
    }

    /**
     * From every offset there is something to read, up to where an open transaction holds readers of committed records
     * in front of the active segment: else they would wait there for as long as it is open.
     */
    @Test
    void readersReachTheEndOfALogOfAbortedTransactionsAlone() throws IOException {
        compacted.with("delete.retention.ms", 1_000).with("segment.bytes", 300);
        for (int round = 0; round < 4; round++) {
            for (int i = 0; i < 5; i++) {
                compacted.append(CompactedLog.transactional(PRODUCER, 5 * round + i), Codec.NONE, "a=" + i);
                compacted.end(ControlMarker.Type.ABORT, PRODUCER);
            }
            compacted.clean();
        }
        long stable = compacted.log.offsets().logEndOffset();
        compacted.with("segment.bytes", 100);
        compacted.append(CompactedLog.transactional(PRODUCER + 1, 0), Codec.NONE, "a=open");
        compacted.clean();

        assertThat(compacted.log.offsets().lastStableOffset(stable + 1)).isEqualTo(stable);
        List<Segment> segments = compacted.log.files().segments();
        assertThat(segments.get(segments.size() - 1).baseOffset()).isEqualTo(stable);
        var limits = new ReadLimits(1 << 20, ReadBound.committedBelow(stable), FirstBatch.WHOLE, Source.DISK);
        for (long offset = 0; offset < stable; offset++) {
            LogRead read = compacted.log.read(offset, limits);
            assertThat(read).as("from %s", offset).isInstanceOf(LogSlice.class);
            ((LogSlice) read).release();
        }
        assertThat(new WholeLog(compacted.log, 1_000).committed(0, stable)).isEmpty();
        assertThat(compacted.records()).as("what compaction has left").hasSizeLessThan(20);
    }
}
