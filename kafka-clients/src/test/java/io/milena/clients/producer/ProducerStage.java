package io.milena.clients.producer;

import io.milena.common.serialization.StringSerializer;
import io.milena.testing.ScriptedBroker;
import io.milena.testing.ScriptedCluster;
import io.milena.testing.ScriptedLeaders;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** Brokers that do as they are told, and producers as an application makes them, quick to try again. */
final class ProducerStage implements AutoCloseable {

    static final Duration PATIENCE = Duration.ofSeconds(20);

    final ScriptedCluster cluster;
    final ScriptedLeaders leaders;
    private final List<KafkaProducer<?, ?>> producers = new CopyOnWriteArrayList<>();

    ProducerStage(int brokers) {
        cluster = ScriptedCluster.start(brokers);
        leaders = new ScriptedLeaders(cluster);
    }

    /** Creates a topic; {@code leaders} are the brokers that lead its partitions. */
    ProducerStage having(String topic, int... leaders) {
        cluster.createTopic(topic, leaders);
        return this;
    }

    ScriptedBroker broker(int id) {
        return cluster.broker(id);
    }

    /** A producer of texts, which ends with the stage if nobody has closed it before. */
    KafkaProducer<String, String> producer(Object... keysAndValues) {
        var producer = new KafkaProducer<>(configs(keysAndValues), new StringSerializer(), new StringSerializer());
        producers.add(producer);
        return producer;
    }

    /** Settings under which little is waited for. */
    Map<String, Object> configs(Object... keysAndValues) {
        Map<String, Object> configs = new HashMap<>();
        configs.put("bootstrap.servers", cluster.addresses());
        configs.put("request.timeout.ms", 10_000);
        configs.put("delivery.timeout.ms", 20_000);
        configs.put("retry.backoff.ms", 20);
        configs.put("retry.backoff.max.ms", 100);
        configs.put("reconnect.backoff.ms", 20);
        configs.put("reconnect.backoff.max.ms", 100);
        for (int i = 0; i < keysAndValues.length; i += 2) {
            configs.put((String) keysAndValues[i], keysAndValues[i + 1]);
        }
        return configs;
    }

    static ConditionFactory await() {
        return Awaitility.await().atMost(PATIENCE).pollInterval(Duration.ofMillis(5));
    }

    /** What a future gives, soon. */
    static RecordMetadata get(Future<RecordMetadata> future) throws Exception {
        return future.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    /** Why the record of a future failed. */
    static Throwable failureOf(Future<RecordMetadata> future) throws Exception {
        try {
            get(future);
        } catch (ExecutionException e) {
            return e.getCause();
        }
        throw new AssertionError("the record was acknowledged (expected: a failure)");
    }

    static ProducerRecord<String, String> record(String topic, int partition, String value) {
        return new ProducerRecord<>(topic, partition, null, value);
    }

    /** Values that differ, those from {@code from} up to, but without, {@code to}. */
    static List<String> values(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> "value " + i).toList();
    }

    /** Sends values to the first partition of a topic. */
    static List<Future<RecordMetadata>> sendAll(
            KafkaProducer<String, String> producer, String topic, List<String> values) {
        return values.stream()
                .map(value -> producer.send(record(topic, 0, value)))
                .toList();
    }

    @Override
    public void close() {
        producers.forEach(producer -> producer.close(Duration.ZERO));
        cluster.close();
    }
}
