package io.milena.server.partition;

import io.milena.record.BatchTerms;
import io.milena.record.RecordBatchBuilder;
import io.milena.record.RecordValidation;
import io.milena.record.compression.Codec;
import io.milena.record.compression.Compression;
import io.milena.record.compression.Compressor;
import io.milena.storage.AppendTerms.Origin;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Makes batches as clients send them. */
public final class TestBatches {

    private TestBatches() {}

    /** A batch with one record per value, all at {@code timestampMs}; on the heap, so that nobody need release it. */
    public static ByteBuf batch(long timestampMs, String... values) {
        return batch(BatchTerms.PLAIN, Codec.NONE, timestampMs, values);
    }

    public static ByteBuf batch(BatchTerms terms, Codec codec, long timestampMs, String... values) {
        try (var compressor = new Compressor(UnpooledByteBufAllocator.DEFAULT);
                var builder =
                        new RecordBatchBuilder(UnpooledByteBufAllocator.DEFAULT, Compression.of(codec), terms, 1024)) {
            for (String value : values) {
                builder.append(timestampMs, null, value.getBytes(StandardCharsets.UTF_8), List.of());
            }
            ByteBuf sealed = builder.seal(compressor);
            ByteBuf onHeap = Unpooled.copiedBuffer(sealed);
            sealed.release();
            return onHeap;
        }
    }

    public static ProduceTerms terms(RequiredAcks acks) {
        return new ProduceTerms(acks, Origin.CLIENT, RecordValidation.FULL, (nanos, bytes) -> {});
    }
}
