package io.milena.clients.consumer;

import io.milena.clients.ClientKind;
import io.milena.clients.CommonSettings;
import io.milena.clients.consumer.ConsumerWatch.WaitingCall;
import io.milena.common.Metric;
import io.milena.common.MetricName;
import io.milena.common.PartitionInfo;
import io.milena.common.ThreadRandomness;
import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.milena.common.config.SettingValues;
import io.milena.common.serialization.Deserializer;
import io.milena.common.time.SystemTime;
import io.milena.transport.ClientLoop;
import io.milena.transport.IoFigures;
import io.milena.transport.Sockets;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.FastThreadLocalThread;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads records from a Kafka cluster, alone or as a member of a group.
 *
 * <pre>
 * try (var consumer = new KafkaConsumer&lt;String, String&gt;(properties)) {
 *     consumer.subscribe(List.of("orders"));
 *     while (running) {
 *         for (ConsumerRecord&lt;String, String&gt; record : consumer.poll(Duration.ofSeconds(1))) {
 *             handle(record);
 *         }
 *     }
 * }
 * </pre>
 *
 * <p>For one thread; see {@link Consumer}. Fetching, heartbeats and commits go on in the background, on an event loop
 * of its own. Records are made from bytes when {@code poll} hands them over, on the thread that polls; so are the
 * calls of rebalance listeners, commit callbacks, interceptors, deserializers and assignors.
 */
public final class KafkaConsumer<K, V> implements Consumer<K, V> {

    private static final Logger log = LoggerFactory.getLogger(KafkaConsumer.class);
    private static final AtomicInteger STARTED = new AtomicInteger();
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(30);

    private final ConsumerParts<K, V> parts;
    private final Engine engine;
    private final Guard guard;
    private final Waiting waiting;

    /**
     * @param configs by the names in {@link ConsumerConfig}, text or objects
     * @throws io.milena.common.config.ConfigException naming key, value and what is allowed
     * @throws io.milena.common.KafkaException if no consumer can be made of them, its cause says why
     */
    public KafkaConsumer(Map<String, Object> configs) {
        this(configs, null, null);
    }

    public KafkaConsumer(Properties properties) {
        this(properties, null, null);
    }

    public KafkaConsumer(
            Properties properties,
            @Nullable Deserializer<K> keyDeserializer,
            @Nullable Deserializer<V> valueDeserializer) {
        this(start(read(properties, keyDeserializer, valueDeserializer)), keyDeserializer, valueDeserializer);
    }

    /**
     * @param keyDeserializer configured by the application; null if the configs name a class
     * @param valueDeserializer likewise
     */
    public KafkaConsumer(
            Map<String, Object> configs,
            @Nullable Deserializer<K> keyDeserializer,
            @Nullable Deserializer<V> valueDeserializer) {
        this(start(read(configs, keyDeserializer, valueDeserializer)), keyDeserializer, valueDeserializer);
    }

    KafkaConsumer(
            ConsumerFloor floor,
            @Nullable Deserializer<K> keyDeserializer,
            @Nullable Deserializer<V> valueDeserializer) {
        ConsumerParts<K, V> made = null;
        try {
            made = ClientKind.CONSUMER.make(
                    floor.clientId(), () -> ConsumerParts.make(floor, keyDeserializer, valueDeserializer));
        } finally {
            if (made == null) {
                floor.close(0);
            }
        }
        parts = made;
        engine = parts.engine();
        guard = parts.guard();
        waiting = parts.waiting();
    }

    private static ConsumerFloor start(SettingValues values) {
        String group = values.find(ConsumerConfig.GROUP_ID);
        String given = values.get(CommonSettings.CLIENT_ID);
        String clientId = given.isEmpty() ? "consumer-" + group + "-" + STARTED.incrementAndGet() : given;
        values.warnOfUnknown(log, clientId);
        var time = new SystemTime();
        var io = new IoFigures(time);
        ThreadFactory threads = task -> daemon(task, "kafka-consumer-network-thread | " + clientId);
        var loops = new MultiThreadIoEventLoopGroup(1, threads, Sockets.handlers(io));
        var root = new LoopFloor.Root(
                loops,
                ClientLoop.of(loops.next(), time, io),
                new ThreadRandomness(),
                task -> daemon(task, "kafka-consumer-resolver | " + clientId).start(),
                Runtime.getRuntime().maxMemory());
        return ClientKind.CONSUMER.make(clientId, () -> LoopFloor.open(values, clientId, root));
    }

