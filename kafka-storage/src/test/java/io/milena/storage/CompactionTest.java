package io.milena.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.record.BatchCursor;
import io.milena.record.BatchTerms;
import io.milena.record.ControlMarker;
import io.milena.record.RecordBatch;
import io.milena.record.compression.Codec;
import io.milena.storage.checkpoint.OffsetCheckpointFormat;
import io.milena.storage.segment.SegmentName;
import io.milena.storage.segment.TransactionIndex;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What compaction leaves of a log, seen by its readers. */
class CompactionTest {

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
    void theNewestRecordOfEachKeyStays() throws Exception {
        compacted.append("a=1", "b=1");
        compacted.append("a=2");
        compacted.append("c=1", "a=3");
        compacted.roll();

        compacted.clean();

        assertThat(compacted.contents()).containsExactly("b=1", "c=1", "a=3", "roll=5");
        assertThat(compacted.records().get(0).offset()).isEqualTo(1);
    }

    @Test
    void theActiveSegmentIsLeftAlone() throws Exception {
        compacted.append("a=1");
        compacted.roll();
        compacted.append("a=2");

        compacted.clean();

        assertThat(compacted.contents()).containsExactly("a=1", "roll=1", "a=2");
    }

    @Test
    void aTombstoneHidesItsKeyAndGoesAfterItsTime() throws Exception {
        compacted.with("delete.retention.ms", 60_000);
        compacted.append("a=1");
        compacted.append("a");
        compacted.roll();
        compacted.clean();
        assertThat(compacted.contents()).containsExactly("a=null", "roll=2");

        compacted.home.time.advance(60_000);
        compacted.roll();
        compacted.clean();

        assertThat(compacted.contents()).containsExactly("roll=2", "roll=3");
    }

