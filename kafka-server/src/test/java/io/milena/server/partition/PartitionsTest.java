package io.milena.server.partition;

import static io.milena.server.partition.PartitionHome.ORDERS;
import static io.milena.server.partition.PartitionHome.ORDERS_ID;
import static io.milena.server.partition.PartitionHome.image;
import static io.milena.server.partition.TestBatches.batch;
import static io.milena.server.partition.TestBatches.terms;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.BrokerId;
import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.milena.common.errors.ErrorCode;
import io.milena.server.metadata.PartitionImage;
import io.milena.server.partition.ProduceOutcome.Refused;
import io.milena.server.partition.ProduceOutcome.Stored;
import io.milena.server.partition.ReplicaOrders.ReplicaOrder;
import io.milena.server.partition.StopOrders.Fate;
import io.milena.server.partition.StopOrders.StopOrder;
import io.milena.storage.EpochEndOffset;
import io.milena.storage.FirstBatch;
import io.milena.storage.Log;
import io.milena.storage.LogConfig;
import io.milena.storage.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Partitions obey the controller, and append, read and wait over real logs. */
class PartitionsTest {

    private static final BrokerId TWO = new BrokerId(2);
    private static final ReadTerms ALL =
            new ReadTerms(Isolation.READ_UNCOMMITTED, Reach.LEADER_ONLY, 1 << 20, FirstBatch.WHOLE, Source.DISK);

    @TempDir
    private Path directory;

    private PartitionHome home;

    @BeforeEach
    void open() {
        home = new PartitionHome(directory);
    }

    @AfterEach
    void close() {
        home.close();
    }

    private static ReplicaOrder order(int leader, int epoch, List<Integer> inSync) {
        return new ReplicaOrder(ORDERS, ORDERS_ID, image(leader, epoch, List.of(1, 2), inSync), ReplicaOrders.Copy.NEW);
    }

    private static ErrorCode append(Partition partition) {
        var outcome = partition.append(batch(1, "a"), terms(RequiredAcks.LEADER), null);
        return outcome instanceof Refused refused ? refused.code() : ErrorCode.NONE;
    }

    private Partition withFollowerInSync() {
        home.obey(order(1, 0, List.of(1, 2)));
        return home.held(ORDERS);
    }

    @Test
    void aLeaderAloneAnswersAcksAllAtOnce() {
        Partition orders = home.leadOrders();

        var outcome = orders.append(batch(1, "a", "b"), terms(RequiredAcks.ALL), how -> {});

        assertThat(outcome).isEqualTo(new Stored(0, 2, -1, 0, 2, true));
        assertThat(orders.highWatermark()).isEqualTo(2);
        assertThat(home.leadership).containsExactly("took orders-0 in 0");
    }

    @Test
    void acksAllWaitsForTheFollower() {
        Partition orders = withFollowerInSync();
        List<ErrorCode> told = new ArrayList<>();

        var outcome = orders.append(batch(1, "a"), terms(RequiredAcks.ALL), told::add);
        assertThat(outcome).isEqualTo(new Stored(0, 1, -1, 0, 1, false));
        orders.followerFetched(TWO, 0);
        assertThat(told).isEmpty();

        orders.followerFetched(TWO, 1);
        assertThat(told).containsExactly(ErrorCode.NONE);
    }

    @Test
    void acksAllHearsThatTheLeaderIsNoLeaderAnyMore() {
        Partition orders = withFollowerInSync();
        List<ErrorCode> told = new ArrayList<>();
        orders.append(batch(1, "a"), terms(RequiredAcks.ALL), told::add);

        home.obey(order(2, 1, List.of(2)));

        assertThat(told).containsExactly(ErrorCode.NOT_LEADER_OR_FOLLOWER);
        assertThat(orders.append(batch(1, "a"), terms(RequiredAcks.LEADER), null))
                .isEqualTo(Refused.because(ErrorCode.NOT_LEADER_OR_FOLLOWER));
        assertThat(home.leadership).containsExactly("took orders-0 in 0", "lost orders-0");
    }

    @Test
    void acksAllNeedsEnoughInSyncReplicasBeforeAndAfter() {
        home.with("min.insync.replicas", 2);
        Partition orders = withFollowerInSync();
        List<ErrorCode> told = new ArrayList<>();
        orders.append(batch(1, "a"), terms(RequiredAcks.ALL), told::add);

        var shrunk = image(1, 0, List.of(1, 2), List.of(1));
        home.obey(new ReplicaOrder(
                ORDERS,
                ORDERS_ID,
                new PartitionImage(0, 1, 0, shrunk.replicas(), shrunk.isr(), 1, shrunk.moves()),
                ReplicaOrders.Copy.HELD));

        assertThat(told).containsExactly(ErrorCode.NOT_ENOUGH_REPLICAS_AFTER_APPEND);
        assertThat(orders.append(batch(1, "b"), terms(RequiredAcks.ALL), told::add))
                .isEqualTo(Refused.because(ErrorCode.NOT_ENOUGH_REPLICAS));
        assertThat(orders.append(batch(1, "b"), terms(RequiredAcks.LEADER), null))
                .isInstanceOf(Stored.class);
    }

