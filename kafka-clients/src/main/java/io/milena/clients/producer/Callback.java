package io.milena.clients.producer;

import org.jspecify.annotations.Nullable;

/**
 * Hears what became of a record.
 *
 * <p>Called on the producer's I/O thread, in the order of sending for records of one partition: it should be quick, and
 * must not wait for other records. What it throws is logged, and hurts nobody else.
 */
@FunctionalInterface
public interface Callback {

    /**
     * @param metadata where the record went; if it failed, only its topic and partition are known, and its offset is -1
     * @param exception why the record failed; null if it did not
     */
    void onCompletion(RecordMetadata metadata, @Nullable Exception exception);
}
