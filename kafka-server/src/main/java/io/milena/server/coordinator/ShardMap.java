package io.milena.server.coordinator;

import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.server.coordinator.state.Reply;
import io.milena.server.coordinator.state.StateMachine;
import io.milena.server.coordinator.state.Turn;
import io.milena.server.metadata.TopicImage;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The shards of one coordinator that this broker leads or has led, and which of them a key belongs to. Thread-safe.
 *
 * @param <M> the machine of a shard
 * @param <D> a durable change of the machine
 */
final class ShardMap<M extends StateMachine<D>, D> {

    private static final int NO_PARTITION = -1;

    private final ShardKind<M, D> kind;
    private final ShardServices services;
    private final LoadTimes loadTimes;
    private final Map<Integer, Shard<M, D>> shards = new ConcurrentSkipListMap<>();

    ShardMap(ShardKind<M, D> kind, ShardServices services, LoadTimes loadTimes) {
        this.kind = kind;
        this.services = services;
        this.loadTimes = loadTimes;
    }

    /** Name of the topic that keeps the shards' state. */
    String topic() {
        return kind.topic();
    }

    /**
     * The partition that {@code key} belongs to among {@code partitions}: the rule by which all brokers of a cluster,
     * and tools, find a coordinator.
     */
    static int partitionOf(String key, int partitions) {
        int hash = key.hashCode();
        return (hash == Integer.MIN_VALUE ? 0 : Math.abs(hash)) % partitions;
    }

    /** The partition that {@code key} belongs to; negative as long as the topic does not exist. */
    int partitionOf(String key) {
        TopicImage topic = services.cluster().current().topic(kind.topic());
        return topic == null
                ? NO_PARTITION
                : partitionOf(key, topic.partitions().size());
    }

    /**
     * Asks the shard of {@code key}.
     *
     * @param refused makes the answer of the reason for which the shard is not asked
     * @param question gives the answer through its turn
     */
    <R> void ask(String key, Reply<R> reply, Function<ErrorCode, R> refused, Question<M, D, R> question) {
        give(partitionOf(key), asked(reply, refused, question));
    }

    private static <M, D, R> Errand<M, D> asked(
            Reply<R> reply, Function<ErrorCode, R> refused, Question<M, D, R> question) {
        var first = new FirstAnswer<>(reply);
        return new Errand.Event<>(
                (machine, turn) -> question.ask(machine, first, turn), why -> first.give(refused.apply(why)));
    }

    /** Has the shard of {@code partition} do something. */
    void give(int partition, Errand<M, D> errand) {
        Shard<M, D> shard = shards.get(partition);
        if (shard == null) {
            errand.refuse(ErrorCode.NOT_COORDINATOR);
        } else {
            shard.give(errand);
        }
    }

    /**
     * Asks every shard that this broker leads. {@code whenDone} gets all answers, in the order of the partitions, on
     * the thread that brings the last.
     */
    <R> void askAll(Function<ErrorCode, R> refused, Question<M, D, R> question, Consumer<List<R>> whenDone) {
        List<Shard<M, D>> led = shards.values().stream().filter(Shard::isLed).toList();
        Gathering.of(led, (shard, reply) -> shard.give(asked(reply, refused, question)), whenDone);
    }

    /** Has {@code event} happen at each shard that serves. */
    void tellAll(BiConsumer<M, Turn<D>> event) {
        shards.values().forEach(shard -> shard.give(new Errand.Event<>(event, why -> {})));
    }

    /** This broker leads {@code partition} of the topic from now on, in this epoch. */
    void leadershipTaken(TopicPartition partition, int leaderEpoch) {
        shards.computeIfAbsent(partition.partition(), this::newShard).taken(leaderEpoch);
    }

    private Shard<M, D> newShard(int partition) {
        return new Shard<>(new TopicPartition(kind.topic(), partition), kind, services, loadTimes);
    }

    /** This broker does not lead {@code partition} of the topic any more. */
    void leadershipLost(TopicPartition partition) {
        Shard<M, D> shard = shards.get(partition.partition());
        if (shard != null) {
            shard.lost();
        }
    }

    /** Gives up all shards: whoever waits hears that this is not the coordinator any more. */
    void stop() {
        shards.values().forEach(Shard::lost);
    }

    /**
     * What a shard is asked.
     *
     * @param <M> the machine
     * @param <D> a durable change
     * @param <R> the answer
     */
    @FunctionalInterface
    interface Question<M, D, R> {

        void ask(M machine, Reply<R> reply, Turn<D> turn);
    }
}
