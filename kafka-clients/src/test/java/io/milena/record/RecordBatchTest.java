package io.milena.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.record.TimestampType;
import io.milena.record.compression.Compression;
import io.milena.record.compression.Compressor;
import io.milena.record.compression.Decompressor;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Batches of format 2 against bytes that the reference wrote. */
class RecordBatchTest {

    private static final long T = 1_700_000_000_000L;

    /** Three records with and without key, value and headers, as a broker stored them. */
    static final String WORKED_EXAMPLE = "00000000000000000000005f0000000002969ae4ec0000000000020000018bcf"
            + "e568000000018bcfe5692cffffffffffffffffffffffffffff00000003"
            + "2e000000046b310a68656c6c6f040468310476310468320116000a02010a776f726c64001200d80404046b330100";

    static final String COMMIT_MARKER = "00000000000000010000004200000000"
            + "02c9f886ef0030000000000000"
            + "01a226fafa89000001a226fafa8900000000000003e90000ffffffff00000001"
            + "20000000080000000"
            + "10c000000000000"
            + "00";

    static ByteBuf hex(String hex) {
        return Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump(hex));
    }

    static byte @Nullable [] bytes(@Nullable String text) {
        return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void builderWritesTheBytesOfTheReference() {
        var terms = BatchTerms.PLAIN.withLeaderEpoch(0);
        try (var builder = new RecordBatchBuilder(PooledByteBufAllocator.DEFAULT, Compression.NONE, terms, 0);
                var compressor = new Compressor(PooledByteBufAllocator.DEFAULT)) {
            builder.append(
                    T,
                    bytes("k1"),
                    bytes("hello"),
                    List.of(new RecordHeader("h1", bytes("v1")), new RecordHeader("h2", null)));
            builder.append(T + 5, null, bytes("world"), List.of());
            builder.append(T + 300, bytes("k3"), null, List.of());
            ByteBuf batch = builder.seal(compressor);

            assertThat(ByteBufUtil.hexDump(batch)).isEqualTo(WORKED_EXAMPLE);
            batch.release();
        }
    }

    @Test
    void viewNamesEveryFieldOfTheHeader() {
        RecordBatch batch = RecordBatch.at(hex(WORKED_EXAMPLE), 0);

        assertThat(batch.baseOffset()).isZero();
        assertThat(batch.lastOffset()).isEqualTo(2);
        assertThat(batch.sizeBytes()).isEqualTo(107);
        assertThat(batch.partitionLeaderEpoch()).isZero();
        assertThat(batch.magic()).isEqualTo((byte) 2);
        assertThat(batch.crc()).isEqualTo(0x969ae4ec).isEqualTo(Crc32c.of(batch));
        assertThat(batch.timestampType()).isEqualTo(TimestampType.CREATE_TIME);
        assertThat(batch.baseTimestamp()).isEqualTo(T);
        assertThat(batch.maxTimestamp()).isEqualTo(T + 300);
        assertThat(batch.producerId()).isEqualTo(-1);
        assertThat(batch.producerEpoch()).isEqualTo((short) -1);
        assertThat(batch.lastSequence()).isEqualTo(-1);
        assertThat(batch.recordCount()).isEqualTo(3);
    }

    @Test
    void headerReadFromAFileIsSeenThroughTheSameView() {
        var header = ByteBuffer.allocateDirect(RecordBatchFormat.HEADER_BYTES);
        RecordBatch batch = RecordBatch.over(header);

        header.put(ByteBufUtil.decodeHexDump(WORKED_EXAMPLE), 0, header.capacity());

        assertThat(batch.recordCount()).isEqualTo(3);
        assertThat(batch.sizeBytes()).isEqualTo(107);
    }

    @Test
    void iteratorGivesBackWhatWasWritten() throws MalformedRecords {
        RecordBatch batch = RecordBatch.at(hex(WORKED_EXAMPLE), 0);
        try (var decompressor = new Decompressor(PooledByteBufAllocator.DEFAULT, 1024);
                var records = RecordIterator.open(batch, decompressor)) {
            assertThat(records.next()).isTrue();
            assertThat(records.record().key()).isEqualTo(hex("6b31"));
            assertThat(records.record().headers())
                    .containsExactly(new RecordHeader("h1", bytes("v1")), new RecordHeader("h2", null));
            assertThat(records.next()).isTrue();
            assertThat(records.record().hasKey()).isFalse();
            assertThat(records.record().timestamp()).isEqualTo(T + 5);
            assertThat(records.next()).isTrue();
            assertThat(records.record().value()).isNull();
            assertThat(records.record().offset()).isEqualTo(2);
            assertThat(records.next()).isFalse();
        }
    }

    @Test
    void leaderEditsOffsetAndEpochOutsideTheCrc() {
        RecordBatch batch = RecordBatch.at(hex(WORKED_EXAMPLE), 0);

        BatchEdits.assignOffset(batch, 40);
        BatchEdits.assignLeaderEpoch(batch, 7);

        assertThat(batch.lastOffset()).isEqualTo(42);
        assertThat(batch.partitionLeaderEpoch()).isEqualTo(7);
        assertThat(batch.crc()).isEqualTo(Crc32c.of(batch));
    }

    @Test
    void appendTimeChangesTypeMaxTimestampAndCrcOnly() throws MalformedRecords {
        RecordBatch batch = RecordBatch.at(hex(WORKED_EXAMPLE), 0);

        BatchEdits.stampLogAppendTime(batch, T + 9_000);

        assertThat(batch.attributes()).isEqualTo(RecordBatchFormat.LOG_APPEND_TIME_BIT);
        assertThat(batch.baseTimestamp()).isEqualTo(T);
        assertThat(batch.crc()).isEqualTo(Crc32c.of(batch));
        try (var decompressor = new Decompressor(PooledByteBufAllocator.DEFAULT, 1024);
                var records = RecordIterator.open(batch, decompressor)) {
            records.next();
            assertThat(records.record().timestamp()).isEqualTo(T + 9_000);
        }
    }

    @Test
    void cursorWalksBatchesAndStopsBeforeTheOneCutShort() {
        ByteBuf three = hex(WORKED_EXAMPLE + COMMIT_MARKER + WORKED_EXAMPLE.substring(0, 100));
        BatchCursor cursor = BatchCursor.over(three);

        assertThat(cursor.next()).isTrue();
        assertThat(cursor.batch().isControl()).isFalse();
        assertThat(cursor.next()).isTrue();
        assertThat(cursor.batch().isControl()).isTrue();
        assertThat(cursor.next()).isFalse();
        assertThat(cursor.remainingBytes()).isEqualTo(50);
        assertThat(cursor.isCutShort()).isTrue();
    }

    @Test
    void commitMarkerHasTheBytesOfTheReference() throws MalformedRecords {
        var marker = new ControlMarker(ControlMarker.Type.COMMIT, 0);

        ByteBuf written = marker.toBatch(PooledByteBufAllocator.DEFAULT, 1001, (short) 0, 0x01a226fafa89L);
        RecordBatch batch = RecordBatch.at(written, 0);
        BatchEdits.assignOffset(batch, 1);
        BatchEdits.assignLeaderEpoch(batch, 0);

        assertThat(ByteBufUtil.hexDump(written)).isEqualTo(COMMIT_MARKER);
        try (var decompressor = new Decompressor(PooledByteBufAllocator.DEFAULT, 1024);
                var records = RecordIterator.open(batch, decompressor)) {
            records.next();
            assertThat(ControlMarker.read(records.record())).isEqualTo(marker);
        }
        written.release();
    }

    @Test
    void sequencesGoOnWithZero() {
        assertThat(Sequences.after(Integer.MAX_VALUE, 1)).isZero();
        assertThat(Sequences.after(Integer.MAX_VALUE - 2, 5)).isEqualTo(2);
        assertThat(Sequences.before(0, 1)).isEqualTo(Integer.MAX_VALUE);
    }
}
