package io.milena.server.coordinator;

import io.milena.record.BatchTerms;
import io.milena.record.RecordBatchBuilder;
import io.milena.record.compression.Compression;
import io.milena.record.compression.Compressor;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Batches of one record with a key, as a coordinator has them. */
final class WithKeys {

    private WithKeys() {}

    static ByteBuf batch(String key, byte[] value) {
        var allocator = UnpooledByteBufAllocator.DEFAULT;
        try (var compressor = new Compressor(allocator);
                var builder = new RecordBatchBuilder(allocator, Compression.NONE, BatchTerms.PLAIN, 256)) {
            builder.append(1, key.getBytes(StandardCharsets.UTF_8), value, List.of());
            ByteBuf sealed = builder.seal(compressor);
            ByteBuf onHeap = Unpooled.copiedBuffer(sealed);
            sealed.release();
            return onHeap;
        }
    }
}
