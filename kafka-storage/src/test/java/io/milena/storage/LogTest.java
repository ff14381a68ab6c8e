package io.milena.storage;

import static io.milena.storage.Batches.append;
import static io.milena.storage.Batches.batch;
import static io.milena.storage.Batches.from;
import static io.milena.storage.Batches.readAll;
import static io.milena.storage.Batches.records;
import static io.milena.storage.Batches.terms;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.errors.ErrorCode;
import io.milena.record.BatchTerms;
import io.milena.record.RecordBatch;
import io.milena.record.compression.Codec;
import io.milena.record.compression.WorkAllowance;
import io.milena.storage.AppendResult.Appended;
import io.milena.storage.AppendResult.Duplicate;
import io.milena.storage.AppendResult.Refused;
import io.milena.storage.Batches.Rec;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One log: what may be appended, and what is read back. */
class LogTest {

    private static final long T = LogHome.START_MS;

    @TempDir
    Path directory;

    private LogHome home;
    private LogManager manager;

    @BeforeEach
    void setUp() {
        home = new LogHome(directory);
        manager = home.open();
    }

    @AfterEach
    void tearDown() {
        manager.close();
    }

    @Test
    void recordsComeBackWithConsecutiveOffsets() throws IOException {
        Log log = home.orders(manager);

        AppendResult first = append(log, batch(T, "a", "b"));
        AppendResult second = append(log, batch(T + 5, "c"));

        assertThat(first).isEqualTo(new Appended(0, 1, -1, 0, 2, ((Appended) first).sizeBytes()));
        assertThat(second)
                .isInstanceOfSatisfying(
                        Appended.class, it -> assertThat(it.firstOffset()).isEqualTo(2));
        assertThat(readAll(log, 0, 1 << 20))
                .containsExactly(new Rec(0, T, null, "a"), new Rec(1, T, null, "b"), new Rec(2, T + 5, null, "c"));
    }

    @Test
    void theLeaderEpochIsWrittenIntoTheBatch() throws IOException {
        Log log = home.orders(manager);

        append(log, batch(T, "a"), terms(7, T));

        LogSlice slice =
                (LogSlice) log.read(0, new ReadLimits(1000, ReadBound.logEnd(), FirstBatch.WHOLE, Source.DISK));
        var header = java.nio.ByteBuffer.allocate(slice.sizeBytes());
        slice.read(header, 0);
        slice.release();
        assertThat(RecordBatch.over(header.flip()).partitionLeaderEpoch()).isEqualTo(7);
        assertThat(log.latestEpoch()).isEqualTo(7);
    }

    @Test
    void aReadStopsAtItsBoundAndReturnsWholeBatchesBelowIt() throws IOException {
        Log log = home.orders(manager);
        append(log, batch(T, "a"));
        append(log, batch(T, "b", "c"));
        append(log, batch(T, "d"));

        LogRead belowThree = log.read(0, new ReadLimits(1 << 20, ReadBound.below(3), FirstBatch.WHOLE, Source.DISK));
        LogRead belowTwo = log.read(0, new ReadLimits(1 << 20, ReadBound.below(2), FirstBatch.WHOLE, Source.DISK));

        assertThat(records((LogSlice) belowThree)).extracting(Rec::value).containsExactly("a", "b", "c");
        assertThat(records((LogSlice) belowTwo)).extracting(Rec::value).containsExactly("a");
        assertThat(log.read(1, new ReadLimits(1 << 20, ReadBound.below(2), FirstBatch.WHOLE, Source.DISK)))
                .isInstanceOf(LogRead.Nothing.class);
        assertThat(log.read(3, new ReadLimits(1 << 20, ReadBound.below(3), FirstBatch.WHOLE, Source.DISK)))
                .isInstanceOf(LogRead.Nothing.class);
    }

