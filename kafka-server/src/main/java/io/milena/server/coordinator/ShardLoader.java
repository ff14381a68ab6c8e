package io.milena.server.coordinator;

import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.common.time.Scheduler;
import io.milena.server.coordinator.state.StateMachine;
import io.milena.server.coordinator.state.UndoLog;
import io.milena.server.partition.Partition;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Makes the machine of a shard anew from its log, on a worker. Immutable.
 *
 * @param <M> the machine
 * @param <D> a durable change of the machine
 */
final class ShardLoader<M extends StateMachine<D>, D> {

    private static final Logger log = LoggerFactory.getLogger(ShardLoader.class);

    private final TopicPartition name;
    private final ShardKind<M, D> kind;
    private final ShardServices services;
    private final Scheduler lane;
    private final Inboxes<M, D> inboxes;

    /** @param inboxes where what comes to a machine from outside goes */
    ShardLoader(TopicPartition name, ShardKind<M, D> kind, ShardServices services, Inboxes<M, D> inboxes) {
        this.name = name;
        this.kind = kind;
        this.services = services;
        this.lane = services.lane(name.partition());
        this.inboxes = inboxes;
    }

    /**
     * Begins to load. {@code whenDone} gets the life that can begin, on a worker; null if the log cannot be read, which
     * may be tried again.
     */
    Load begin(int leaderEpoch, BiConsumer<Load, @Nullable Tenure<M, D>> whenDone) {
        var load = new Load(services.time().nanos());
        services.workers().execute(() -> {
            Tenure<M, D> loaded = null;
            try {
                loaded = load(load, leaderEpoch);
            } finally {
                load.endNanos = services.time().nanos();
                if (loaded == null && !load.isCancelled()) {
                    log.error("{} is not loaded in leader epoch {}; it is tried again", name, leaderEpoch);
                }
                whenDone.accept(load, loaded);
            }
        });
        return load;
    }

    private @Nullable Tenure<M, D> load(Load load, int leaderEpoch) {
        Partition partition = services.held().apply(name);
        if (partition == null) {
            return null;
        }
        var undo = new UndoLog();
        var life = new Life<>(inboxes.wishes());
        var timers = new ShardTimers<>(lane, life.through(inboxes.alarms()));
        M machine = kind.machines().apply(new ShardTools<>(leaderEpoch, undo, timers, life));
        var reader = new LogReader(partition, leaderEpoch, kind.terms().loadBufferBytes(), services.allocator());
        try (var replay = new Replay<>(name, kind.codec(), machine, services.allocator())) {
            ErrorCode outcome = reader.readAll(replay::batch, new LoadProgress(name, services.time(), load));
            if (outcome != ErrorCode.NONE) {
                log.warn("{} cannot be read at offset {}: {}", name, reader.nextOffset(), outcome);
                return null;
            }
            log.atLevel(replay.records() == 0 ? Level.DEBUG : Level.INFO)
                    .log(
                            "loaded {} in leader epoch {}: {} records up to offset {} in {} ms, {} passed over,"
                                    + " {} of kinds that are unknown here",
                            name,
                            leaderEpoch,
                            replay.records(),
                            reader.nextOffset(),
                            TimeUnit.NANOSECONDS.toMillis(services.time().nanos() - load.beganNanos),
                            replay.skipped(),
                            replay.foreign());
        }
        var ground = new Tenure.Ground<>(new ShardLog(partition), lane, life, undo, timers);
        return new Tenure<>(kind, services, ground, machine, reader.nextOffset());
    }

    /**
     * Where what comes to a machine from outside waits for its turn.
     *
     * @param wishes what it wanted of others
     * @param alarms its timers
     * @param <M> the machine
     * @param <D> a durable change of the machine
     */
    record Inboxes<M, D>(Consumer<Errand<M, D>> wishes, Consumer<Errand<M, D>> alarms) {}

    /** A load under way. Thread-safe. */
    static final class Load {

        private final long beganNanos;
        private volatile long endNanos;
        private volatile boolean isCancelled;

        private Load(long beganNanos) {
            this.beganNanos = beganNanos;
        }

        /** Nobody wants it any more. */
        void cancel() {
            isCancelled = true;
        }

        boolean isCancelled() {
            return isCancelled;
        }

        /** How long it took, when it is done. */
        long tookMs() {
            return TimeUnit.NANOSECONDS.toMillis(endNanos - beganNanos);
        }
    }
}
