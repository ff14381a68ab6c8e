package io.milena.record;

import static io.milena.record.RecordBatchFormat.ATTRIBUTES_AT;
import static io.milena.record.RecordBatchFormat.BASE_OFFSET_AT;
import static io.milena.record.RecordBatchFormat.BASE_SEQUENCE_AT;
import static io.milena.record.RecordBatchFormat.HEADER_BYTES;
import static io.milena.record.RecordBatchFormat.LAST_OFFSET_DELTA_AT;
import static io.milena.record.RecordBatchFormat.LENGTH_AT;
import static io.milena.record.RecordBatchFormat.MAGIC_AT;
import static io.milena.record.RecordBatchFormat.MAX_TIMESTAMP_AT;
import static io.milena.record.RecordBatchFormat.PRODUCER_ID_AT;
import static io.milena.record.RecordBatchFormat.RECORD_COUNT_AT;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.errors.ErrorCode;
import io.milena.common.record.TimestampType;
import io.milena.record.BatchVerdict.Check;
import io.milena.record.BatchVerdict.Faulty;
import io.milena.record.BatchVerdict.Sound;
import io.milena.record.compression.Codec;
import io.milena.record.compression.Compression;
import io.milena.record.compression.Compressor;
import io.milena.record.compression.Decompressor;
import io.milena.record.compression.Framing;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every way in which a batch can be wrong is named. The codes are those of a 3.9.2 broker, where it has one. */
class BatchCheckTest {

    private static final PooledByteBufAllocator ALLOCATOR = PooledByteBufAllocator.DEFAULT;
    private static final long T = 1_700_000_000_000L;

    private final Compressor compressor = new Compressor(ALLOCATOR);
    private final Decompressor decompressor = new Decompressor(ALLOCATOR, 1 << 20);
    private final BatchCheck check = new BatchCheck(decompressor);

    @AfterEach
    void close() {
        compressor.close();
        decompressor.close();
    }

    @Test
    void fullCheckFindsTheTrueTimestamps() {
        ByteBuf bytes = RecordBatchTest.hex(RecordBatchTest.WORKED_EXAMPLE);

        BatchVerdict verdict = full(bytes);

        assertThat(verdict).isEqualTo(new Sound(T, T + 300, 2, 1, 1));
    }

    @Test
    void everyFlippedByteIsFoundByTheRightCheck() {
        ByteBuf original = RecordBatchTest.hex(RecordBatchTest.WORKED_EXAMPLE);
        for (int at = LENGTH_AT; at < original.readableBytes(); at++) {
            boolean outsideCrc = at >= RecordBatchFormat.LEADER_EPOCH_AT && at < MAGIC_AT;
            if (outsideCrc) {
                continue;
            }
            ByteBuf damaged = original.copy();
            damaged.setByte(at, original.getByte(at) ^ 0x40);

            Faulty fault = (Faulty) full(damaged);

            Check expected = at == MAGIC_AT ? Check.MAGIC : at < MAGIC_AT ? Check.SIZE : Check.CRC;
            assertThat(fault.check() == Check.CRC && at < MAGIC_AT ? Check.SIZE : fault.check())
                    .as("byte %d", at)
                    .isEqualTo(expected);
            assertThat(fault.code()).isEqualTo(ErrorCode.CORRUPT_MESSAGE);
        }
    }

    @Test
    void headersThatClientsMayNotSendAreRefused() {
        assertHeader(header -> header.setLong(BASE_OFFSET_AT, 5), Check.BASE_OFFSET);
        assertHeader(header -> header.setInt(LAST_OFFSET_DELTA_AT, 7), Check.OFFSETS);
        assertHeader(header -> header.setInt(LAST_OFFSET_DELTA_AT, -1), Check.OFFSETS);
        assertHeader(header -> header.setInt(RECORD_COUNT_AT, 0), Check.COUNT);
        assertHeader(header -> header.setInt(RECORD_COUNT_AT, -1), Check.COUNT);
        assertHeader(header -> header.setInt(RECORD_COUNT_AT, 4), Check.OFFSETS);
        assertHeader(header -> header.setShort(ATTRIBUTES_AT, 5), Check.CODEC);
        assertHeader(header -> header.setShort(ATTRIBUTES_AT, 0x20), Check.CONTROL);
        assertHeader(header -> header.setShort(ATTRIBUTES_AT, 0x40), Check.DELETE_HORIZON);
        assertHeader(header -> header.setShort(ATTRIBUTES_AT, 0x10), Check.PRODUCER);
        assertHeader(header -> header.setLong(PRODUCER_ID_AT, 9).setInt(BASE_SEQUENCE_AT, -1), Check.PRODUCER);
    }

    @Test
    void typeBitAndMaxTimestampOfAClientAreCorrected() {
        ByteBuf bytes = changed(header -> header.setShort(ATTRIBUTES_AT, 8).setLong(MAX_TIMESTAMP_AT, 17));
        RecordBatch batch = RecordBatch.at(bytes, 0);

        Sound sound = (Sound) full(bytes);
        BatchEdits.correctMaxTimestamp(batch, sound.maxTimestamp());

        assertThat(batch.timestampType()).isEqualTo(TimestampType.CREATE_TIME);
        assertThat(batch.maxTimestamp()).isEqualTo(T + 300);
        assertThat(full(bytes)).isInstanceOf(Sound.class);
    }

