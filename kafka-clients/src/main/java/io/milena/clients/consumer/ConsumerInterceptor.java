package io.milena.clients.consumer;

import io.milena.common.Configurable;
import io.milena.common.TopicPartition;
import java.util.Map;

/**
 * Sees, and may change, what a consumer reads; sees what it commits. Called on the thread that polls; what it throws is
 * logged and goes no further.
 */
public interface ConsumerInterceptor<K, V> extends Configurable, AutoCloseable {

    /** Records on their way to the application, which gets what this returns. */
    ConsumerRecords<K, V> onConsume(ConsumerRecords<K, V> records);

    /** These offsets were committed. */
    void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets);

    @Override
    void close();
}
