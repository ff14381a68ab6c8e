package io.milena.clients.producer;

import io.milena.clients.ClientKind;
import io.milena.clients.ClusterNews;
import io.milena.clients.ClusterPicture;
import io.milena.clients.ClusterView;
import io.milena.clients.CommonSettings;
import io.milena.clients.consumer.ConsumerGroupMetadata;
import io.milena.clients.consumer.OffsetAndMetadata;
import io.milena.common.Metric;
import io.milena.common.MetricName;
import io.milena.common.PartitionInfo;
import io.milena.common.ThreadRandomness;
import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.milena.common.config.SettingValues;
import io.milena.common.errors.InterruptException;
import io.milena.common.serialization.Serializer;
import io.milena.common.time.SystemTime;
import io.milena.common.time.Time;
import io.milena.transport.ClientLoop;
import io.milena.transport.IoFigures;
import io.milena.transport.Sockets;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.FastThreadLocalThread;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends records to a cluster.
 *
 * <pre>
 * var properties = new Properties();
 * properties.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, "localhost:9092");
 * try (var producer = new KafkaProducer&lt;&gt;(properties, new StringSerializer(), new StringSerializer())) {
 *     producer.send(new ProducerRecord&lt;&gt;("orders", "key", "value"));                   // and forget it
 *     producer.send(new ProducerRecord&lt;&gt;("orders", "key", "value")).get();             // or wait for it
 *     producer.send(new ProducerRecord&lt;&gt;("orders", "key", "value"), (to, error) -&gt; log(to, error));
 * }
 * </pre>
 *
 * <p>Records of one partition go in batches, in the order of sending; unless settings say otherwise each is appended
 * once, whatever brokers and connections do meanwhile. Thread-safe: one producer for a whole application is faster than
 * several. It has one thread of its own, and has to be closed.
 *
 * @param <K> of keys
 * @param <V> of values
 */
public final class KafkaProducer<K, V> implements Producer<K, V> {

    /** How the name of a producer's thread begins; its {@code client.id} follows. */
    public static final String NETWORK_THREAD_PREFIX = "kafka-producer-network-thread";

    /** The group of the figures of the producer itself, as applications look for it in {@link #metrics}. */
    public static final String PRODUCER_METRIC_GROUP_NAME = "producer-metrics";

    private static final Logger log = LoggerFactory.getLogger(KafkaProducer.class);
    private static final AtomicInteger STARTED = new AtomicInteger();
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

    private final ProducerHouse house;
    private final ProducerEngine engine;
    private final ProducerPlugins<K, V> plugins;
    private final RecordSending<K, V> sending;
    private final Time time;
    private final AtomicBoolean closed = new AtomicBoolean();

    /**
     * @param configs by the names in {@link ProducerConfig}, text or objects
     * @throws io.milena.common.config.ConfigException naming key, value and what is allowed
     * @throws io.milena.common.KafkaException if no producer can be made of them, its cause says why
     */
    public KafkaProducer(Map<String, Object> configs) {
        this(configs, null, null);
    }

    public KafkaProducer(Properties properties) {
        this(properties, null, null);
    }

    public KafkaProducer(
            Properties properties, @Nullable Serializer<K> keySerializer, @Nullable Serializer<V> valueSerializer) {
        this(read(properties, keySerializer, valueSerializer), keySerializer, valueSerializer);
    }

    /**
     * @param keySerializer configured by the application; null if the configs name a class
     * @param valueSerializer likewise
     */
    public KafkaProducer(
            Map<String, Object> configs,
            @Nullable Serializer<K> keySerializer,
            @Nullable Serializer<V> valueSerializer) {
        this(read(configs, keySerializer, valueSerializer), keySerializer, valueSerializer);
    }