    @Test
    void readersAreFencedByLeaderEpoch() {
        home.obey(order(1, 5, List.of(1)));
        Partition orders = home.held(ORDERS);

        assertThat(orders.read(new ReadSpan(0, 4, -1), ALL).error()).isEqualTo(ErrorCode.FENCED_LEADER_EPOCH);
        assertThat(orders.read(new ReadSpan(0, 6, -1), ALL).error()).isEqualTo(ErrorCode.UNKNOWN_LEADER_EPOCH);
        assertThat(orders.read(new ReadSpan(0, 5, -1), ALL).error()).isEqualTo(ErrorCode.NONE);
    }

    @Test
    void consumersSeeOnlyWhatIsCommittedAndFollowersSeeAll() {
        Partition orders = withFollowerInSync();
        orders.append(batch(1, "a"), terms(RequiredAcks.LEADER), null);
        var asFollower = new ReadTerms(Isolation.LOG_END, Reach.LEADER_ONLY, 1 << 20, FirstBatch.WHOLE, Source.DISK);

        PartitionRead consumers = orders.read(new ReadSpan(0, -1, -1), ALL);
        PartitionRead followers = orders.read(new ReadSpan(0, -1, -1), asFollower);

        assertThat(consumers.sizeBytes()).isZero();
        assertThat(followers.sizeBytes()).isPositive();
        followers.release();
    }

    @Test
    void anOffsetBehindTheEndIsOutOfRangeAndTheEndItselfIsNot() {
        Partition orders = home.leadOrders();
        orders.append(batch(1, "a"), terms(RequiredAcks.LEADER), null);

        assertThat(orders.read(new ReadSpan(1, -1, -1), ALL).error()).isEqualTo(ErrorCode.NONE);
        assertThat(orders.read(new ReadSpan(2, -1, -1), ALL).error()).isEqualTo(ErrorCode.OFFSET_OUT_OF_RANGE);
    }

    @Test
    void aReaderWhoseLogPartedHearsWhere() {
        Partition orders = home.leadOrders();
        orders.append(batch(1, "a"), terms(RequiredAcks.LEADER), null);

        PartitionRead read = orders.read(new ReadSpan(3, -1, 0), ALL);

        assertThat(read.error()).isEqualTo(ErrorCode.NONE);
        assertThat(read.diverging()).isEqualTo(new EpochEndOffset(0, 1));
    }

    @Test
    void oldOrdersAreIgnored() {
        home.obey(order(1, 5, List.of(1)));

        assertThat(home.obey(order(2, 4, List.of(2))).partitions())
                .containsEntry(ORDERS, ErrorCode.STALE_CONTROLLER_EPOCH);
        assertThat(home.partitions
                        .obey(new ReplicaOrders(0, 1, List.of(order(2, 6, List.of(2)))))
                        .error())
                .isEqualTo(ErrorCode.STALE_CONTROLLER_EPOCH);
        assertThat(home.held(ORDERS).standing().leads()).isTrue();
    }

    @Test
    void whatANewControllerFoundInOrderIsObeyedOnceMore() {
        home.obey(order(1, 5, List.of(1)));

        assertThat(home.obey(order(1, 5, List.of(1))).partitions()).containsEntry(ORDERS, ErrorCode.NONE);
        assertThat(home.leadership).containsExactly("took orders-0 in 5");
    }

    @Test
    void withoutARegistrationNoRecordsAreTakenUntilTheControllerSpeaksToTheNextOne() {
        home.partitions.registered(7);
        ReplicaOrder lead = order(1, 5, List.of(1));
        home.partitions.obey(new ReplicaOrders(1, 7, List.of(lead)));
        Partition orders = home.held(ORDERS);

        home.partitions.registrationLost();
        assertThat(append(orders)).isEqualTo(ErrorCode.NOT_LEADER_OR_FOLLOWER);
        assertThat(home.partitions.obey(new ReplicaOrders(1, 7, List.of(lead))).error())
                .isEqualTo(ErrorCode.STALE_BROKER_EPOCH);
        home.partitions.registered(12);
        assertThat(append(orders)).isEqualTo(ErrorCode.NOT_LEADER_OR_FOLLOWER);

        home.partitions.obey(new ReplicaOrders(1, 12, List.of(lead)));

        assertThat(append(orders)).isEqualTo(ErrorCode.NONE);
    }

