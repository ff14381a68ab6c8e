package io.milena.server.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.milena.common.errors.ErrorCode;
import io.milena.server.coordinator.state.Reply;
import io.milena.server.coordinator.state.TransactionResult;
import io.milena.server.coordinator.state.TransactionalProducer;
import io.milena.server.coordinator.state.Turn;
import io.milena.server.coordinator.transaction.MarkerOrder;
import io.milena.server.coordinator.transaction.TransactionMachine;
import io.milena.server.coordinator.transaction.TransactionRecord;
import io.milena.server.metadata.ClusterImage;
import io.milena.server.metadata.ClusterView;
import io.milena.server.metadata.PartitionImage;
import io.milena.server.metadata.TopicImage;
import io.milena.server.partition.ManualLoop;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** Markers on their way to partitions that take them, refuse them, or are gone. */
class MarkersTest {

    private static final TopicPartition A = new TopicPartition("a", 0);
    private static final TopicPartition B = new TopicPartition("b", 0);
    private static final long LONG_ENOUGH_MS = 1_000;

    private final ManualLoop lane = new ManualLoop();
    private final ClusterView cluster = new ClusterView(ClusterImage.empty("test"));
    private final Map<TopicPartition, Reply<ErrorCode>> writes = new LinkedHashMap<>();
    private final Markers markers =
            new Markers(lane, cluster, broker -> (partition, marker, reply) -> writes.put(partition, reply));
    private final Told told = new Told();

    private void know(String... topics) {
        ClusterImage.Edit edit = cluster.current().edit();
        for (String topic : topics) {
            edit.put(new TopicImage(
                    topic,
                    Uuid.ZERO,
                    List.of(new PartitionImage(0, 1, 0, List.of(1), List.of(1), 0, PartitionImage.Moves.NONE))));
        }
        cluster.publish(edit.done());
    }

    private void order(TopicPartition... partitions) {
        order(told, 0, partitions);
    }

    private void order(Told machine, int coordinatorEpoch, TopicPartition... partitions) {
        var order = new MarkerOrder(
                "id",
                5,
                coordinatorEpoch,
                new TransactionalProducer(7, (short) 0),
                TransactionResult.COMMIT,
                new TreeSet<>(List.of(partitions)));
        markers.send(order, machine);
        lane.runTasks();
    }

    private void answer(TopicPartition partition, ErrorCode code) {
        Reply<ErrorCode> reply = writes.remove(partition);
        assertThat(reply).as("a write to %s is under way", partition).isNotNull();
        reply.give(code);
        lane.runTasks();
    }

    @Test
    void theMachineHearsOnceAllAreWritten() {
        know(CoordinatorKind.TRANSACTIONS.topic(), "a", "b");
        order(A, B);

        answer(A, ErrorCode.NONE);
        assertThat(told.turns).isZero();
        answer(B, ErrorCode.NONE);

        assertThat(told.turns).isEqualTo(1);
    }

    @Test
    void whatIsNotWrittenIsTriedAgainAlone() {
        know(CoordinatorKind.TRANSACTIONS.topic(), "a", "b");
        order(A, B);
        answer(A, ErrorCode.NONE);
        answer(B, ErrorCode.NOT_ENOUGH_REPLICAS);
        assertThat(markers.waitingOrders()).isEqualTo(1);

        lane.pass(LONG_ENOUGH_MS);

        assertThat(markers.waitingOrders()).isZero();
        assertThat(writes).containsOnlyKeys(B);
        answer(B, ErrorCode.NONE);
        assertThat(told.turns).isEqualTo(1);
    }

    @Test
    void aPartitionThatIsGoneNeedsNoMarker() {
        know(CoordinatorKind.TRANSACTIONS.topic(), "a");
        order(A, B);

        assertThat(writes).containsOnlyKeys(A);
        answer(A, ErrorCode.NONE);

        assertThat(told.turns).isEqualTo(1);
    }

    @Test
    void beforeTheClusterIsKnownNothingIsGone() {
        order(A);
        assertThat(told.turns).isZero();

        know(CoordinatorKind.TRANSACTIONS.topic(), "a");
        lane.pass(LONG_ENOUGH_MS);
        answer(A, ErrorCode.NONE);

        assertThat(told.turns).isEqualTo(1);
    }

    @Test
    void aFencedCoordinatorGivesUp() {
        know(CoordinatorKind.TRANSACTIONS.topic(), "a", "b");
        order(A, B);

        answer(A, ErrorCode.TRANSACTION_COORDINATOR_FENCED);
        answer(B, ErrorCode.NONE);
        lane.pass(LONG_ENOUGH_MS);

        assertThat(told.turns).isZero();
        assertThat(writes).isEmpty();
    }

    @Test
    void anOrderThatFollowsBeginsWhenNoWriteOfTheOneBeforeIsUnderWay() {
        know(CoordinatorKind.TRANSACTIONS.topic(), "a");
        order(A);
        Reply<ErrorCode> late = writes.remove(A);
        told.isOver = true;
        var next = new Told();
        order(next, 1, A);
        assertThat(writes).isEmpty();

        late.give(ErrorCode.NOT_LEADER_OR_FOLLOWER);
        lane.runTasks();
        answer(A, ErrorCode.NONE);

        assertThat(next.turns).isEqualTo(1);
    }

    @Test
    void nobodyGoesOnForAMachineThatIsGivenUp() {
        know(CoordinatorKind.TRANSACTIONS.topic(), "a");
        order(A);
        answer(A, ErrorCode.NOT_LEADER_OR_FOLLOWER);

        told.isOver = true;
        lane.pass(LONG_ENOUGH_MS);

        assertThat(writes).isEmpty();
        assertThat(markers.waitingOrders()).isZero();
    }

    /** Counts the turns that the machine would get. */
    private static final class Told implements Turns<TransactionMachine, TransactionRecord> {

        private int turns;
        private boolean isOver;

        @Override
        public void give(BiConsumer<TransactionMachine, Turn<TransactionRecord>> event) {
            turns++;
        }

        @Override
        public boolean isOver() {
            return isOver;
        }
    }
}
