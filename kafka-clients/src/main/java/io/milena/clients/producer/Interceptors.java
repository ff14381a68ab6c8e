package io.milena.clients.producer;

import io.milena.common.TopicPartition;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The interceptors of a producer, in order; what one throws is logged and stops none. Thread-safe if they are. */
final class Interceptors<K, V> implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Interceptors.class);

    private final List<ProducerInterceptor<K, V>> all;

    Interceptors(List<ProducerInterceptor<K, V>> all) {
        this.all = List.copyOf(all);
    }

    List<ProducerInterceptor<K, V>> all() {
        return all;
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    /** The record that is to be sent in the place of {@code record}; null if an interceptor gave none. */
    @Nullable
    ProducerRecord<K, V> onSend(ProducerRecord<K, V> record) {
        ProducerRecord<K, V> current = record;
        for (ProducerInterceptor<K, V> one : all) {
            try {
                current = one.onSend(current);
            } catch (RuntimeException e) {
                log.warn("interceptor {} threw on a record to {}, which goes on without it", one, record.topic(), e);
            }
        }
        return current;
    }

    /** A callback that tells the interceptors before {@code callback}. */
    Callback before(@Nullable Callback callback) {
        return (metadata, exception) -> {
            onAcknowledgement(metadata, exception);
            if (callback != null) {
                callback.onCompletion(metadata, exception);
            }
        };
    }

    private void onAcknowledgement(@Nullable RecordMetadata metadata, @Nullable Exception exception) {
        for (ProducerInterceptor<K, V> one : all) {
            try {
                one.onAcknowledgement(metadata, exception);
            } catch (RuntimeException e) {
                log.warn("interceptor {} threw on an acknowledgement of {}", one, metadata, e);
            }
        }
    }

    /**
     * A record failed before it was in a batch.
     *
     * @param partition where it was to go; null if an interceptor gave none in its place
     */
    void failed(@Nullable TopicPartition partition, Exception exception) {
        onAcknowledgement(
                partition == null
                        ? null
                        : new RecordMetadata(partition, BatchResult.NO_OFFSET, 0, BatchResult.NO_TIMESTAMP, -1, -1),
                exception);
    }

    @Override
    public void close() {
        for (ProducerInterceptor<K, V> one : all) {
            try {
                one.close();
            } catch (RuntimeException e) {
                log.warn("interceptor {} threw when it was closed", one, e);
            }
        }
    }
}