    @Test
    void theFirstBatchIsWholeWhateverTheLimitSays() {
        Log log = home.orders(manager);
        append(log, batch(T, "a value that is longer than the limit"));

        LogSlice slice = (LogSlice) log.read(0, new ReadLimits(1, ReadBound.logEnd(), FirstBatch.WHOLE, Source.DISK));

        assertThat(slice.sizeBytes()).isEqualTo(slice.firstBatchBytes()).isEqualTo((int) log.sizeBytes());
        slice.release();
        assertThat(log.read(0, new ReadLimits(1, ReadBound.logEnd(), FirstBatch.WITHIN_LIMIT, Source.DISK)))
                .isInstanceOf(LogRead.Nothing.class);
    }

    @Test
    void anOffsetOutsideTheLogIsOutOfRange() {
        Log log = home.orders(manager);
        append(log, batch(T, "a"));

        assertThat(log.read(2, new ReadLimits(100, ReadBound.logEnd(), FirstBatch.WHOLE, Source.DISK)))
                .isEqualTo(new LogRead.OutOfRange(0, 1));
        assertThat(log.read(-1, new ReadLimits(100, ReadBound.logEnd(), FirstBatch.WHOLE, Source.DISK)))
                .isEqualTo(new LogRead.OutOfRange(0, 1));
        assertThat(log.read(1, new ReadLimits(100, ReadBound.logEnd(), FirstBatch.WHOLE, Source.DISK)))
                .isInstanceOf(LogRead.Nothing.class);
    }

    @Test
    void aSliceStaysReadableWhenItsSegmentIsDeleted() throws IOException {
        home.with("segment.bytes", 100).with("file.delete.delay.ms", 0);
        Log log = home.orders(manager);
        append(log, batch(T, "a"));
        append(log, batch(T, "b"));
        LogSlice slice =
                (LogSlice) log.read(0, new ReadLimits(1 << 20, ReadBound.logEnd(), FirstBatch.WHOLE, Source.DISK));

        log.deleteRecordsBefore(2);
        log.highWatermark(2);
        log.retain(T);
        home.time.advance(1_000);

        assertThat(Files.exists(home.ordersDirectory().resolve("00000000000000000000.log")))
                .isFalse();
        assertThat(records(slice)).extracting(Rec::value).containsExactly("a");
    }

    @Test
    void aBatchThatIsTooLargeIsRefused() {
        home.with("max.message.bytes", 80);
        Log log = home.orders(manager);

        AppendResult result = append(log, batch(T, "more than the twenty bytes that remain"));

        assertThat(result)
                .isInstanceOfSatisfying(
                        Refused.class, it -> assertThat(it.code()).isEqualTo(ErrorCode.MESSAGE_TOO_LARGE));
        assertThat(log.offsets().logEndOffset()).isZero();
    }

    @Test
    void aCorruptBatchIsRefused() {
        Log log = home.orders(manager);
        ByteBuf corrupt = batch(T, "value");
        corrupt.setByte(corrupt.writerIndex() - 2, 'X');

        assertThat(append(log, corrupt)).isInstanceOfSatisfying(Refused.class, it -> {
            assertThat(it.code()).isEqualTo(ErrorCode.CORRUPT_MESSAGE);
            assertThat(it.message()).startsWith("orders-0, offset 0: CRC check failed: ");
        });
    }

    @Test
    void twoBatchesAtOnceAreRefused() {
        Log log = home.orders(manager);
        ByteBuf one = batch(T, "a");
        ByteBuf two = Batches.ALLOCATOR
                .buffer()
                .writeBytes(one, 0, one.readableBytes())
                .writeBytes(one);
        one.release();

        assertThat(append(log, two))
                .isInstanceOfSatisfying(
                        Refused.class, it -> assertThat(it.code()).isEqualTo(ErrorCode.INVALID_RECORD));
    }

