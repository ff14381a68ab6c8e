package io.milena.storage.segment;

import io.milena.record.RecordBatch;

/**
 * A batch found in a segment.
 *
 * @param position where it begins in the file
 * @param sizeBytes the whole batch
 * @param baseOffset its first offset; of an old format's compressed message, its last
 */
public record Located(long position, int sizeBytes, long baseOffset) {

    static Located at(BatchScan scan) {
        RecordBatch batch = scan.batch();
        return new Located(scan.position(), batch.sizeBytes(), batch.baseOffset());
    }
}
