package io.milena.clients.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.milena.common.header.internals.RecordHeaders;
import io.milena.common.serialization.StringDeserializer;
import io.milena.record.BatchTerms;
import io.milena.record.RecordBatch;
import io.milena.record.RecordBatchBuilder;
import io.milena.record.compression.Codec;
import io.milena.record.compression.Compression;
import io.milena.record.compression.Compressor;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.lang.ref.WeakReference;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who has which array, and what is in it. */
class ScratchArraysTest {

    private static final ByteBufAllocator ALLOCATOR = UnpooledByteBufAllocator.DEFAULT;
    private static final int TOO_LARGE = 5 << 20;

    private final ScratchArrays arrays = new ScratchArrays();

    @Test
    void theArrayOfTheBatchBeforeServesTheNext() {
        byte[] first = arrays.take(100);
        arrays.giveBack(first);

        assertThat(arrays.take(first.length)).isSameAs(first);
    }

    @Test
    void whatIsTakenIsNobodyElses() {
        byte[] first = arrays.take(100);

        assertThat(arrays.take(100)).isNotSameAs(first);
    }

    @Test
    void aTooLargeArrayIsNotKept() {
        byte[] large = arrays.take(TOO_LARGE);
        arrays.giveBack(large);

        assertThat(arrays.take(TOO_LARGE)).isNotSameAs(large);
    }

    @Test
    void aCopySaysTheSameAndBeginsItsArray() {
        ByteBuf bytes = behindOtherBytes(batch(7, 300));
        RecordBatch batch = RecordBatch.at(bytes, bytes.readerIndex());

        RecordBatch copy = arrays.copyOf(batch);
        byte[] array = arrays.takeCopyOf(copy);

        assertThat(copy.baseOffset()).isEqualTo(7);
        assertThat(copy.crc()).isEqualTo(batch.crc());
        assertThat(copy.recordCount()).isEqualTo(1);
        assertThat(copy.buffer().array()).isSameAs(array);
        assertThat(copy.index()).isZero();
        bytes.release();
    }

    @Test
    void aBatchThatWasNotCopiedIsCopiedWhenItsArrayIsTaken() {
        ByteBuf bytes = behindOtherBytes(batch(7, 300));
        var expected = new byte[bytes.readableBytes()];
        bytes.getBytes(bytes.readerIndex(), expected);

        byte[] array = arrays.takeCopyOf(RecordBatch.at(bytes, bytes.readerIndex()));

        assertThat(array).startsWith(expected);
        bytes.release();
    }

    /** Such as a control batch, which is looked at and left out. */
    @Test
    void theArrayOfACopyThatNobodyTookServesTheNext() {
        ByteBuf first = batch(7, 300);
        ByteBuf second = batch(8, 20);
        byte[] untaken = arrays.copyOf(RecordBatch.at(first, 0)).buffer().array();

        RecordBatch copy = arrays.copyOf(RecordBatch.at(second, 0));

        assertThat(copy.baseOffset()).isEqualTo(8);
        assertThat(arrays.takeCopyOf(copy)).isSameAs(untaken);
        first.release();
        second.release();
    }

    @Test
    void aCopyDoesNotTouchTheBatchThatIsStillOpen() {
        ByteBuf first = batch(7, 300);
        ByteBuf second = batch(8, 300);
        byte[] open = arrays.takeCopyOf(RecordBatch.at(first, 0));
        byte[] before = open.clone();

        arrays.copyOf(RecordBatch.at(second, 0));

        assertThat(open).isEqualTo(before);
        first.release();
        second.release();
    }

    /** Such as one whose checksum is wrong: the reader stays before it until it is sought past. */
    @Test
    void aBatchTooLargeToKeepIsNotCopiedBeforeItsRecordsAreWanted() {
        ByteBuf bytes = batch(7, TOO_LARGE);
        RecordBatch batch = RecordBatch.at(bytes, 0);

        assertThat(arrays.copyOf(batch)).isSameAs(batch);
        bytes.release();
    }

    @Test
    void nothingOfATooLargeBatchIsKeptOnceItIsRead() {
        ByteBuf bytes = batch(7, TOO_LARGE);
        var keys = new FieldDecoder<>(new StringDeserializer());

        WeakReference<byte[]> read = read(RecordBatch.at(bytes, 0), keys);

        await().until(() -> {
            System.gc();
            return read.get() == null;
        });
        assertThat(keys.deserializer()).isNotNull();
        assertThat(arrays.take(1)).isNotNull();
        bytes.release();
    }

    private WeakReference<byte[]> read(RecordBatch batch, FieldDecoder<String> keys) {
        byte[] array = arrays.takeCopyOf(arrays.copyOf(batch));
        keys.decode("a", new RecordHeaders(), array, 0, 1);
        arrays.giveBack(array);
        return new WeakReference<>(array);
    }

    private static ByteBuf batch(long offset, int valueBytes) {
        try (var builder = new RecordBatchBuilder(ALLOCATOR, Compression.of(Codec.NONE), BatchTerms.PLAIN, 64 << 10);
                var compressor = new Compressor(ALLOCATOR)) {
            builder.append(1_000, null, new byte[valueBytes], List.of());
            return builder.seal(compressor).setLong(0, offset);
        }
    }

    /** In two pieces, as an answer that did not come at once. */
    private static ByteBuf behindOtherBytes(ByteBuf batch) {
        int half = batch.readableBytes() / 2;
        return ALLOCATOR
                .compositeDirectBuffer()
                .addComponent(true, ALLOCATOR.directBuffer().writeZero(20))
                .addComponent(true, batch.readRetainedSlice(half))
                .addComponent(true, batch)
                .skipBytes(20);
    }
}
