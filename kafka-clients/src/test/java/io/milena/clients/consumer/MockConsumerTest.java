package io.milena.clients.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.common.KafkaException;
import io.milena.common.Node;
import io.milena.common.PartitionInfo;
import io.milena.common.TopicPartition;
import io.milena.common.errors.TimeoutException;
import io.milena.common.errors.WakeupException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The consumer that applications test with. */
class MockConsumerTest {

    private static final TopicPartition A0 = new TopicPartition("a", 0);
    private static final TopicPartition A1 = new TopicPartition("a", 1);

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
        List<String> heard = new ArrayList<>();
        consumer.subscribe(List.of("a"), new ConsumerRebalanceListener() {
            @Override
            public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
                heard.add("revoked " + partitions);
            }

            @Override
            public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
                heard.add("assigned " + partitions);
            }
        });

        consumer.rebalance(List.of(A0));
        consumer.rebalance(List.of(A1));

        assertThat(heard).containsExactly("assigned [a-0]", "revoked [a-0]", "assigned [a-1]");
        assertThat(consumer.assignment()).containsExactly(A1);
    }

    @Test
    void aSeekToTheEndGoesWhereTheTestSaysThatItIs() {
        consumer.assign(List.of(A0));
        consumer.updateEndOffsets(Map.of(A0, 7L));

        consumer.seekToEnd(List.of(A0));

        assertThat(consumer.position(A0)).isEqualTo(7);
    }

    @Test
    void aPollRunsOneTaskAndTakesAsManyRecordsAsItMay() {
        consumer.assign(List.of(A0));
        consumer.updateBeginningOffsets(Map.of(A0, 0L));
        consumer.setMaxPollRecords(2);
        consumer.scheduleNopPollTask();
        consumer.schedulePollTask(() -> consumer.addRecord(record(3)));
        for (int i = 0; i < 3; i++) {
            consumer.addRecord(record(i));
        }

        assertThat(consumer.poll(Duration.ofSeconds(1)).count()).isEqualTo(2);
        assertThat(consumer.poll(Duration.ofSeconds(2)))
                .extracting(ConsumerRecord::offset)
                .containsExactly(2L, 3L);
        assertThat(consumer.lastPollTimeout()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void questionsOfTheApplicationAreAnsweredAsTheTestSays() {
        var info = new PartitionInfo("a", 0, null, new Node[0], new Node[0]);
        consumer.updatePartitions("a", List.of(info));
        consumer.updateEndOffsets(Map.of(A0, 7L));
        consumer.injectTimeoutException(1);
        consumer.setOffsetsException(new KafkaException("told"));

        assertThatThrownBy(() -> consumer.partitionsFor("a")).isInstanceOf(TimeoutException.class);
        assertThatThrownBy(() -> consumer.endOffsets(List.of(A0))).hasMessage("told");
        assertThat(consumer.partitionsFor("a")).containsExactly(info);
        assertThat(consumer.endOffsets(List.of(A0))).containsExactly(Map.entry(A0, 7L));
    }

    @Test
    void aRebalanceThatTheApplicationWantsIsSeen() {
        consumer.enforceRebalance();

        assertThat(consumer.shouldRebalance()).isTrue();
        consumer.resetShouldRebalance();
        assertThat(consumer.shouldRebalance()).isFalse();
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
