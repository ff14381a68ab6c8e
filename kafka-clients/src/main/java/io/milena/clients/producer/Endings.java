package io.milena.clients.producer;

import io.milena.common.TopicPartition;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends batches: tells callbacks in order, then whoever waits for a future, and gives up the memory. Each batch ends
 * once. Confined to the event loop.
 */
final class Endings {

    private static final Logger log = LoggerFactory.getLogger(Endings.class);

    private final Set<BatchResult> incomplete;

    /** @param incomplete loses the results of batches that end */
    Endings(Set<BatchResult> incomplete) {
        this.incomplete = incomplete;
    }

    /** The batch is in the log from {@code baseOffset} on; -1 if that, or the time of appending, is not known. */
    void appended(ProducerBatch batch, long baseOffset, long appendedAtMs) {
        batch.result().appended(baseOffset, appendedAtMs);
        end(batch, null);
    }

    void failed(ProducerBatch batch, RuntimeException cause) {
        batch.result().failed(cause);
        end(batch, cause);
    }

    /** Its records are in {@code parts} now. */
    void split(ProducerBatch batch, Iterable<ProducerBatch> parts) {
        parts.forEach(part -> incomplete.add(part.result()));
        incomplete.remove(batch.result());
        batch.release();
    }

    private void end(ProducerBatch batch, @Nullable RuntimeException cause) {
        batch.ended();
        for (int i = 0; i < batch.calledBackCount(); i++) {
            callBack(batch, batch.calledBack(i), cause);
        }
        batch.result().open();
        incomplete.remove(batch.result());
        batch.release();
    }

    private static void callBack(ProducerBatch batch, RecordFuture record, @Nullable RuntimeException cause) {
        Callback callback = record.callback();
        if (callback == null) {
            return;
        }
        TopicPartition partition = batch.result().partition();
        try {
            RecordMetadata metadata = cause == null
                    ? batch.result().metadataOf(batch.indexOf(record), record)
                    : new RecordMetadata(partition, BatchResult.NO_OFFSET, 0, BatchResult.NO_TIMESTAMP, -1, -1);
            callback.onCompletion(metadata, cause);
        } catch (Throwable e) {
            // Whatever it is, also what other languages throw undeclared: the batch has to have its end.
            log.error("the callback of a record to {} threw; its record is not touched by that", partition, e);
        }
    }
}
