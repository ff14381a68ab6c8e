package io.milena.clients.producer;

import static io.milena.clients.producer.ProducerStage.failureOf;
import static io.milena.clients.producer.ProducerStage.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.common.Cluster;
import io.milena.common.ClusterResource;
import io.milena.common.ClusterResourceListener;
import io.milena.common.KafkaException;
import io.milena.common.config.ConfigException;
import io.milena.common.errors.RecordTooLargeException;
import io.milena.common.errors.SerializationException;
import io.milena.common.serialization.Serializer;
import io.milena.common.serialization.StringSerializer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Serializers, partitioners, interceptors and callbacks of an application that throw, and what they are told. */
class ProducerPluginsIT {

    private static final String TOPIC = "orders";
    private static final String BAD = "bad";

    /** What plug-ins were told, in order. */
    private static final Queue<String> TOLD = new ConcurrentLinkedQueue<>();

    @AutoClose
    private final ProducerStage stage = new ProducerStage(1).having(TOPIC, 0, 0);

    @BeforeEach
    void forget() {
        TOLD.clear();
    }

    private static ProducerRecord<String, String> record(String value) {
        return new ProducerRecord<>(TOPIC, value);
    }

    /** Throws on a bad value. */
    public static final class Grumbling implements Serializer<String>, ClusterResourceListener {

        @Override
        public byte @Nullable [] serialize(String topic, @Nullable String value) {
            if (BAD.equals(value)) {
                throw new SerializationException("told to fail");
            }
            return value == null ? null : value.getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public void onUpdate(ClusterResource cluster) {
            TOLD.add("serializer " + cluster.clusterId());
        }

        @Override
        public void close() {
            TOLD.add("serializer closed");
        }
    }

    /** Throws on a bad value. */
    public static final class PickyPartitioner implements Partitioner, ClusterResourceListener {

        @Override
        public int partition(
                String topic,
                @Nullable Object key,
                byte @Nullable [] keyBytes,
                @Nullable Object value,
                byte @Nullable [] valueBytes,
                Cluster cluster) {
            if (BAD.equals(value)) {
                throw new IllegalStateException("told to fail");
            }
            return 1;
        }

        @Override
        public void onUpdate(ClusterResource cluster) {
            TOLD.add("partitioner " + cluster.clusterId());
        }

        @Override
        public void configure(Map<String, ?> configs) {}

        @Override
        public void close() {
            TOLD.add("partitioner closed");
        }
    }

    /** Throws whenever it is asked. */
    public static final class Throwing implements ProducerInterceptor<String, String>, ClusterResourceListener {

        @Override
        public ProducerRecord<String, String> onSend(ProducerRecord<String, String> record) {
            throw new IllegalStateException("told to fail");
        }

        @Override
        public void onAcknowledgement(@Nullable RecordMetadata metadata, @Nullable Exception exception) {
            throw new IllegalStateException("told to fail");
        }

        @Override
        public void close() {
            throw new IllegalStateException("told to fail");
        }

        @Override
        public void configure(Map<String, ?> configs) {}

        @Override
        public void onUpdate(ClusterResource cluster) {
            TOLD.add("interceptor " + cluster.clusterId());
        }
    }

    /** Changes each record, and remembers what became of it. */
    public static final class Marking implements ProducerInterceptor<String, String> {

        @Override
        public ProducerRecord<String, String> onSend(ProducerRecord<String, String> record) {
            return new ProducerRecord<>(record.topic(), record.value() + "!");
        }

        @Override
        public void onAcknowledgement(@Nullable RecordMetadata metadata, @Nullable Exception exception) {
            TOLD.add(exception == null ? "acknowledged" : exception.getClass().getSimpleName());
        }

        @Override
        public void close() {
            TOLD.add("interceptor closed");
        }

        @Override
        public void configure(Map<String, ?> configs) {}
    }

    @Test
    void aSerializerThatThrowsFailsItsCallAndNothingElse() throws Exception {
        var configs = stage.configs("key.serializer", StringSerializer.class, "value.serializer", Grumbling.class);
        try (var producer = new KafkaProducer<String, String>(configs)) {
            Future<RecordMetadata> before = producer.send(record("good"));

            assertThatThrownBy(() -> producer.send(record(BAD)))
                    .isInstanceOf(SerializationException.class)
                    .hasMessage("told to fail");

            get(before);
            get(producer.send(record("better")));
        }
        assertThat(TOLD).contains("serializer closed");
    }

    @Test
    void aSerializerOfAnotherClassIsNamed() {
        Map<String, Object> configs = stage.configs(
                "key.serializer", StringSerializer.class.getName(), "value.serializer", StringSerializer.class);
        try (var producer = new KafkaProducer<Integer, String>(configs)) {
            assertThatThrownBy(() -> producer.send(new ProducerRecord<>(TOPIC, 17, "value")))
                    .isInstanceOf(SerializationException.class)
                    .hasMessageContaining("java.lang.Integer")
                    .hasMessageContaining("key.serializer");
        }
    }

