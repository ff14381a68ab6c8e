package io.milena.storage;

import static io.milena.record.RecordBatchFormat.ATTRIBUTES_AT;
import static io.milena.record.RecordBatchFormat.CODEC_MASK;
import static io.milena.record.RecordBatchFormat.HEADER_BYTES;
import static io.milena.record.RecordBatchFormat.MAGIC_AT;
import static io.milena.record.RecordBatchFormat.MAGIC_V2;

import io.milena.record.RecordValidation;
import io.milena.record.compression.Codec;
import io.milena.record.compression.Compression;
import io.netty.buffer.ByteBuf;

/**
 * Which batches of clients make so much work before they can be written that a thread with other duties should leave
 * them to another. Looks at the size and the kind, and at no record. Pure.
 */
final class HeavyBatches {

    /** Compressed bytes that can be looked through in about a millisecond. */
    static final int MOST_DECOMPRESSED_BYTES = 128 << 10;

    /** Bytes that can be compressed anew, or brought out of an old format, in about a millisecond. */
    static final int MOST_REWRITTEN_BYTES = 16 << 10;

    private HeavyBatches() {}

    static boolean isHeavy(ByteBuf records, RecordValidation validation, LogConfig config) {
        int sizeBytes = records.readableBytes();
        if (sizeBytes <= MOST_REWRITTEN_BYTES || sizeBytes < HEADER_BYTES) {
            return false;
        }
        if (records.getByte(records.readerIndex() + MAGIC_AT) < MAGIC_V2) {
            return true;
        }
        int codec = records.getShort(records.readerIndex() + ATTRIBUTES_AT) & CODEC_MASK;
        Compression forced = config.message().compression().forced().orElse(null);
        if (forced != null && forced.codec().id() != codec) {
            return true;
        }
        boolean isLookedThrough =
                validation == RecordValidation.FULL || config.cleaner().isCompacted();
        return codec != Codec.NONE.id() && isLookedThrough && sizeBytes > MOST_DECOMPRESSED_BYTES;
    }
}
