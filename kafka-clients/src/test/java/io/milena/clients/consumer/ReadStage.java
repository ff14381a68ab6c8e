package io.milena.clients.consumer;

import io.milena.common.TopicPartition;
import io.milena.common.serialization.StringDeserializer;
import io.milena.testing.ScriptedBroker;
import io.milena.testing.ScriptedCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/**
 * A scripted cluster whose brokers all serve the log of one partition and whose first coordinates one group, and
 * consumers of it over real sockets. What a test tells a broker stands over that. Times are short.
 */
final class ReadStage implements AutoCloseable {

    static final String TOPIC = "a";
    static final String GROUP = "group";
    static final TopicPartition A0 = new TopicPartition(TOPIC, 0);

    private final ScriptedCluster cluster;
    private final FakeLog log = new FakeLog(TOPIC);
    private final FakeGroup group = new FakeGroup();
    private final List<KafkaConsumer<?, ?>> consumers = new ArrayList<>();

    private ReadStage(int brokers) {
        cluster = ScriptedCluster.start(brokers);
        cluster.createTopic(TOPIC, 0);
        for (ScriptedBroker broker : cluster.brokers()) {
            log.serveTo(broker);
        }
        group.serveTo(broker(0));
    }

    static ReadStage of(int brokers) {
        return new ReadStage(brokers);
    }

    ScriptedCluster cluster() {
        return cluster;
    }

    ScriptedBroker broker(int id) {
        return cluster.broker(id);
    }

    FakeLog log() {
        return log;
    }

    FakeGroup group() {
        return group;
    }

    /** One that reads nothing as yet; {@code more} settings than those that all have. */
    KafkaConsumer<String, String> consumer(Map<String, Object> more) {
        Map<String, Object> all = new HashMap<>(Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, cluster.addresses(),
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest",
                ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 100,
                ConsumerConfig.RETRY_BACKOFF_MS_CONFIG, 10,
                ConsumerConfig.RETRY_BACKOFF_MAX_MS_CONFIG, 50,
                ConsumerConfig.RECONNECT_BACKOFF_MS_CONFIG, 10,
                ConsumerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, 50,
                ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, 50));
        all.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, StringDeserializer.class);
        all.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, StringDeserializer.class);
        all.putAll(more);
        var consumer = new KafkaConsumer<String, String>(all);
        consumers.add(consumer);
        return consumer;
    }

    /** One that reads the partition, without a group. */
    KafkaConsumer<String, String> reader(Map<String, Object> more) {
        KafkaConsumer<String, String> consumer = consumer(more);
        consumer.assign(List.of(A0));
        return consumer;
    }

    /** A member of the group that has its partition, and has read nothing of it. */
    KafkaConsumer<String, String> member(Map<String, Object> more) {
        Map<String, Object> all = new HashMap<>(more);
        all.putIfAbsent(ConsumerConfig.GROUP_ID_CONFIG, GROUP);
        KafkaConsumer<String, String> consumer = consumer(all);
        consumer.subscribe(List.of(TOPIC));
        await().until(() -> {
            ConsumerRecords<String, String> early = consumer.poll(Duration.ZERO);
            early.records(A0).stream().findFirst().ifPresent(first -> consumer.seek(A0, first.offset()));
            return !consumer.assignment().isEmpty();
        });
        return consumer;
    }

    static ConditionFactory await() {
        return Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .pollInSameThread()
                .pollInterval(Duration.ofMillis(10));
    }

    /** Polls until there are {@code count} values, and no longer than a while. */
    static List<String> values(KafkaConsumer<String, String> consumer, int count) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < 200 && values.size() < count; i++) {
            consumer.poll(Duration.ofMillis(100)).forEach(record -> values.add(record.value()));
        }
        return values;
    }

    @Override
    public void close() {
        consumers.forEach(consumer -> consumer.close(Duration.ofMillis(50)));
        cluster.close();
    }
}