    @Test
    void settingsThatChangedWhileNobodyHeldTheLogAreInForceWhenItIsHeld() {
        home.logs.openOrCreate(ORDERS, ORDERS_ID, LogConfig.from(Map.of(), Map.of("retention.ms", "1")));
        home.with("retention.ms", 2);

        Partition orders = home.leadOrders();

        assertThat(Objects.requireNonNull(orders.log()).config().retention().maxAgeMs())
                .isEqualTo(2);
    }

    @Test
    void theLogOfAnEarlierTopicStepsAsideWithItsRecords() throws IOException {
        Log earlier = home.logs.openOrCreate(ORDERS, new Uuid(6, 6), LogConfig.from(Map.of(), Map.of()));
        earlier.assignEpochStart(3);

        Partition orders = home.leadOrders();

        assertThat(Objects.requireNonNull(orders.log()).topicId()).isEqualTo(ORDERS_ID);
        assertThat(append(orders)).isEqualTo(ErrorCode.NONE);
        try (Stream<Path> names = Files.list(directory)) {
            assertThat(names.map(path -> path.getFileName().toString()).filter(name -> name.startsWith("orders")))
                    .hasSize(2)
                    .anyMatch("orders-0"::equals)
                    .anyMatch(name -> name.matches("orders-0\\.[0-9a-f]{32}-stray"));
        }
    }

    @Test
    void anotherIncarnationOfATopicIsNotTakenForThisOne() {
        home.leadOrders();
        var other =
                new ReplicaOrder(ORDERS, new Uuid(8, 8), image(1, 9, List.of(1), List.of(1)), ReplicaOrders.Copy.HELD);

        assertThat(home.obey(other).partitions()).containsEntry(ORDERS, ErrorCode.INCONSISTENT_TOPIC_ID);
    }

    /** An empty log in the place of one that is out of reach would be taken for all that there ever was. */
    @Test
    void aPartitionWhoseLogMayLieInADirectoryThatIsOfflineIsNotBegunAnew() throws IOException {
        home.close();
        Path broken = Files.createFile(directory.resolve("no directory"));
        home = new PartitionHome(directory.resolve("good"), broken);
        var held = new ReplicaOrder(ORDERS, ORDERS_ID, image(1, 5, List.of(1), List.of(1)), ReplicaOrders.Copy.HELD);

        assertThat(home.obey(held).partitions()).containsEntry(ORDERS, ErrorCode.KAFKA_STORAGE_ERROR);

        assertThat(home.logs.find(ORDERS)).isNull();
        assertThat(append(home.held(ORDERS))).isEqualTo(ErrorCode.KAFKA_STORAGE_ERROR);
        assertThat(append(home.lead(new TopicPartition("fresh", 0), new Uuid(3, 3))))
                .isEqualTo(ErrorCode.NONE);
    }

    @Test
    void aDeletedPartitionLeavesNoLogAndNoMetrics() {
        home.leadOrders();
        var stop = new StopOrder(ORDERS, StopOrders.EPOCH_OF_DELETION, Fate.DELETE);
        assertThat(home.registry.getNames()).anyMatch(name -> name.contains("topic=orders"));

        home.partitions.stop(new StopOrders(1, 1, List.of(stop)));

        assertThat(home.partitions.find(ORDERS)).isNull();
        assertThat(Files.exists(directory.resolve("orders-0"))).isFalse();
        assertThat(home.registry.getNames()).noneMatch(name -> name.contains("topic=orders"));
        assertThat(home.leadership).containsExactly("took orders-0 in 0", "lost orders-0");
    }

    @Test
    void aStopOfAnOldEpochIsFenced() {
        home.obey(order(1, 5, List.of(1)));
        var stop = new StopOrder(ORDERS, 4, Fate.DELETE);

        assertThat(home.partitions.stop(new StopOrders(1, 1, List.of(stop))).partitions())
                .containsEntry(ORDERS, ErrorCode.FENCED_LEADER_EPOCH);
        assertThat(home.held(ORDERS).standing().leads()).isTrue();
    }

    @Test
    void aRestartFindsTheHighWatermarkThatWasWritten() {
        Partition orders = withFollowerInSync();
        orders.append(batch(1, "a", "b", "c"), terms(RequiredAcks.LEADER), null);
        orders.followerFetched(TWO, 2);
        new HighWatermarkCheckpoint(home.partitions, home.logs, home.loop, Duration.ofSeconds(5)).stop();
        home.close();
        open();

        Partition again = withFollowerInSync();

        assertThat(again.highWatermark()).isEqualTo(2);
    }

    @Test
    void aFollowerThatHasCaughtUpIsProposedOnce() {
        home.obey(order(1, 0, List.of(1)));
        Partition orders = home.held(ORDERS);

        orders.followerFetched(TWO, 0);
        orders.followerFetched(TWO, 0);

        assertThat(home.proposals).hasSize(1);
        assertThat(home.proposals.get(0).inSync()).containsExactly(PartitionHome.SELF, TWO);
    }
}
