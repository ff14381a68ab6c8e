package io.milena.clients.producer;

import io.milena.clients.consumer.ConsumerGroupMetadata;
import io.milena.clients.consumer.OffsetAndMetadata;
import io.milena.common.Cluster;
import io.milena.common.KafkaException;
import io.milena.common.Metric;
import io.milena.common.MetricName;
import io.milena.common.PartitionInfo;
import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.milena.common.serialization.Serializer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * A producer for tests of applications: keeps what is sent in a list, and ends each record at once, or when the test
 * says so. Thread-safe.
 *
 * @param <K> of keys
 * @param <V> of values
 */
public final class MockProducer<K, V> implements Producer<K, V> {

    /** Thrown by the call that it is named after, unless it is null. */
    public @Nullable RuntimeException initTransactionException;

    public @Nullable RuntimeException beginTransactionException;
    public @Nullable RuntimeException sendOffsetsToTransactionException;
    public @Nullable RuntimeException commitTransactionException;
    public @Nullable RuntimeException abortTransactionException;
    public @Nullable RuntimeException sendException;
    public @Nullable RuntimeException flushException;
    public @Nullable RuntimeException partitionsForException;
    public @Nullable RuntimeException closeException;

    private final Cluster cluster;
    private final boolean autoComplete;
    private final @Nullable Partitioner partitioner;
    private final @Nullable Serializer<K> keySerializer;
    private final @Nullable Serializer<V> valueSerializer;
    private final List<ProducerRecord<K, V>> sent = new ArrayList<>();
    private final Deque<MockCompletion> pending = new ArrayDeque<>();
    private final Map<TopicPartition, Long> offsets = new HashMap<>();
    private final Map<MetricName, Metric> metrics = new HashMap<>();
    private final MockTransactions<K, V> transactions = new MockTransactions<>();
    private boolean closed;

    /**
     * @param cluster whose topics records are sent to; others have one partition
     * @param autoComplete whether a record is acknowledged as it is sent
     * @param partitioner null for the hash of the key
     */
    public MockProducer(
            Cluster cluster,
            boolean autoComplete,
            @Nullable Partitioner partitioner,
            @Nullable Serializer<K> keySerializer,
            @Nullable Serializer<V> valueSerializer) {
        this.cluster = cluster;
        this.autoComplete = autoComplete;
        this.partitioner = partitioner;
        this.keySerializer = keySerializer;
        this.valueSerializer = valueSerializer;
    }

    public MockProducer(boolean autoComplete, Serializer<K> keySerializer, Serializer<V> valueSerializer) {
        this(Cluster.empty(), autoComplete, null, keySerializer, valueSerializer);
    }

    public MockProducer(
            Cluster cluster, boolean autoComplete, Serializer<K> keySerializer, Serializer<V> valueSerializer) {
        this(cluster, autoComplete, null, keySerializer, valueSerializer);
    }

    public MockProducer(
            boolean autoComplete, Partitioner partitioner, Serializer<K> keySerializer, Serializer<V> valueSerializer) {
        this(Cluster.empty(), autoComplete, partitioner, keySerializer, valueSerializer);
    }

    /** Ends no record by itself, and makes no bytes. */
    public MockProducer() {
        this(Cluster.empty(), false, null, null, null);
    }

    @Override
    public synchronized void initTransactions() {
        requireOpen();
        throwIf(initTransactionException);
        transactions.init();
    }

    @Override
    public synchronized void beginTransaction() {
        requireOpen();
        throwIf(beginTransactionException);
        transactions.begin();
    }

    @Override
    public synchronized void sendOffsetsToTransaction(
            Map<TopicPartition, OffsetAndMetadata> positions, ConsumerGroupMetadata groupMetadata) {
        requireOpen();
        throwIf(sendOffsetsToTransactionException);
        transactions.addOffsets(groupMetadata.groupId(), positions);
    }

    @Override
    public synchronized void commitTransaction() {
        requireOpen();
        throwIf(commitTransactionException);
        flush();
        sent.addAll(transactions.commit());
    }

    @Override
    public synchronized void abortTransaction() {
        requireOpen();
        throwIf(abortTransactionException);
        transactions.abort();
        while (errorNext(new KafkaException("the transaction was aborted"))) {
            // Each has its end.
        }
    }

    @Override
    public Future<RecordMetadata> send(ProducerRecord<K, V> record) {
        return send(record, null);
    }

    /**
     * Keeps the record. Within a transaction it comes to {@link #history} with the commit.
     *
     * @throws IllegalStateException if the producer is closed, or transactional with none open
     */
    @Override
    public synchronized Future<RecordMetadata> send(ProducerRecord<K, V> record, @Nullable Callback callback) {
        requireOpen();
        transactions.throwIfFenced();
        throwIf(sendException);
        var partition = new TopicPartition(record.topic(), partition(record));
        long offset = offsets.getOrDefault(partition, 0L);
        offsets.put(partition, offset + 1);
        Long timestamp = record.timestamp();
        var completion = new MockCompletion(
                new RecordMetadata(partition, offset, 0, timestamp == null ? -1 : timestamp, 0, 0), callback);
        if (transactions.isInitialized()) {
            transactions.add(record);
        } else {
            sent.add(record);
        }
        if (autoComplete) {
            completion.complete(null);
        } else {
            pending.addLast(completion);
        }
        return completion.future();
    }