    private static Thread daemon(Runnable task, String name) {
        var thread = new FastThreadLocalThread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    private static SettingValues read(Map<?, ?> given, @Nullable Object keys, @Nullable Object values) {
        Map<Object, @Nullable Object> all = new HashMap<>(given);
        if (keys != null) {
            all.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, keys.getClass());
        }
        if (values != null) {
            all.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, values.getClass());
        }
        SettingValues read = ConsumerConfig.TABLE.read(all);
        ConsumerSettingsReader.refuseContradictions(read);
        return read;
    }

    private <T> T call(Supplier<T> call) {
        guard.enter();
        try {
            return call.get();
        } finally {
            guard.leave();
        }
    }

    private void run(Runnable call) {
        guard.enter();
        try {
            call.run();
        } finally {
            guard.leave();
        }
    }

    private <T> T locked(Supplier<T> look) {
        return call(() -> {
            engine.lock().lock();
            try {
                return look.get();
            } finally {
                engine.lock().unlock();
            }
        });
    }

    @Override
    public Set<TopicPartition> assignment() {
        return locked(() -> engine.subscription().assignment());
    }

    @Override
    public Set<String> subscription() {
        return locked(() -> Set.copyOf(engine.subscription().topics()));
    }

    @Override
    public void subscribe(Collection<String> topics) {
        subscribe(topics, new NoRebalanceListener());
    }

    @Override
    public void subscribe(Collection<String> topics, ConsumerRebalanceListener listener) {
        run(() -> parts.subscribing().topics(topics, listener));
    }

    @Override
    public void subscribe(Pattern pattern) {
        subscribe(pattern, new NoRebalanceListener());
    }

    @Override
    public void subscribe(Pattern pattern, ConsumerRebalanceListener listener) {
        run(() -> parts.subscribing().pattern(pattern, listener));
    }

    @Override
    public void assign(Collection<TopicPartition> partitions) {
        run(() -> parts.subscribing().partitions(partitions));
    }

    @Override
    public void unsubscribe() {
        run(() -> parts.subscribing().nothing());
    }

    @Override
    public ConsumerRecords<K, V> poll(Duration timeout) {
        guard.enter();
        try {
            if (engine.subscription().kind() == Subscription.Kind.NONE) {
                throw new IllegalStateException("there is nothing to poll: subscribe to topics or assign partitions");
            }
            return parts.poller().poll(Waiting.nanos(timeout));
        } finally {
            guard.leave();
        }
    }

    @Override
    public void commitSync() {
        commitSync(waiting.apiTimeout());
    }

    @Override
    public void commitSync(Duration timeout) {
        run(() -> commit(parts.committing().consumed(), timeout));
    }

    @Override
    public void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets) {
        commitSync(offsets, waiting.apiTimeout());
    }

    @Override
    public void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets, Duration timeout) {
        run(() -> commit(offsets, timeout));
    }

    private void commit(Map<TopicPartition, OffsetAndMetadata> offsets, Duration timeout) {
        long nanos = Waiting.nanos(timeout);
        long began = engine.time().nanos();
        Commit commit = parts.committing().begin(offsets, nanos);
        try {
            waiting.until(commit::isDone, began + nanos);
        } finally {
            engine.watch().called(WaitingCall.COMMIT_SYNC, engine.time().nanos() - began);
        }
        parts.committing().callBack();
        if (!commit.isDone()) {
            throw engine.silence().timeout("the offsets " + offsets + " were not committed in time");
        }
        RuntimeException failure = commit.error();
        if (failure != null) {
            throw failure;
        }
    }

    @Override
    public void commitAsync() {
        commitAsync(null);
    }

    @Override
    public void commitAsync(@Nullable OffsetCommitCallback callback) {
        run(() -> parts.committing().async(parts.committing().consumed(), callback));
    }

    @Override
    public void commitAsync(Map<TopicPartition, OffsetAndMetadata> offsets, @Nullable OffsetCommitCallback callback) {
        run(() -> {
            parts.committing().callBack();
            parts.committing().async(offsets, callback);
        });
    }

    @Override
    public void seek(TopicPartition partition, long offset) {
        if (offset < 0) {
            throw new IllegalArgumentException("offset: " + offset + " (expected: 0 or more)");
        }
        seek(partition, new OffsetAndMetadata(offset));
    }

    @Override
    public void seek(TopicPartition partition, OffsetAndMetadata offset) {
        run(() -> parts.offsets().seek(partition, offset));
    }

    @Override
    public void seekToBeginning(Collection<TopicPartition> partitions) {
        run(() -> parts.offsets().seekTo(partitions, OffsetResetStrategy.EARLIEST));
    }

    @Override
    public void seekToEnd(Collection<TopicPartition> partitions) {
        run(() -> parts.offsets().seekTo(partitions, OffsetResetStrategy.LATEST));
    }

    @Override
    public long position(TopicPartition partition) {
        return position(partition, waiting.apiTimeout());
    }

    @Override
    public long position(TopicPartition partition, Duration timeout) {
        return call(() -> parts.offsets().position(partition, timeout));
    }

    @Override
    public Map<TopicPartition, @Nullable OffsetAndMetadata> committed(Set<TopicPartition> partitions) {
        return committed(partitions, waiting.apiTimeout());
    }

    @Override
    public Map<TopicPartition, @Nullable OffsetAndMetadata> committed(
            Set<TopicPartition> partitions, Duration timeout) {
        return call(() -> parts.offsets().committed(partitions, timeout));
    }

    @Override
    public List<PartitionInfo> partitionsFor(String topic) {
        return partitionsFor(topic, waiting.apiTimeout());
    }

    @Override
    public List<PartitionInfo> partitionsFor(String topic, Duration timeout) {
        return call(() -> topics(topic, timeout).getOrDefault(topic, List.of()));
    }

    @Override
    public Map<String, List<PartitionInfo>> listTopics() {
        return listTopics(waiting.apiTimeout());
    }

    @Override
    public Map<String, List<PartitionInfo>> listTopics(Duration timeout) {
        return call(() -> topics(null, timeout));
    }

    private Map<String, List<PartitionInfo>> topics(@Nullable String topic, Duration timeout) {
        Ask<Map<String, List<PartitionInfo>>> ask = waiting.ask(timeout);
        engine.lock().lock();
        try {
            engine.topicQueries().ask(topic, ask);
        } finally {
            engine.lock().unlock();
        }
        return waiting.result(ask);
    }

    @Override
    public Set<TopicPartition> paused() {
        return locked(() -> engine.subscription().paused());
    }

    @Override
    public void pause(Collection<TopicPartition> partitions) {
        run(() -> parts.offsets().pause(partitions, true));
    }

    @Override
    public void resume(Collection<TopicPartition> partitions) {
        run(() -> parts.offsets().pause(partitions, false));
    }

    @Override
    public Map<TopicPartition, @Nullable OffsetAndTimestamp> offsetsForTimes(Map<TopicPartition, Long> times) {
        return offsetsForTimes(times, waiting.apiTimeout());
    }

    @Override
    public Map<TopicPartition, @Nullable OffsetAndTimestamp> offsetsForTimes(
            Map<TopicPartition, Long> times, Duration timeout) {
        return call(() -> parts.offsets().forTimes(times, timeout));
    }

    @Override
    public Map<TopicPartition, Long> beginningOffsets(Collection<TopicPartition> partitions) {
        return beginningOffsets(partitions, waiting.apiTimeout());
    }

    @Override
    public Map<TopicPartition, Long> beginningOffsets(Collection<TopicPartition> partitions, Duration timeout) {
        return call(() -> parts.offsets().ends(partitions, OffsetListing.EARLIEST, timeout));
    }

    @Override
    public Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> partitions) {
        return endOffsets(partitions, waiting.apiTimeout());
    }

    @Override
    public Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> partitions, Duration timeout) {
        return call(() -> parts.offsets().ends(partitions, OffsetListing.LATEST, timeout));
    }

    @Override
    public OptionalLong currentLag(TopicPartition partition) {
        return call(() -> parts.offsets().lag(partition));
    }

    @Override
    public Map<MetricName, ? extends Metric> metrics() {
        return parts.floor().metrics();
    }

    @Override
    public Uuid clientInstanceId(Duration timeout) {
        throw new UnsupportedOperationException("no metrics are pushed to brokers, so they give out no instance id");
    }

    @Override
    public ConsumerGroupMetadata groupMetadata() {
        return call(() -> parts.rebalance().groupMetadata());
    }

    @Override
    public void enforceRebalance() {
        enforceRebalance("rebalance enforced by user");
    }

    @Override
    public void enforceRebalance(String reason) {
        run(() -> parts.rebalance().enforce(reason));
    }

    @Override
    public void close() {
        close(CLOSE_TIMEOUT);
    }

    @Override
    public void close(Duration timeout) {
        long nanos = Waiting.nanos(timeout);
        guard.enterToClose();
        try {
            if (guard.beginClosing()) {
                parts.closing().close(nanos, guard::closed);
            }
        } finally {
            guard.leave();
        }
    }

    @Override
    public void wakeup() {
        guard.wakeup();
    }
}