    @Test
    void aTransactionalBatchNeedsATransactionalId() {
        Log log = home.orders(manager);
        BatchTerms terms = BatchTerms.PLAIN.withProducer(5, (short) 0, 0).transactional();

        AppendResult result = append(log, batch(terms, Codec.NONE, T, "a"));

        assertThat(result)
                .isInstanceOfSatisfying(
                        Refused.class, it -> assertThat(it.code()).isEqualTo(ErrorCode.INVALID_RECORD));
    }

    @Test
    void aCompactedTopicRefusesARecordWithoutKeyAndNamesIt() {
        home.with("cleanup.policy", "compact");
        Log log = home.orders(manager);

        AppendResult result = append(log, batch(T, "a"));

        assertThat(result).isInstanceOfSatisfying(Refused.class, it -> {
            assertThat(it.code()).isEqualTo(ErrorCode.INVALID_RECORD);
            assertThat(it.recordIndex()).isZero();
        });
    }

    @Test
    void timestampsObeyTheBoundsOfTheTopic() {
        home.with("message.timestamp.before.max.ms", 1_000).with("message.timestamp.after.max.ms", 10);
        Log log = home.orders(manager);

        assertThat(append(log, batch(T - 1_001, "old")))
                .isInstanceOfSatisfying(
                        Refused.class, it -> assertThat(it.code()).isEqualTo(ErrorCode.INVALID_TIMESTAMP));
        assertThat(append(log, batch(T + 11, "new")))
                .isInstanceOfSatisfying(
                        Refused.class, it -> assertThat(it.code()).isEqualTo(ErrorCode.INVALID_TIMESTAMP));
        assertThat(append(log, batch(T - 1_000, "a"))).isInstanceOf(Appended.class);
        assertThat(append(log, batch(Long.MAX_VALUE, "far"))).isInstanceOf(Refused.class);
    }

    @Test
    void aTimestampInTheFutureThatHoldsUpRetentionIsWarnedAboutOnce() {
        home.with("retention.ms", 1_000).with("segment.bytes", 100);
        Log log = home.orders(manager);
        append(log, batch(T + 1_000_000, "from the future"));
        append(log, batch(T, "a"));
        append(log, batch(T, "b"));
        log.highWatermark(3);

        try (var told = new ToldLines()) {
            log.retain(T + 5_000);
            log.retain(T + 6_000);

            assertThat(told.with("in the future"))
                    .singleElement()
                    .asString()
                    .contains("orders-0 keeps the segment at offset 0", "995000 ms");
        }
        assertThat(log.offsets().logStartOffset()).isZero();
        log.retain(T + 1_001_001);
        assertThat(log.offsets().logStartOffset()).isEqualTo(3);
    }

    @Test
    void logAppendTimeGivesAllRecordsTheBrokersClock() throws IOException {
        home.with("message.timestamp.type", "LogAppendTime");
        Log log = home.orders(manager);

        AppendResult result = append(log, batch(BatchTerms.PLAIN, Codec.GZIP, 5, "a", "b"));

        assertThat(((Appended) result).logAppendTimeMs()).isEqualTo(T);
        assertThat(readAll(log, 0, 1 << 20)).extracting(Rec::timestampMs).containsExactly(T, T);
    }

    @Test
    void aForcedCodecRecompresses() throws IOException {
        home.with("compression.type", "zstd");
        Log log = home.orders(manager);

        append(log, batch(BatchTerms.PLAIN, Codec.GZIP, T, "a", "b"));

        LogSlice slice =
                (LogSlice) log.read(0, new ReadLimits(1 << 20, ReadBound.logEnd(), FirstBatch.WHOLE, Source.DISK));
        var bytes = java.nio.ByteBuffer.allocate(slice.sizeBytes());
        slice.read(bytes, 0);
        slice.release();
        assertThat(RecordBatch.over(bytes.flip()).codec()).isEqualTo(Codec.ZSTD);
        assertThat(readAll(log, 0, 1 << 20)).extracting(Rec::value).containsExactly("a", "b");
    }

