package io.milena.clients.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.common.KafkaException;
import io.milena.common.TopicPartition;
import io.milena.common.errors.WakeupException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The consumer that applications test with. */
class MockConsumerTest {

    private static final TopicPartition A0 = new TopicPartition("a", 0);

    private final MockConsumer<String, String> consumer = new MockConsumer<>(OffsetResetStrategy.EARLIEST);

    private static ConsumerRecord<String, String> record(long offset) {
        return new ConsumerRecord<>("a", 0, offset, "key", "value" + offset);
    }

    @Test
    void whatTheTestAddsIsPolledAndCommitted() {
        consumer.assign(List.of(A0));
        consumer.updateBeginningOffsets(Map.of(A0, 0L));
        consumer.addRecord(record(0));
        consumer.addRecord(record(1));

        ConsumerRecords<String, String> polled = consumer.poll(Duration.ZERO);
        consumer.commitSync();

        assertThat(polled.count()).isEqualTo(2);
        assertThat(polled.records("a")).hasSize(2);
        assertThat(consumer.position(A0)).isEqualTo(2);
        assertThat(consumer.committed(Set.of(A0)).get(A0)).isEqualTo(new OffsetAndMetadata(2));
    }

    @Test
    void aRebalanceIsHeardOf() {
        consumer.subscribe(List.of("a"));
        consumer.rebalance(List.of(A0));
        consumer.updateEndOffsets(Map.of(A0, 7L));
        consumer.seekToEnd(List.of(A0));

        assertThat(consumer.assignment()).containsExactly(A0);
        assertThat(consumer.position(A0)).isEqualTo(7);
    }

    @Test
    void exceptionsAndWakeupsComeOnce() {
        consumer.assign(List.of(A0));
        consumer.updateBeginningOffsets(Map.of(A0, 0L));
        consumer.setPollException(new KafkaException("told"));
        consumer.wakeup();

        assertThatThrownBy(() -> consumer.poll(Duration.ZERO)).isInstanceOf(WakeupException.class);
        assertThatThrownBy(() -> consumer.poll(Duration.ZERO)).hasMessage("told");
        assertThat(consumer.poll(Duration.ZERO).isEmpty()).isTrue();
    }

    @Test
    void whoIsClosedDoesNothing() {
        consumer.close();

        assertThat(consumer.closed()).isTrue();
        assertThatThrownBy(() -> consumer.poll(Duration.ZERO)).isInstanceOf(IllegalStateException.class);
    }
}
