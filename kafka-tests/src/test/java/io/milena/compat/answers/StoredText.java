package io.milena.compat.answers;

import io.milena.record.RecordBatch;
import io.milena.record.RecordBatchFormat;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;

/** Writes what a fetch returned, batch by batch. Stateless. */
final class StoredText {

    private static final int CODEC_MASK = 7;
    private static final long RECENT_MS = World.START_MS + 86_400_000L * 30;

    private static final String OLD = "format ";

    private StoredText() {}

    /** After converted messages the reference fills up with a part of one, which means nothing. */
    static String of(ByteBuf records) {
        List<String> batches = new ArrayList<>();
        int index = records.readerIndex();
        while (records.writerIndex() - index >= RecordBatchFormat.MAGIC_KNOWN_BYTES) {
            var batch = RecordBatch.at(records, index);
            if (records.writerIndex() - index < batch.sizeBytes()) {
                break;
            }
            batches.add(batch.isLegacy() ? message(batch) : batch(batch));
            index += batch.sizeBytes();
        }
        boolean isConverted = !batches.isEmpty() && batches.get(0).startsWith(OLD);
        if (index < records.writerIndex() && !isConverted) {
            batches.add("a part of one");
        }
        return batches.toString();
    }

    /** How large a compressed one is depends on the codec's library. */
    private static String message(RecordBatch message) {
        String size = message.isCompressed() ? "" : ", " + message.sizeBytes() + " bytes";
        return OLD + message.magic() + " @" + message.baseOffset() + " attributes " + message.attributes() + size + ", "
                + time(message.maxTimestamp());
    }

    private static String batch(RecordBatch batch) {
        boolean isSteady = (batch.attributes() & CODEC_MASK) == 0 && !isRecent(batch.maxTimestamp());
        String producer = batch.hasProducerId() ? ", sequence " + batch.baseSequence() : "";
        return "@" + batch.baseOffset() + "-" + batch.lastOffset() + " attributes " + batch.attributes() + ", "
                + batch.recordCount() + " records, " + time(batch.baseTimestamp()) + ".." + time(batch.maxTimestamp())
                + producer
                + (isSteady && !batch.hasProducerId() ? ", crc %08x".formatted(batch.crc()) : "");
    }

    private static String time(long timestampMs) {
        return isRecent(timestampMs) ? "now" : String.valueOf(timestampMs - World.START_MS);
    }

    private static boolean isRecent(long timestampMs) {
        return timestampMs > RECENT_MS && timestampMs < RECENT_MS * 2;
    }
}