    @Test
    void whatAForcedCodecMakesTooLargeIsRefused() {
        home.with("compression.type", "uncompressed").with("max.message.bytes", 1_000);
        Log log = home.orders(manager);

        AppendResult result = append(log, batch(BatchTerms.PLAIN, Codec.GZIP, T, "a".repeat(2_000)));

        assertThat(result)
                .isInstanceOfSatisfying(
                        Refused.class, refused -> assertThat(refused.code()).isEqualTo(ErrorCode.MESSAGE_TOO_LARGE));
        assertThat(log.offsets().logEndOffset()).isZero();
    }

    /** Captured from a producer of format 1: two messages, without compression. */
    @Test
    void messagesOfAnOldFormatAreStoredAsABatch() throws IOException {
        Log log = home.orders(manager);
        ByteBuf set = io.netty.buffer.Unpooled.wrappedBuffer(java.util.HexFormat.of()
                .parseHex("00000000000000000000001d9e34959601000000018bcfe56800000000026b310000000568656c6c6f"
                        + "00000000000000010000001b0627d21201000000018bcfe56805ffffffff00000005776f726c64"));

        AppendResult result = append(log, set);

        assertThat(result)
                .isInstanceOfSatisfying(
                        Appended.class, it -> assertThat(it.lastOffset()).isEqualTo(1));
        assertThat(readAll(log, 0, 1 << 20))
                .containsExactly(new Rec(0, T, "k1", "hello"), new Rec(1, T + 5, null, "world"));
    }

    @Test
    void aRepeatedBatchIsAnsweredWithItsFirstOffset() {
        Log log = home.orders(manager);
        append(log, from(9, 0, 0, "a", "b"));
        append(log, from(9, 0, 2, "c"));

        AppendResult repeated = append(log, from(9, 0, 0, "a", "b"));
        AppendResult gap = append(log, from(9, 0, 7, "x"));
        AppendResult oldEpoch = append(log, from(9, 1, 0, "y"));
        AppendResult fenced = append(log, from(9, 0, 3, "z"));

        assertThat(repeated)
                .isInstanceOfSatisfying(
                        Duplicate.class, it -> assertThat(it.firstOffset()).isZero());
        assertThat(((Refused) gap).code()).isEqualTo(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER);
        assertThat(oldEpoch).isInstanceOf(Appended.class);
        assertThat(((Refused) fenced).code()).isEqualTo(ErrorCode.INVALID_PRODUCER_EPOCH);
    }

    @Test
    void timeLookUpsFindTheFirstRecordAtOrAfter() {
        home.with("segment.bytes", 200).with("index.interval.bytes", 0);
        Log log = home.orders(manager);
        long far = Long.MAX_VALUE - 5;
        for (long time : new long[] {T, T + 30, T + 10, far, T + 20, T + 40}) {
            append(log, batch(time, "v"));
        }

        assertThat(log.offsetForTimestamp(T + 20)).isEqualTo(new OffsetAtTime(1, T + 30, 0));
        assertThat(log.offsetForTimestamp(T + 31)).isEqualTo(new OffsetAtTime(3, far, 0));
        assertThat(log.offsetForTimestamp(far + 1)).isEqualTo(OffsetAtTime.NONE);
        assertThat(log.maxTimestamp()).isEqualTo(new OffsetAtTime(3, far, 0));
    }

    @Test
    void followersKeepTheBytesAndTheOffsetsOfTheirLeader() throws IOException {
        Log log = home.orders(manager);
        ByteBuf records = batch(T, "a", "b");
        records.setLong(0, 10);
        records.setInt(12, 3);

        AppendResult result = log.appendAsFollower(records);
        AppendResult again = log.appendAsFollower(records);
        records.release();

        assertThat(result)
                .isInstanceOfSatisfying(
                        Appended.class, it -> assertThat(it.firstOffset()).isEqualTo(10));
        assertThat(((Refused) again).code()).isEqualTo(ErrorCode.OFFSET_OUT_OF_RANGE);
        assertThat(log.offsets().logEndOffset()).isEqualTo(12);
        assertThat(log.endOffsetForEpoch(3)).isEqualTo(new EpochEndOffset(3, 12));
        assertThat(readAll(log, 10, 1 << 20)).extracting(Rec::value).containsExactly("a", "b");
    }