    @ParameterizedTest
    @EnumSource(Codec.class)
    void recordsThatConsumersCannotReadAreRefused(Codec codec) {
        String good = "0e00000001026b00"; // length 7, attributes, dt, do, null key, value k, no headers
        assertRecords(codec, 1, good, "");
        assertRecords(codec, 2, good, "after 1 records");
        assertRecords(codec, 1, good + "0e00000201026b00", "bytes follow");
        assertRecords(codec, 2, good + good, "offset delta 0");
        assertRecords(codec, 2, good + "0e00000a01026b00", "offset delta 5");
        assertRecords(codec, 1, "1000000001026b00", "its length says 8");
        assertRecords(codec, 1, "0e00000003026b00", "key of length -2");
        assertRecords(codec, 1, "0e00000001906b00", "middle of a record");
        assertRecords(codec, 1, "0e00000001026b01", "header count of -1");
        assertRecords(codec, 1, "1200000001026b020101", "header key of length -1");
        assertRecords(codec, 1, "0e0000ffffffffff0f00", "more than 5 bytes");
        assertRecords(codec, 1, good + "00", "bytes follow");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void payloadsThatDoNotUncompressAreRefused(int codecId) {
        ByteBuf bytes = batch(
                codecId, 1, Unpooled.wrappedBuffer("garbage, garbage, garbage".getBytes(StandardCharsets.US_ASCII)));

        Faulty fault = (Faulty) full(bytes);

        assertThat(fault.check()).isEqualTo(Check.RECORDS);
        assertThat(fault.code()).isEqualTo(ErrorCode.INVALID_RECORD);
        assertThat(fault.why()).startsWith(Codec.of(codecId).label());
    }

    @ParameterizedTest
    @EnumSource(
            value = Codec.class,
            names = {"GZIP", "SNAPPY", "LZ4", "ZSTD"})
    void bombsStopAtTheLimit(Codec codec) {
        try (var builder = new RecordBatchBuilder(ALLOCATOR, Compression.of(codec), BatchTerms.PLAIN, 100)) {
            builder.append(T, null, new byte[3 << 20], List.of());
            ByteBuf bomb = builder.seal(compressor);

            Faulty fault = (Faulty) full(bomb);

            assertThat(fault.why()).contains("more than the limit of 1048576 bytes");
            bomb.release();
        }
    }

    @Test
    void headerCheckDoesNotLookInside() {
        ByteBuf bytes = batch(1, 1, Unpooled.wrappedBuffer(new byte[10]));

        assertThat(check.fromClient(RecordBatch.at(bytes, 0), bytes.readableBytes(), RecordValidation.HEADER))
                .isInstanceOf(Sound.class);
    }

    @Test
    void followersRefuseWhatLiesBeforeTheirEnd() {
        ByteBuf bytes = RecordBatchTest.hex(RecordBatchTest.COMMIT_MARKER);
        RecordBatch batch = RecordBatch.at(bytes, 0);

        assertThat(BatchCheck.fromLeader(batch, bytes.readableBytes(), 1)).isInstanceOf(Sound.class);
        assertThat(BatchCheck.fromLeader(batch, bytes.readableBytes(), 2))
                .isInstanceOfSatisfying(
                        Faulty.class, fault -> assertThat(fault.check()).isEqualTo(Check.OFFSETS));
        assertThat(BatchCheck.fromLeader(batch, bytes.readableBytes() - 1, 1))
                .isInstanceOfSatisfying(
                        Faulty.class, fault -> assertThat(fault.offset()).isEqualTo(1));
    }

    private BatchVerdict full(ByteBuf bytes) {
        return check.fromClient(RecordBatch.at(bytes, 0), bytes.readableBytes(), RecordValidation.FULL);
    }

    private void assertHeader(Consumer<ByteBuf> change, Check expected) {
        Faulty fault = (Faulty) full(changed(change));

        assertThat(fault.check()).isEqualTo(expected);
        assertThat(fault.code()).isEqualTo(ErrorCode.INVALID_RECORD);
    }

    private void assertRecords(Codec codec, int count, String payload, String complaint) {
        ByteBuf compressed = Unpooled.directBuffer();
        compressor.compress(Compression.of(codec), Framing.STANDARD, RecordBatchTest.hex(payload), compressed);

        BatchVerdict verdict = full(batch(codec.id(), count, compressed));

        if (complaint.isEmpty()) {
            assertThat(verdict).isInstanceOf(Sound.class);
        } else {
            assertThat(verdict)
                    .isInstanceOfSatisfying(
                            Faulty.class, fault -> assertThat(fault.why()).contains(complaint));
        }
    }

    private static ByteBuf changed(Consumer<ByteBuf> change) {
        ByteBuf bytes = RecordBatchTest.hex(RecordBatchTest.WORKED_EXAMPLE);
        change.accept(bytes);
        BatchEdits.sealCrc(RecordBatch.at(bytes, 0));
        return bytes;
    }

    /** A batch that says it holds {@code count} records in {@code payload}, which it takes over. */
    private static ByteBuf batch(int codecId, int count, ByteBuf payload) {
        ByteBuf bytes = Unpooled.buffer()
                .writeBytes(RecordBatchTest.hex(RecordBatchTest.WORKED_EXAMPLE), HEADER_BYTES)
                .writeBytes(payload);
        payload.release();
        bytes.setInt(LENGTH_AT, bytes.readableBytes() - RecordBatchFormat.LOG_OVERHEAD)
                .setShort(ATTRIBUTES_AT, codecId)
                .setInt(LAST_OFFSET_DELTA_AT, count - 1)
                .setInt(RECORD_COUNT_AT, count);
        BatchEdits.sealCrc(RecordBatch.at(bytes, 0));
        return bytes;
    }
}
