package io.milena.clients.consumer;

import static io.milena.clients.consumer.ReadStage.await;
import static io.milena.clients.consumer.ReadStage.values;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.common.ClusterResource;
import io.milena.common.ClusterResourceListener;
import io.milena.common.KafkaException;
import io.milena.common.TopicPartition;
import io.milena.common.serialization.Deserializer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What deserializers and interceptors of an application are told of the consumer that they are in. */
class ConsumerPluginsIT {

    private static final Queue<String> TOLD = new ConcurrentLinkedQueue<>();

    private final ReadStage stage = ReadStage.of(1);

    @BeforeEach
    void forget() {
        TOLD.clear();
    }

    @AfterEach
    void end() {
        stage.close();
    }

    /** Remembers of which cluster it is, and its end. */
    public static final class Curious implements Deserializer<String>, ClusterResourceListener {

        @Override
        public @Nullable String deserialize(String topic, byte @Nullable [] data) {
            return data == null ? null : new String(data, StandardCharsets.UTF_8);
        }

        @Override
        public void onUpdate(ClusterResource cluster) {
            TOLD.add("deserializer " + cluster.clusterId());
        }

        @Override
        public void close() {
            TOLD.add("deserializer closed");
        }
    }

    /** Remembers the same, and throws after it. */
    public static final class Grumbling implements ConsumerInterceptor<String, String>, ClusterResourceListener {

        @Override
        public ConsumerRecords<String, String> onConsume(ConsumerRecords<String, String> records) {
            return records;
        }

        @Override
        public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {}

        @Override
        public void onUpdate(ClusterResource cluster) {
            TOLD.add("interceptor " + cluster.clusterId());
            throw new IllegalStateException("told to fail");
        }

        @Override
        public void close() {
            TOLD.add("interceptor closed");
            throw new IllegalStateException("told to fail");
        }

        @Override
        public void configure(Map<String, ?> configs) {}
    }

    private static Map<String, Object> pluggedIn(Class<?> assignor) {
        return Map.of(
                ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, Curious.class,
                ConsumerConfig.INTERCEPTOR_CLASSES_CONFIG, Grumbling.class.getName(),
                ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, assignor.getName());
    }

    @Test
    void deserializersAndInterceptorsThatWantToKnowAreToldOfTheirClusterOnce() {
        stage.log().append("one");

        KafkaConsumer<String, String> consumer = stage.reader(pluggedIn(RangeAssignor.class));

        assertThat(values(consumer, 1)).containsExactly("one");
        await().until(() -> TOLD.size() == 2);
        assertThat(TOLD).containsExactly("deserializer scripted", "interceptor scripted");
    }

    @Test
    void whatWasMadeIsClosedIfTheConsumerCannotBeStarted() {
        assertThatThrownBy(() -> stage.reader(pluggedIn(String.class)))
                .isInstanceOf(KafkaException.class)
                .hasMessageContaining("partition.assignment.strategy: java.lang.String");

        assertThat(TOLD)
                .filteredOn(word -> word.endsWith("closed"))
                .containsExactly("deserializer closed", "interceptor closed");
    }
}