    @Test
    void aPartitionerThatThrowsFailsItsCallAndNothingElse() throws Exception {
        try (var producer = stage.producer("partitioner.class", PickyPartitioner.class)) {
            Future<RecordMetadata> before = producer.send(record("good"));

            assertThatThrownBy(() -> producer.send(record(BAD)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("told to fail");

            assertThat(get(before).partition()).isEqualTo(1);
            assertThat(get(producer.send(record("better"))).partition()).isEqualTo(1);
        }
        assertThat(TOLD).contains("partitioner closed");
    }

    @Test
    void interceptorsThatThrowChangeNothingAndStopNobody() throws Exception {
        try (var producer = stage.producer(
                "interceptor.classes", List.of(Throwing.class, Marking.class), "max.request.size", 1_000)) {
            get(producer.send(new ProducerRecord<>(TOPIC, 0, null, "intercepted")));
            failureOf(producer.send(record("x".repeat(2_000))));
        }

        assertThat(stage.leaders.values(TOPIC, 0).size()
                        + stage.leaders.values(TOPIC, 1).size())
                .isEqualTo(1);
        assertThat(TOLD).contains("acknowledged", "RecordTooLargeException", "interceptor closed");
    }

    /** Has no record to send. */
    public static final class Taking implements ProducerInterceptor<String, String> {

        @Override
        public ProducerRecord<String, String> onSend(ProducerRecord<String, String> record) {
            return null;
        }

        @Override
        public void configure(Map<String, ?> configs) {}

        @Override
        public void close() {}

        @Override
        public void onAcknowledgement(@Nullable RecordMetadata metadata, @Nullable Exception exception) {
            TOLD.add("taken " + metadata + " " + exception.getClass().getSimpleName());
        }
    }

    @Test
    void anInterceptorThatTakesTheRecordAwayIsToldWithTheCall() throws Exception {
        try (var producer = stage.producer("interceptor.classes", List.of(Taking.class))) {
            assertThatThrownBy(() -> producer.send(record("gone")))
                    .isInstanceOf(NullPointerException.class)
                    .hasMessageContaining("interceptor");
        }

        assertThat(TOLD).containsExactly("taken null NullPointerException");
    }

    @ParameterizedTest
    @MethodSource
    void aCallbackThatThrowsHurtsNobody(Throwable thrown) throws Exception {
        try (var producer = stage.producer("linger.ms", 20)) {
            Queue<String> calledBack = new ConcurrentLinkedQueue<>();
            Callback throwing = (metadata, error) -> {
                calledBack.add("called");
                throwAnyway(thrown);
            };

            Future<RecordMetadata> first = producer.send(record("one"), throwing);
            Future<RecordMetadata> second = producer.send(record("two"), throwing);
            producer.flush();

            assertThat(get(first).hasOffset()).isTrue();
            assertThat(get(second).hasOffset()).isTrue();
            assertThat(calledBack).hasSize(2);
            assertThat(get(producer.send(record("three"))).hasOffset()).isTrue();
            assertThat(stage.broker(0).connectionsMade()).isLessThan(3);
        }
    }

    static List<Throwable> aCallbackThatThrowsHurtsNobody() {
        return List.of(
                new IllegalStateException("told to fail"),
                new AssertionError("told to fail"),
                new IOException("told to fail"));
    }

    /** As languages do that know no checked exceptions. */
    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void throwAnyway(Throwable thrown) throws E {
        throw (E) thrown;
    }

    @Test
    void serializersAndInterceptorsThatWantToKnowAreToldOfTheCluster() throws Exception {
        var configs = stage.configs(
                "key.serializer", StringSerializer.class,
                "value.serializer", Grumbling.class,
                "interceptor.classes", Throwing.class.getName(),
                "partitioner.class", PickyPartitioner.class);
        try (var producer = new KafkaProducer<String, String>(configs)) {
            get(producer.send(record("value")));

            assertThat(TOLD).containsExactlyInAnyOrder("serializer scripted", "interceptor scripted");
        }
    }

    @Test
    void aCodecThatNobodyKnowsStopsTheStart() {
        assertThatThrownBy(() -> stage.producer("compression.type", "brotli"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("compression.type")
                .hasMessageContaining("brotli")
                .hasMessageContaining("zstd");
    }

    @Test
    void whatWasMadeIsClosedIfTheStartFails() {
        var configs = stage.configs(
                "key.serializer", StringSerializer.class,
                "value.serializer", Grumbling.class,
                "interceptor.classes", Marking.class.getName(),
                "partitioner.class", PickyPartitioner.class,
                "delivery.timeout.ms", 1);

        assertThatThrownBy(() -> new KafkaProducer<String, String>(configs))
                .isExactlyInstanceOf(KafkaException.class)
                .hasMessageContaining("delivery.timeout.ms")
                .hasCauseInstanceOf(ConfigException.class);

        assertThat(TOLD).containsExactlyInAnyOrder("interceptor closed", "serializer closed", "partitioner closed");
    }

    @Test
    void aRecordThatIsTooLargeIsToldToItsCallbackAtOnce() throws Exception {
        try (var producer = stage.producer("max.request.size", 1_000)) {
            Queue<Exception> told = new ConcurrentLinkedQueue<>();

            Future<RecordMetadata> sent =
                    producer.send(record("x".repeat(2_000)), (metadata, error) -> told.add(error));

            assertThat(sent.isDone()).isTrue();
            assertThat(told)
                    .hasOnlyElementsOfType(RecordTooLargeException.class)
                    .hasSize(1);
            get(producer.send(record("small")));
        }
    }
}
