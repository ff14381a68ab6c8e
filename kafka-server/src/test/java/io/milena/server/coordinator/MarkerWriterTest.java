package io.milena.server.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.record.compression.Compression;
import io.milena.server.coordinator.group.GroupMachine;
import io.milena.server.coordinator.group.GroupRecord;
import io.milena.server.coordinator.group.GroupRecords;
import io.milena.server.coordinator.state.TransactionResult;
import io.milena.server.coordinator.state.TransactionalProducer;
import io.milena.server.metadata.ClusterImage;
import io.milena.server.metadata.ClusterView;
import io.milena.server.partition.Partition;
import io.milena.server.partition.PartitionHome;
import io.milena.server.partition.ReplicaOrders;
import io.milena.server.partition.ReplicaOrders.ReplicaOrder;
import io.milena.server.partition.RequiredAcks;
import io.milena.server.partition.TestBatches;
import io.netty.buffer.ByteBufAllocator;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Markers written to the partitions of this broker. */
class MarkerWriterTest {

    private static final TransactionalProducer PRODUCER = new TransactionalProducer(7, (short) 2);

    @TempDir
    Path directory;

    private final List<ErrorCode> told = new ArrayList<>();
    private PartitionHome home;
    private MarkerWriter writer;

    @BeforeEach
    void start() {
        home = new PartitionHome(directory);
        var services = new ShardServices(
                home.partitions::find,
                new ClusterView(ClusterImage.empty("test")),
                List.of(home.loop),
                home.loop::execute,
                home.loop,
                ByteBufAllocator.DEFAULT);
        var kind = new ShardKind<>(
                CoordinatorKind.GROUPS.topic(),
                new GroupRecords(),
                MarkerWriterTest::noMachine,
                new ShardTerms(Duration.ofSeconds(5), 1 << 10, Compression.NONE));
        writer = new MarkerWriter(
                services, new GroupCoordinator(new ShardMap<>(kind, services, new LoadTimes(home.loop))));
    }

    private static GroupMachine noMachine(ShardTools<GroupMachine, GroupRecord> tools) {
        throw new AssertionError("no group is kept here");
    }

    @AfterEach
    void stop() {
        home.close();
    }

    private Partition withOpenTransaction() {
        Partition partition = home.leadOrders();
        openTransaction(partition);
        return partition;
    }

    private static void openTransaction(Partition partition) {
        partition.append(OpenTransactions.batch(PRODUCER, 0), OpenTransactions.TERMS, null);
        assertThat(firstUnstable(partition)).isZero();
    }

    private static long firstUnstable(Partition partition) {
        return partition.log().offsets().firstUnstableOffset();
    }

    private void write(TopicPartition partition, short producerEpoch, int coordinatorEpoch) {
        var producer = new TransactionalProducer(PRODUCER.id(), producerEpoch);
        writer.write(partition, new EndMarker(producer, TransactionResult.COMMIT, coordinatorEpoch), told::add);
        home.loop.runTasks();
    }

    @Test
    void aMarkerEndsTheTransaction() {
        Partition partition = withOpenTransaction();

        write(PartitionHome.ORDERS, PRODUCER.epoch(), 0);

        assertThat(told).containsExactly(ErrorCode.NONE);
        assertThat(firstUnstable(partition)).isEqualTo(2);
    }

    @Test
    void theReplyWaitsForTheCommit() {
        home.obey(new ReplicaOrder(
                PartitionHome.ORDERS,
                PartitionHome.ORDERS_ID,
                PartitionHome.image(1, 1, List.of(1, 2), List.of(1, 2)),
                ReplicaOrders.Copy.NEW));
        openTransaction(home.held(PartitionHome.ORDERS));
        write(PartitionHome.ORDERS, PRODUCER.epoch(), 0);
        assertThat(told).isEmpty();

        home.obey(new ReplicaOrder(
                PartitionHome.ORDERS,
                PartitionHome.ORDERS_ID,
                PartitionHome.image(2, 2, List.of(1, 2), List.of(2)),
                ReplicaOrders.Copy.NEW));

        assertThat(told).containsExactly(ErrorCode.NOT_LEADER_OR_FOLLOWER);
    }

    @Test
    void aMarkerThatWouldWaitForTheDiskIsWrittenLater() {
        Partition partition = withOpenTransaction();
        home.stallDisks();
        partition.appendLater(
                TestBatches.batch(1, "before").retain(), TestBatches.terms(RequiredAcks.LEADER), null, outcome -> {});
        write(PartitionHome.ORDERS, PRODUCER.epoch(), 0);
        assertThat(told).isEmpty();

        home.freeDisks();
        home.loop.runTasks();

        assertThat(told).containsExactly(ErrorCode.NONE);
        assertThat(firstUnstable(partition)).isEqualTo(3);
    }

    @Test
    void oldCoordinatorsAndOldProducersAreRefused() {
        withOpenTransaction();
        write(PartitionHome.ORDERS, PRODUCER.epoch(), 5);

        write(PartitionHome.ORDERS, PRODUCER.epoch(), 4);
        write(PartitionHome.ORDERS, (short) (PRODUCER.epoch() - 1), 5);

        assertThat(told)
                .containsExactly(
                        ErrorCode.NONE, ErrorCode.TRANSACTION_COORDINATOR_FENCED, ErrorCode.INVALID_PRODUCER_EPOCH);
    }

    @Test
    void whatIsNotHereIsSaidToBeUnknown() {
        write(PartitionHome.ORDERS, PRODUCER.epoch(), 0);
        write(new TopicPartition(CoordinatorKind.GROUPS.topic(), 3), PRODUCER.epoch(), 0);

        assertThat(told).containsExactly(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, ErrorCode.NOT_COORDINATOR);
    }
}