    @Test
    void smallSegmentsBecomeOneAndTheirFilesGo() throws Exception {
        for (int i = 0; i < 5; i++) {
            compacted.append("a=" + i, "k" + i + "=1");
            compacted.roll();
        }

        compacted.clean();
        compacted.home.time.advance(60_000);

        try (Stream<Path> files = Files.list(compacted.home.ordersDirectory())) {
            assertThat(files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(".log")))
                    .hasSize(2);
        }
        compacted.reopen();
        assertThat(compacted.contents())
                .containsExactly("k0=1", "k1=1", "k2=1", "k3=1", "roll=11", "a=4", "k4=1", "roll=14");
    }

    @Test
    void recordsOfCompressedBatchesGoOneByOne() throws Exception {
        for (Codec codec : Codec.values()) {
            compacted.append(BatchTerms.PLAIN, codec, "a=" + codec, codec + "=1", "b=" + codec);
        }
        compacted.append("a=end", "b=end");
        compacted.roll();

        compacted.clean();

        assertThat(compacted.contents())
                .containsExactly("NONE=1", "GZIP=1", "SNAPPY=1", "LZ4=1", "ZSTD=1", "a=end", "b=end", "roll=17");
        assertThat(batches().stream().map(RecordBatch::codec).limit(5)).containsExactly(Codec.values());
    }

    /** Headers of all batches from the start of the log. */
    private List<RecordBatch> batches() throws Exception {
        List<RecordBatch> batches = new ArrayList<>();
        long next = 0;
        var limits = new ReadLimits(1 << 20, ReadBound.logEnd(), FirstBatch.WHOLE, Source.DISK);
        while (compacted.log.read(next, limits) instanceof LogSlice slice) {
            ByteBuffer bytes = ByteBuffer.allocate(slice.sizeBytes());
            slice.read(bytes, 0);
            slice.release();
            ByteBuf buffer = Unpooled.wrappedBuffer(bytes.flip());
            BatchCursor cursor = BatchCursor.over(buffer);
            while (cursor.next()) {
                batches.add(RecordBatch.at(buffer, cursor.batch().index()));
                next = cursor.batch().nextOffset();
            }
        }
        return batches;
    }

    @Test
    void theLastBatchOfAProducerStaysEmptyAndIsRememberedAfterAStart() throws Exception {
        BatchTerms producer = BatchTerms.PLAIN.withProducer(7, (short) 0, 0);
        compacted.append(producer, Codec.LZ4, "a=1", "b=1");
        compacted.append("a=2", "b=2");
        compacted.roll();

        compacted.clean();

        RecordBatch kept = batches().get(0);
        assertThat(kept.recordCount()).isZero();
        assertThat(kept.lastOffset()).isEqualTo(1);
        assertThat(kept.lastSequence()).isEqualTo(1);
        forgetSnapshots();
        assertThat(compacted.append(producer, Codec.LZ4, "a=1", "b=1")).isInstanceOf(AppendResult.Duplicate.class);
    }

    /** The producers are learnt from the batches alone. */
    private void forgetSnapshots() throws Exception {
        compacted.manager.close();
        try (Stream<Path> files = Files.list(compacted.home.ordersDirectory())) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".snapshot")).toList()) {
                Files.delete(file);
            }
        }
        Files.delete(directory.resolve(".kafka_cleanshutdown"));
        compacted.manager = compacted.home.open();
        compacted.log = compacted.home.orders(compacted.manager);
    }

    @Test
    void markersStayAsLongAsDataOfTheirTransactionsAndThenUntilTheirHorizon() throws Exception {
        compacted.with("delete.retention.ms", 60_000);
        compacted.append(CompactedLog.transactional(7, 0), Codec.NONE, "a=1");
        compacted.end(ControlMarker.Type.COMMIT, 7);
        compacted.append(CompactedLog.transactional(7, 1), Codec.NONE, "b=1");
        compacted.end(ControlMarker.Type.COMMIT, 7);
        compacted.append("a=2");
        compacted.roll();

        compacted.clean();
        assertThat(offsets()).startsWith(1L, 2L, 3L);
        assertThat(batches().get(0).hasDeleteHorizon()).isFalse();

        compacted.roll();
        compacted.clean();
        assertThat(batches().get(0).hasDeleteHorizon()).isTrue();
        assertThat(batches().get(0).baseTimestamp()).isGreaterThan(compacted.home.time.wallMs());

        compacted.home.time.advance(60_000);
        compacted.roll();
        compacted.clean();
        assertThat(offsets()).startsWith(2L, 3L, 4L);
    }

    private List<Long> offsets() throws Exception {
        return batches().stream().map(RecordBatch::baseOffset).toList();
    }

    @Test
    void recordsOfAbortedTransactionsGoAndHideNothing() throws Exception {
        compacted.append("a=1");
        compacted.append(CompactedLog.transactional(7, 0), Codec.NONE, "a=2");
        compacted.end(ControlMarker.Type.ABORT, 7);
        TransactionIndex index = compacted.log.files().segments().get(0).transactionIndex();
        assertThat(index.all()).containsExactly(new AbortedTransaction(7, 1, 2, 3));
        compacted.append(BatchTerms.PLAIN.withProducer(7, (short) 0, 1), Codec.NONE, "b=1");
        compacted.roll();

        compacted.clean();

        assertThat(compacted.contents()).contains("a=1", "b=1").doesNotContain("a=2");
    }

    private Object gauge(String metric) {
        String name = "kafka.log:type=LogCleanerManager,name=" + metric + ",logDirectory=\"" + directory + "\"";
        return compacted.home.registry.getGauges().get(name).getValue();
    }

    @Test
    void aBadBatchIsNeverWrittenAnewAsAGoodOne() throws Exception {
        compacted.append("a=1");
        compacted.append("a=2");
        compacted.roll();
        Path first = SegmentName.of(compacted.home.ordersDirectory(), 0, SegmentName.LOG);
        try (FileChannel channel = FileChannel.open(first, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(new byte[] {'x'}), channel.size() - 2);
        }

        compacted.clean();

        assertThat(compacted.contents()).hasSize(3);
        assertThat(gauge("uncleanable-partitions-count")).isEqualTo(1);
    }

    @Test
    void keysThatDoNotFitAreCleanedInSeveralTurns() throws Exception {
        compacted.manager.close();
        compacted = new CompactedLog(compacted.home);
        compacted.startCleaner("log.cleaner.io.buffer.load.factor", "0.003");
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 10; i++) {
                compacted.append("k" + i + "=" + round, "other" + i + "=" + round);
            }
        }
        compacted.roll();

        compacted.clean();

        assertThat(cleanedUpTo()).isEqualTo(40);
        assertThat(compacted.contents()).hasSize(21).allMatch(each -> each.endsWith("=1") || each.startsWith("roll"));
    }

    private long cleanedUpTo() throws Exception {
        return OffsetCheckpointFormat.read(Files.readString(directory.resolve("cleaner-offset-checkpoint")))
                .get(LogHome.ORDERS);
    }

    @Test
    void aTruncationMakesWhatFollowsDirty() throws Exception {
        compacted.append("a=1");
        compacted.append("b=1");
        compacted.roll();
        compacted.clean();
        assertThat(cleanedUpTo()).isEqualTo(2);

        compacted.log.truncateTo(1);
        assertThat(cleanedUpTo()).isEqualTo(1);
        compacted.append("a=2");
        compacted.roll();
        compacted.clean();

        assertThat(compacted.contents()).containsExactly("a=2", "roll=2");
    }

    @Test
    void aDeletedLogIsForgotten() throws Exception {
        compacted.append("a=1");
        compacted.roll();
        compacted.clean();

        compacted.manager.delete(LogHome.ORDERS);

        assertThat(OffsetCheckpointFormat.read(Files.readString(directory.resolve("cleaner-offset-checkpoint"))))
                .isEmpty();
    }

    @Test
    void aCleanPartOfTheLogIsReadAndNotWritten() throws Exception {
        compacted.with("segment.bytes", 90);
        for (int i = 0; i < 6; i++) {
            compacted.append("k" + i + "=1");
        }
        compacted.clean();
        Path first = SegmentName.of(compacted.home.ordersDirectory(), 0, SegmentName.LOG);
        Object file = Files.getAttribute(first, "unix:ino");

        compacted.append("k4=2");
        compacted.append("k5=2");
        compacted.roll();
        compacted.clean();

        assertThat(compacted.contents())
                .startsWith("k0=1", "k1=1", "k2=1", "k3=1")
                .contains("k4=2");
        assertThat(Files.getAttribute(first, "unix:ino")).isEqualTo(file);
    }

    @Test
    void aGreatestCompactionLagEndsTheActiveSegment() throws Exception {
        compacted.with("max.compaction.lag.ms", 5_000).with("min.cleanable.dirty.ratio", 1.0);
        compacted.append("a=1");
        compacted.append("a=2");
        compacted.home.time.advance(6_000);
        compacted.append("a=3");

        compacted.clean();

        assertThat(compacted.contents()).containsExactly("a=2", "a=3");
    }

    @Test
    void aLogThatIsNoLongerCompactedKeepsAfterACrashWhatLiesBehindGaps() throws Exception {
        compacted.with("segment.bytes", 200);
        compacted.append("k=1");
        compacted.append("a=1");
        compacted.append("a=2");
        compacted.roll();
        compacted.clean();
        List<String> left = compacted.contents();
        compacted.with("cleanup.policy", "delete");
        compacted.manager.close();
        Files.delete(directory.resolve(".kafka_cleanshutdown"));
        Files.writeString(directory.resolve("recovery-point-offset-checkpoint"), "0\n1\norders 0 0\n");

        compacted.manager = compacted.home.open();
        compacted.log = compacted.home.orders(compacted.manager);

        assertThat(SegmentName.of(compacted.home.ordersDirectory(), 2, SegmentName.LOG))
                .exists();
        assertThat(left).containsExactly("k=1", "a=2", "roll=3");
        assertThat(compacted.contents()).isEqualTo(left);
    }
}
