package io.milena.record;

import io.netty.buffer.ByteBuf;
import java.util.zip.CRC32C;

/**
 * CRC-32C (Castagnoli), the checksum of batches of format 2, over heap, direct and composite buffers without a copy.
 */
public final class Crc32c {

    private Crc32c() {}

    /** The checksum of {@code length} bytes from absolute {@code index}. */
    public static int of(ByteBuf buffer, int index, int length) {
        var crc = new CRC32C();
        BufferChecksum.update(crc, buffer, index, length);
        return (int) crc.getValue();
    }

    /** What the header of this batch of format 2 should say. */
    static int of(RecordBatch batch) {
        int covered = RecordBatchFormat.ATTRIBUTES_AT;
        return of(batch.buffer(), batch.index() + covered, batch.sizeBytes() - covered);
    }
}
