package io.milena.clients.consumer;

import io.milena.common.TopicPartition;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The interceptors of one consumer, in their order. They are code of the application: what one throws is logged, and
 * the next goes on with what was before it. Confined to the application's thread.
 */
final class Interceptors<K, V> {

    private static final Logger log = LoggerFactory.getLogger(Interceptors.class);

    private final List<ConsumerInterceptor<K, V>> interceptors;

    Interceptors(List<ConsumerInterceptor<K, V>> interceptors) {
        this.interceptors = interceptors;
    }

    ConsumerRecords<K, V> consumed(ConsumerRecords<K, V> records) {
        ConsumerRecords<K, V> current = records;
        for (ConsumerInterceptor<K, V> interceptor : interceptors) {
            try {
                current = interceptor.onConsume(current);
            } catch (RuntimeException e) {
                log.warn("an interceptor has thrown on records", e);
            }
        }
        return current;
    }

    void committed(Map<TopicPartition, OffsetAndMetadata> offsets) {
        for (ConsumerInterceptor<K, V> interceptor : interceptors) {
            try {
                interceptor.onCommit(offsets);
            } catch (RuntimeException e) {
                log.warn("an interceptor has thrown on a commit", e);
            }
        }
    }

    void close() {
        for (ConsumerInterceptor<K, V> interceptor : interceptors) {
            try {
                interceptor.close();
            } catch (RuntimeException e) {
                log.warn("an interceptor has thrown on closing", e);
            }
        }
    }
}
