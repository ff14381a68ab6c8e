package io.milena.clients.producer;

import io.milena.common.Configurable;
import org.jspecify.annotations.Nullable;

/**
 * Sees, and may change, records before they are sent, and hears what became of them. Named in {@code
 * interceptor.classes}, asked in that order. What one throws is logged, and the others are asked all the same.
 *
 * @param <K> of keys
 * @param <V> of values
 */
public interface ProducerInterceptor<K, V> extends Configurable, AutoCloseable {

    /** Called by the sending thread before keys and values become bytes; gives the record to send. */
    ProducerRecord<K, V> onSend(ProducerRecord<K, V> record);

    /**
     * Called before the record's callback, mostly on the I/O thread: should be quick.
     *
     * @param metadata if the record failed, of it only topic and partition are sure
     * @param exception why it failed; null if it did not
     */
    void onAcknowledgement(RecordMetadata metadata, @Nullable Exception exception);

    @Override
    void close();
}
