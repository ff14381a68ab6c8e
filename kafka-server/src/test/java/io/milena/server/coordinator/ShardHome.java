package io.milena.server.coordinator;

import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.milena.common.errors.ErrorCode;
import io.milena.record.compression.Compression;
import io.milena.server.coordinator.state.Reply;
import io.milena.server.coordinator.state.TransactionResult;
import io.milena.server.coordinator.state.TransactionalProducer;
import io.milena.server.coordinator.state.Turn;
import io.milena.server.metadata.ClusterImage;
import io.milena.server.metadata.ClusterView;
import io.milena.server.metadata.PartitionImage;
import io.milena.server.metadata.TopicImage;
import io.milena.server.partition.Partition;
import io.milena.server.partition.PartitionHome;
import io.milena.server.partition.ReplicaOrders;
import io.milena.server.partition.ReplicaOrders.ReplicaOrder;
import io.netty.buffer.ByteBufAllocator;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;

/** A shard of counters over a real log, with a controller and a clock that are the test. */
final class ShardHome implements AutoCloseable {

    static final TopicPartition COUNTERS = new TopicPartition("counters", 0);
    static final Uuid ID = new Uuid(5, 5);
    static final long COMMIT_TIMEOUT_MS = 5_000;

    final PartitionHome home;
    final ShardMap<CounterMachine, Counted> shards;
    final List<Runnable> work = new ArrayList<>();
    final AtomicReference<CounterMachine> machine = new AtomicReference<>();
    private int leaderEpoch;
    private int version;

    ShardHome(Path directory) {
        home = new PartitionHome(directory).with("cleanup.policy", "compact");
        var topic = new TopicImage(COUNTERS.topic(), ID, List.of(PartitionHome.image(1, 0, List.of(1), List.of(1))));
        var cluster = new ClusterView(
                ClusterImage.empty("TRoVM4HrSCWm3UWZndUwJA").edit().put(topic).done());
        var kind =
                new ShardKind<CounterMachine, Counted>(COUNTERS.topic(), new CountedCodec(), this::newMachine, terms());
        var services = new ShardServices(
                home.partitions::find, cluster, List.of(home.loop), work::add, home.loop, ByteBufAllocator.DEFAULT);
        shards = new ShardMap<>(kind, services, new LoadTimes(home.loop));
    }

    private static ShardTerms terms() {
        return new ShardTerms(Duration.ofMillis(COMMIT_TIMEOUT_MS), 1 << 10, Compression.NONE);
    }

    private CounterMachine newMachine(ShardTools<CounterMachine, Counted> tools) {
        var fresh = new CounterMachine(tools);
        machine.set(fresh);
        return fresh;
    }

    /** The machine that was made last. */
    CounterMachine machine() {
        return machine.get();
    }

    Partition partition() {
        return home.held(COUNTERS);
    }

    /** This broker leads in a new epoch, with these replicas in sync; the shard hears of it and does not load yet. */
    void takeLeadership(List<Integer> inSync) {
        order(1, inSync);
        shards.leadershipTaken(COUNTERS, leaderEpoch);
        home.loop.runTasks();
    }

    /** Who is in sync changes, and nothing else. */
    void inSync(List<Integer> inSync) {
        leaderEpoch--;
        order(1, inSync);
        home.loop.runTasks();
    }

    private void order(int leader, List<Integer> inSync) {
        leaderEpoch++;
        var image =
                new PartitionImage(0, leader, leaderEpoch, List.of(1, 2), inSync, version++, PartitionImage.Moves.NONE);
        home.obey(new ReplicaOrder(COUNTERS, ID, image, ReplicaOrders.Copy.NEW));
    }

    /** Another broker leads. */
    void loseLeadership() {
        order(2, List.of(1, 2));
        shards.leadershipLost(COUNTERS);
        home.loop.runTasks();
    }

    /** Loads that were begun come to their end. */
    void load() {
        List<Runnable> begun = new ArrayList<>(work);
        work.clear();
        begun.forEach(Runnable::run);
        home.loop.runTasks();
    }

    /** This broker leads alone, and the shard serves. */
    ShardHome serving() {
        takeLeadership(List.of(1));
        load();
        return this;
    }

    /** Gives the shard up and has it loaded again; returns what the new machine knows. */
    Map<String, Long> reloaded() {
        serving();
        return machine().durable();
    }

    long endOffset() {
        return partition().log().offsets().logEndOffset();
    }

    /** Asks the shard; the answer comes when the loop runs. */
    Asked ask(BiConsumer<CounterMachine, AskTurn> event) {
        var asked = new Asked();
        shards.<Long>ask(
                "any key",
                asked::answered,
                CounterMachine::refused,
                (counters, reply, turn) -> event.accept(counters, new AskTurn(reply, turn)));
        return asked;
    }

    Asked add(String counter, long delta) {
        return ask((counters, turn) -> counters.add(counter, delta, turn.reply(), turn.turn()));
    }

    Asked addPending(String counter, long value, TransactionalProducer producer) {
        return ask((counters, turn) -> counters.addPending(counter, value, producer, turn.reply(), turn.turn()));
    }

    Asked read(String counter) {
        return ask((counters, turn) -> counters.read(counter, turn.reply(), turn.turn()));
    }

    Asked mark(TransactionalProducer producer, TransactionResult result, int coordinatorEpoch) {
        var asked = new Asked();
        shards.give(
                0,
                new Errand.Marker<>(
                        new EndMarker(producer, result, coordinatorEpoch), code -> asked.answered((long) code.code())));
        return asked;
    }

    /** Runs what is to be run now. */
    void run() {
        home.loop.runTasks();
    }

    static long refusal(ErrorCode code) {
        return CounterMachine.refused(code);
    }

    @Override
    public void close() {
        shards.stop();
        home.loop.runTasks();
        home.close();
    }

    /** The turn of an ask. */
    record AskTurn(Reply<Long> reply, Turn<Counted> turn) {}

    /** What became of an ask: the answers in the order in which they came, which is one at most. */
    static final class Asked {

        final List<Long> answers = new ArrayList<>();

        void answered(Long answer) {
            answers.add(answer);
        }
    }
}