    private KafkaProducer(
            SettingValues values, @Nullable Serializer<K> keySerializer, @Nullable Serializer<V> valueSerializer) {
        String given = values.get(CommonSettings.CLIENT_ID);
        String clientId = given.isEmpty() ? newClientId(values) : given;
        values.warnOfUnknown(log, clientId);
        time = new SystemTime();
        plugins = ClientKind.PRODUCER.make(
                clientId, () -> ProducerPlugins.make(values, clientId, keySerializer, valueSerializer));
        house = ClientKind.PRODUCER.make(clientId, () -> open(values, clientId));
        ClusterNews.tell(house.floor(), plugins.listening());
        engine = house.engine();
        var choice = new PartitionChoice(engine, plugins.partitioner(), house.picture()::cluster);
        sending = new RecordSending<>(
                engine,
                new RecordSending.Plugins<>(
                        new RecordBytes<>(plugins.keys(), plugins.values()), choice, plugins.interceptors()),
                time);
    }

    /** What was made already is closed if the rest cannot be. */
    private ProducerHouse open(SettingValues values, String clientId) {
        try {
            return ProducerHouse.open(values, clientId, root(clientId, time));
        } catch (RuntimeException e) {
            plugins.close();
            throw e;
        }
    }

    private static SettingValues read(
            Map<?, ?> configs, @Nullable Serializer<?> keySerializer, @Nullable Serializer<?> valueSerializer) {
        Map<Object, @Nullable Object> all = new LinkedHashMap<>(configs);
        if (keySerializer != null) {
            all.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, keySerializer.getClass());
        }
        if (valueSerializer != null) {
            all.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, valueSerializer.getClass());
        }
        SettingValues read = ProducerSettings.TABLE.read(all);
        ProducerTerms.refuseContradictions(read);
        return read;
    }

    private static String newClientId(SettingValues values) {
        String transactionalId = values.find(ProducerSettings.TRANSACTIONAL_ID);
        return "producer-" + (transactionalId != null ? transactionalId : String.valueOf(STARTED.incrementAndGet()));
    }

    private static ProducerHouse.Root root(String clientId, Time time) {
        var io = new IoFigures(time);
        ThreadFactory threads = task -> daemon(task, NETWORK_THREAD_PREFIX + " | " + clientId);
        var group = new MultiThreadIoEventLoopGroup(1, threads, Sockets.handlers(io));
        return new ProducerHouse.Root(
                group,
                ClientLoop.of(group.next(), time, io),
                new ThreadRandomness(),
                task -> daemon(task, "kafka-producer-resolver | " + clientId).start());
    }

    private static Thread daemon(Runnable task, String name) {
        var thread = new FastThreadLocalThread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Sends a record, and leaves it at that; the future tells what became of it. See the other {@code send}. */
    @Override
    public Future<RecordMetadata> send(ProducerRecord<K, V> record) {
        return sending.send(record, null);
    }

    /**
     * Sends a record. Returns as soon as it is in a batch, which may take up to {@code max.block.ms} while its topic is
     * not known, or memory is short.
     *
     * <p>What is wrong with the record, or becomes of it, is told by the future and the callback: among others {@link
     * io.milena.common.errors.RecordTooLargeException}, {@link BufferExhaustedException} and {@link
     * io.milena.common.errors.TimeoutException}.
     *
     * @throws io.milena.common.errors.SerializationException if key or value are of a class that is not expected
     * @throws IllegalStateException if the producer is closed, or transactional with no transaction open
     * @throws InterruptException if the thread is interrupted while it waits
     */
    @Override
    public Future<RecordMetadata> send(ProducerRecord<K, V> record, @Nullable Callback callback) {
        return sending.send(record, callback);
    }

    /** Waits for every record that was sent before this call. Batches that are not full go at once. */
    @Override
    public void flush() {
        interruptibly(engine::flush);
    }

    /**
     * The partitions of a topic, waiting for {@code max.block.ms} at most until it is known.
     *
     * @throws io.milena.common.errors.TimeoutException if it is not known by then
     */
    @Override
    public List<PartitionInfo> partitionsFor(String topic) {
        interruptibly(() -> engine.awaitTopic(engine.topic(topic), RecordMetadata.UNKNOWN_PARTITION));
        ClusterView view = house.floor().metadata().view();
        ClusterView.Topic known = view.topic(topic);
        return known == null ? List.of() : ClusterPicture.partitions(view, known);
    }

    /** All figures of this producer; their values are read when they are asked for, also after the end. */
    @Override
    public Map<MetricName, ? extends Metric> metrics() {
        return house.figures();
    }

    /** @throws UnsupportedOperationException always: clients of this library send no telemetry (KIP-714) */
    @Override
    public Uuid clientInstanceId(Duration timeout) {
        throw new UnsupportedOperationException("clients of this library send no telemetry, and have no instance id");
    }

    /**
     * Makes the producer ready for transactions: fences whoever had its {@code transactional.id} before, and waits for
     * the end of that one's last transaction. Once, before anything else; may be called again after a time-out.
     *
     * @throws IllegalStateException without {@code transactional.id}, or if it was called before
     * @throws io.milena.common.errors.TimeoutException if no coordinator has answered within {@code max.block.ms}
     */
    @Override
    public void initTransactions() {
        timed(ProducerMetrics.Call.INIT, engine::initTransactions);
    }

    /**
     * Begins a transaction: all that is sent until its end is seen by {@code read_committed} readers together, or not
     * at all.
     *
     * @throws IllegalStateException if one is open, or {@link #initTransactions} was not called
     * @throws io.milena.common.errors.ProducerFencedException if another producer has taken over: close this one
     */
    @Override
    public void beginTransaction() {
        timed(ProducerMetrics.Call.BEGIN, engine::beginTransaction);
    }

    /**
     * Commits offsets of a consumer with the open transaction.
     *
     * @param offsets of the next records to read
     * @param groupMetadata {@code consumer.groupMetadata()}, so that a member that lost its partitions commits nothing
     * @throws io.milena.clients.consumer.CommitFailedException if it has lost them: abort the transaction
     */
    @Override
    public void sendOffsetsToTransaction(
            Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata groupMetadata) {
        timed(ProducerMetrics.Call.SEND_OFFSETS, () -> engine.sendOffsets(offsets, groupMetadata));
    }

    /**
     * Waits for all records of the open transaction, and commits it. If it throws a {@link
     * io.milena.common.KafkaException} that is no {@link io.milena.common.errors.ProducerFencedException}, the
     * transaction can be aborted; after a time-out the same call goes on.
     */
    @Override
    public void commitTransaction() {
        timed(ProducerMetrics.Call.COMMIT, engine::commitTransaction);
    }

    /** Gives up what waits of the open transaction, and aborts it. */
    @Override
    public void abortTransaction() {
        timed(ProducerMetrics.Call.ABORT, engine::abortTransaction);
    }

    /** Waits for all records that were sent, however long that takes; see {@link #close(Duration)}. */
    @Override
    public void close() {
        close(LONGEST);
    }

    /**
     * Takes no more records, waits for those that were sent and then aborts an open transaction, as long as it may;
     * gives up the rest, and ends threads and connections. In a callback nothing is waited for. Where several threads
     * close, the one that waits the least decides.
     *
     * @throws IllegalArgumentException for a negative time
     */
    @Override
    public void close(Duration timeout) {
        if (timeout.isNegative()) {
            throw new IllegalArgumentException("timeout: " + timeout + " (expected: 0 or more)");
        }
        Duration longest = timeout.compareTo(LONGEST) > 0 ? LONGEST : timeout;
        if (closed.compareAndSet(false, true)) {
            try (plugins) {
                interruptibly(() -> house.close(longest));
            }
        } else {
            interruptibly(() -> house.end(longest));
        }
    }

    private void timed(ProducerMetrics.Call call, Waiting work) {
        long start = time.nanos();
        interruptibly(work);
        house.metrics().called(call, time.nanos() - start);
    }

    private static void interruptibly(Waiting work) {
        try {
            work.run();
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    /** Something that waits. */
    private interface Waiting {
        void run() throws InterruptedException;
    }
}