    private int partition(ProducerRecord<K, V> record) {
        byte[] key =
                keySerializer == null ? null : keySerializer.serialize(record.topic(), record.headers(), record.key());
        byte[] value = valueSerializer == null
                ? null
                : valueSerializer.serialize(record.topic(), record.headers(), record.value());
        int partitions = Math.max(1, cluster.partitionsForTopic(record.topic()).size());
        Integer named = record.partition();
        if (named != null) {
            boolean isKnown = cluster.partitionsForTopic(record.topic()).isEmpty() || named < partitions;
            if (!isKnown) {
                throw new IllegalArgumentException(
                        "partition: " + named + " (expected: 0 to " + (partitions - 1) + ")");
            }
            return named;
        }
        if (partitioner != null && !cluster.partitionsForTopic(record.topic()).isEmpty()) {
            return partitioner.partition(record.topic(), record.key(), key, record.value(), value, cluster);
        }
        return key == null ? 0 : Murmur2.partition(key, partitions);
    }

    /** Acknowledges all that was sent. */
    @Override
    public synchronized void flush() {
        requireOpen();
        throwIf(flushException);
        while (completeNext()) {
            // Each has its end.
        }
    }

    @Override
    public List<PartitionInfo> partitionsFor(String topic) {
        throwIf(partitionsForException);
        return cluster.partitionsForTopic(topic);
    }

    /** What {@link #setMockMetrics} was told. */
    @Override
    public synchronized Map<MetricName, Metric> metrics() {
        return new HashMap<>(metrics);
    }

    public synchronized void setMockMetrics(MetricName name, Metric metric) {
        metrics.put(name, metric);
    }

    @Override
    public Uuid clientInstanceId(Duration timeout) {
        throw new UnsupportedOperationException("clients of this library send no telemetry, and have no instance id");
    }

    @Override
    public void close() {
        close(Duration.ZERO);
    }

    @Override
    public synchronized void close(Duration timeout) {
        throwIf(closeException);
        closed = true;
    }

    // ---- what a test does

    /** Acknowledges the oldest record that has no end; false if there is none. */
    public synchronized boolean completeNext() {
        MockCompletion next = pending.pollFirst();
        if (next != null) {
            next.complete(null);
        }
        return next != null;
    }

    /** Fails the oldest record that has no end; false if there is none. */
    public synchronized boolean errorNext(RuntimeException cause) {
        MockCompletion next = pending.pollFirst();
        if (next != null) {
            next.complete(Objects.requireNonNull(cause, "cause"));
        }
        return next != null;
    }

    /** As if another producer had taken over: calls about transactions, and sending, fail from now on. */
    public synchronized void fenceProducer() {
        requireOpen();
        transactions.fence();
    }

    /** Forgets all that was sent, whether it has its end or not. */
    public synchronized void clear() {
        sent.clear();
        pending.clear();
        transactions.clear();
    }

    // ---- what a test asks

    /** What was sent, and not in a transaction that was not committed. */
    public synchronized List<ProducerRecord<K, V>> history() {
        return List.copyOf(sent);
    }

    /** What was sent in the open transaction. */
    public synchronized List<ProducerRecord<K, V>> uncommittedRecords() {
        return transactions.uncommitted();
    }

    /** Offsets by group of the open transaction. */
    public synchronized Map<String, Map<TopicPartition, OffsetAndMetadata>> uncommittedOffsets() {
        return transactions.uncommittedOffsets();
    }

    /** Offsets by group of each transaction that was committed with some. */
    public synchronized List<Map<String, Map<TopicPartition, OffsetAndMetadata>>> consumerGroupOffsetsHistory() {
        return transactions.committedOffsets();
    }

    public synchronized boolean closed() {
        return closed;
    }

    /** Whether every record has its end. */
    public synchronized boolean flushed() {
        return pending.isEmpty();
    }

    public synchronized boolean transactionInitialized() {
        return transactions.isInitialized();
    }

    public synchronized boolean transactionInFlight() {
        return transactions.isOpen();
    }

    public synchronized boolean transactionCommitted() {
        return transactions.isCommitted();
    }

    public synchronized boolean transactionAborted() {
        return transactions.isAborted();
    }

    /** Whether offsets were sent to the last transaction. */
    public synchronized boolean sentOffsets() {
        return transactions.sentOffsets();
    }

    public synchronized long commitCount() {
        return transactions.commits();
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the producer is closed");
        }
    }

    private static void throwIf(@Nullable RuntimeException told) {
        if (told != null) {
            throw told;
        }
    }
}
