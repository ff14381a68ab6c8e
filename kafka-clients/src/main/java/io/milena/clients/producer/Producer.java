package io.milena.clients.producer;

import io.milena.clients.consumer.ConsumerGroupMetadata;
import io.milena.clients.consumer.OffsetAndMetadata;
import io.milena.common.Metric;
import io.milena.common.MetricName;
import io.milena.common.PartitionInfo;
import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import java.io.Closeable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Sends records to a cluster: {@link KafkaProducer}, or in tests {@link MockProducer}. Thread-safe.
 *
 * @param <K> of keys
 * @param <V> of values
 */
public interface Producer<K, V> extends Closeable {

    /** See {@link KafkaProducer#initTransactions()}. */
    void initTransactions();

    /** See {@link KafkaProducer#beginTransaction()}. */
    void beginTransaction();

    /** See {@link KafkaProducer#sendOffsetsToTransaction(Map, ConsumerGroupMetadata)}. */
    void sendOffsetsToTransaction(Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata groupMetadata);

    /** See {@link KafkaProducer#commitTransaction()}. */
    void commitTransaction();

    /** See {@link KafkaProducer#abortTransaction()}. */
    void abortTransaction();

    /** See {@link KafkaProducer#send(ProducerRecord)}. */
    Future<RecordMetadata> send(ProducerRecord<K, V> record);

    /** See {@link KafkaProducer#send(ProducerRecord, Callback)}. */
    Future<RecordMetadata> send(ProducerRecord<K, V> record, @Nullable Callback callback);

    /** See {@link KafkaProducer#flush()}. */
    void flush();

    /** See {@link KafkaProducer#partitionsFor(String)}. */
    List<PartitionInfo> partitionsFor(String topic);

    /** See {@link KafkaProducer#metrics()}. */
    Map<MetricName, ? extends Metric> metrics();

    /** See {@link KafkaProducer#clientInstanceId(Duration)}. */
    Uuid clientInstanceId(Duration timeout);

    /** See {@link KafkaProducer#close()}. */
    @Override
    void close();

    /** See {@link KafkaProducer#close(Duration)}. */
    void close(Duration timeout);
}
