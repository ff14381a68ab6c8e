package io.milena.clients.producer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.clients.consumer.ConsumerGroupMetadata;
import io.milena.clients.consumer.OffsetAndMetadata;
import io.milena.common.Cluster;
import io.milena.common.Node;
import io.milena.common.PartitionInfo;
import io.milena.common.TopicPartition;
import io.milena.common.errors.ProducerFencedException;
import io.milena.common.serialization.StringSerializer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** A mock keeps what it is sent, and ends it as its test says. */
class MockProducerTest {

    private static final Node NODE = new Node(0, "host", 9092, null);
    private static final Cluster CLUSTER = new Cluster(
            null,
            List.of(NODE),
            List.of(
                    new PartitionInfo("t", 0, NODE, new Node[0], new Node[0]),
                    new PartitionInfo("t", 1, NODE, new Node[0], new Node[0])),
            Set.of(),
            Set.of());

    private final MockProducer<String, String> mock =
            new MockProducer<>(CLUSTER, false, new StringSerializer(), new StringSerializer());
    private final ProducerRecord<String, String> record = new ProducerRecord<>("t", "key", "value");

    @Test
    void recordsEndAsTheTestSays() throws Exception {
        Future<RecordMetadata> first = mock.send(record);
        Future<RecordMetadata> second = mock.send(record);

        assertThat(first.isDone()).isFalse();
        assertThat(mock.completeNext()).isTrue();
        assertThat(mock.errorNext(new IllegalStateException("told"))).isTrue();

        assertThat(first.get().offset()).isZero();
        assertThatThrownBy(second::get).isInstanceOf(ExecutionException.class).hasMessageContaining("told");
        assertThat(mock.completeNext()).isFalse();
        assertThat(mock.history()).containsExactly(record, record);
        assertThat(first.get().partition())
                .isEqualTo(Murmur2.partition("key".getBytes(java.nio.charset.StandardCharsets.UTF_8), 2));
    }

    @Test
    void aTransactionShowsWithItsCommit() {
        mock.initTransactions();
        mock.beginTransaction();
        mock.send(record);
        mock.sendOffsetsToTransaction(
                Map.of(new TopicPartition("in", 0), new OffsetAndMetadata(5)), new ConsumerGroupMetadata("g"));

        assertThat(mock.history()).isEmpty();
        assertThat(mock.uncommittedRecords()).containsExactly(record);
        assertThat(mock.transactionInitialized()).isTrue();
        assertThat(mock.transactionInFlight()).isTrue();
        mock.commitTransaction();

        assertThat(mock.history()).containsExactly(record);
        assertThat(mock.consumerGroupOffsetsHistory()).hasSize(1);
        assertThat(mock.flushed()).isTrue();
        assertThat(mock.commitCount()).isEqualTo(1);
        assertThat(mock.transactionInFlight()).isFalse();
        assertThat(mock.transactionCommitted()).isTrue();
    }

    @Test
    void anAbortedTransactionNeverShows() {
        mock.initTransactions();
        mock.beginTransaction();
        Future<RecordMetadata> future = mock.send(record);
        mock.abortTransaction();

        assertThat(mock.history()).isEmpty();
        assertThat(mock.transactionAborted()).isTrue();
        assertThatThrownBy(future::get).isInstanceOf(ExecutionException.class);
    }

    @Test
    void callsOutOfOrderAreRefused() {
        assertThatThrownBy(mock::beginTransaction).isInstanceOf(IllegalStateException.class);
        mock.initTransactions();
        assertThatThrownBy(() -> mock.send(record)).isInstanceOf(IllegalStateException.class);
        mock.beginTransaction();
        mock.fenceProducer();
        assertThatThrownBy(mock::commitTransaction).isInstanceOf(ProducerFencedException.class);
        mock.close();
        assertThatThrownBy(() -> mock.send(record)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aCallThrowsWhatItsTestWants() {
        mock.sendException = new IllegalArgumentException("told");

        assertThatThrownBy(() -> mock.send(record)).isSameAs(mock.sendException);
    }
}