    @Test
    void truncationCutsBatchesEpochsAndProducers() throws IOException {
        home.with("segment.bytes", 150);
        Log log = home.orders(manager);
        append(log, from(9, 0, 0, "a"), terms(0, T));
        append(log, from(9, 0, 1, "b"), terms(1, T));
        append(log, from(9, 0, 2, "c"), terms(2, T));

        log.truncateTo(1);

        assertThat(log.offsets().logEndOffset()).isEqualTo(1);
        assertThat(log.latestEpoch()).isZero();
        assertThat(readAll(log, 0, 1 << 20)).extracting(Rec::value).containsExactly("a");
        assertThat(append(log, from(9, 0, 1, "b2"), terms(3, T))).isInstanceOf(Appended.class);
        assertThat(readAll(log, 0, 1 << 20)).extracting(Rec::value).containsExactly("a", "b2");
    }

    @Test
    void anOpenTransactionHoldsTheLastStableOffset() {
        Log log = home.orders(manager);
        BatchTerms terms = BatchTerms.PLAIN.withProducer(5, (short) 0, 0).transactional();
        var transactional =
                new AppendTerms(0, T, AppendTerms.Origin.TRANSACTIONAL_CLIENT, io.milena.record.RecordValidation.FULL);
        append(log, batch(T, "a"));
        append(log, batch(terms, Codec.NONE, T, "b"), transactional);
        append(log, batch(T, "c"));

        assertThat(log.offsets().lastStableOffset(3)).isEqualTo(1);
        assertThat(log.offsets().lastStableOffset(0)).isZero();
    }

    @Test
    void aSegmentTakesNoRecordsThatAreMuchYoungerThanItsFirst() {
        home.with("segment.ms", 1_000);
        Log log = home.orders(manager);

        append(log, batch(T, "a"));
        append(log, batch(T + 1_000, "b"));
        assertThat(log.segmentCount()).isEqualTo(1);
        append(log, batch(T + 1_001, "c"));
        assertThat(log.segmentCount()).isEqualTo(2);
        append(log, batch(T + 2_001, "d"));
        assertThat(log.segmentCount()).isEqualTo(2);
    }

    @Test
    void aSegmentOfRecordsWithoutTimestampsEndsByTheBrokersClock() {
        home.with("segment.ms", 1_000);
        Log log = home.orders(manager);

        append(log, batch(-1, "a"), terms(0, T));
        append(log, batch(-1, "b"), terms(0, T + 1_000));
        assertThat(log.segmentCount()).isEqualTo(1);
        append(log, batch(-1, "c"), terms(0, T + 1_001));
        assertThat(log.segmentCount()).isEqualTo(2);
    }

    @Test
    void recordsThatHaveToWaitForANewSegmentAreLeftAsTheyCame() {
        Log log = manager.openOrCreate(
                LogHome.ORDERS,
                LogHome.ORDERS_ID,
                home.with("segment.bytes", 100).config());
        append(log, batch(T, "a"), terms(7, T));
        ByteBuf records = batch(T, "a");
        ByteBuf asSent = records.copy();

        Admission admission = log.admit(records, terms(7, T), WorkAllowance.UNBOUNDED);
        AppendResult tried = log.tryAppend(admission, terms(7, T));
        admission.release();

        assertThat(tried).isNull();
        assertThat(records).isEqualTo(asSent);
        assertThat(append(log, records, terms(7, T))).isInstanceOf(Appended.class);
        assertThat(log.segmentCount()).isEqualTo(2);
        asSent.release();
    }
}
