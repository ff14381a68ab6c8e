package io.milena.storage.recovery;

import io.milena.record.RecordBatch;
import io.milena.record.RecordBatchFormat;
import io.milena.storage.files.StoreFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;

/**
 * Checks the checksums of batches in a file, in pieces through one buffer, so that a length that is garbage costs no
 * memory. Confined to one thread.
 */
final class BatchChecksum {

    private static final int PIECE_BYTES = 256 * 1024;

    private final ByteBuffer piece = ByteBuffer.allocate(PIECE_BYTES);
    private final CRC32C batches = new CRC32C();
    private final CRC32 legacyMessages = new CRC32();

    /** Whether the batch at {@code position}, whose header is {@code batch}, has the checksum that it claims. */
    boolean isRight(StoreFile file, long position, RecordBatch batch) throws IOException {
        Checksum checksum = batch.isLegacy() ? legacyMessages : batches;
        int coveredFrom = batch.isLegacy() ? RecordBatchFormat.MAGIC_AT : RecordBatchFormat.ATTRIBUTES_AT;
        long end = position + batch.sizeBytes();
        checksum.reset();
        for (long at = position + coveredFrom; at < end; at += piece.limit()) {
            piece.clear().limit((int) Math.min(PIECE_BYTES, end - at));
            if (file.read(piece, at) < piece.limit()) {
                return false;
            }
            checksum.update(piece.flip());
        }
        return (int) checksum.getValue() == batch.crc();
    }
}
