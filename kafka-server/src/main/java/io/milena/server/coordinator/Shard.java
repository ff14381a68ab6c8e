package io.milena.server.coordinator;

import io.milena.common.Invariant;
import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.common.time.Scheduler;
import io.milena.server.coordinator.ShardLoader.Load;
import io.milena.server.coordinator.state.StateMachine;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A partition of a coordinator's topic: whether this broker is the coordinator of what belongs to it, and the inbox of
 * the machine if it is. Where it stands is drawn at {@link ShardState}; what happens while it serves is the matter of
 * its {@link Tenure}.
 *
 * <p>Errands may be given from any thread; all else is confined to the shard's lane. The inbox needs no bound of its
 * own: a connection has one unanswered request that comes here, and a machine's timers are as many as its members.
 *
 * @param <M> the machine
 * @param <D> a durable change of the machine
 */
final class Shard<M extends StateMachine<D>, D> {

    private static final Logger log = LoggerFactory.getLogger(Shard.class);

    /** Turns after which a shard lets others of its lane have theirs. */
    private static final int TURNS_AT_ONCE = 1_000;

    /** After a life that broke, and after a load that failed, times how many have. */
    private static final Duration RELOAD_BACKOFF = Duration.ofSeconds(1);

    private static final int MOST_BACKOFFS = 30;

    private final TopicPartition name;
    private final ShardLoader<M, D> loader;
    private final Scheduler lane;
    private final LoadTimes loadTimes;
    private final Queue<Errand<M, D>> inbox = new ConcurrentLinkedQueue<>();

    /** Time-outs that are due. All that has come before is heard first: it may be the sign of life they wait for. */
    private final Queue<Errand<M, D>> alarms = new ConcurrentLinkedQueue<>();

    /** Where in the inbox the alarms of now have their turn, so that those who ask all the time cannot stop time. */
    private @Nullable Errand<M, D> alarmsTurn;

    private final AtomicBoolean isDrainDue = new AtomicBoolean();

    private volatile ShardState state = ShardState.AWAY;
    private int leaderEpoch;
    private int failedLoads;
    private @Nullable Tenure<M, D> tenure;
    private @Nullable Load load;

    Shard(TopicPartition name, ShardKind<M, D> kind, ShardServices services, LoadTimes loadTimes) {
        this.name = name;
        this.loadTimes = loadTimes;
        lane = services.lane(name.partition());
        loader = new ShardLoader<>(name, kind, services, new ShardLoader.Inboxes<>(this::give, this::alarm));
    }

    /** Does {@code errand} in its turn, or refuses it. */
    void give(Errand<M, D> errand) {
        ErrorCode refusal = state.refusal();
        if (refusal != ErrorCode.NONE) {
            errand.refuse(refusal);
            return;
        }
        inbox.add(errand);
        drainSoon();
    }

    private void alarm(Errand<M, D> errand) {
        if (state == ShardState.SERVING) {
            alarms.add(errand);
            drainSoon();
        }
    }

    private void drainSoon() {
        if (isDrainDue.compareAndSet(false, true)) {
            lane.execute(this::drain);
        }
    }

    private void drain() {
        isDrainDue.set(false);
        Tenure<M, D> current = tenure;
        if (current == null || state != ShardState.SERVING) {
            refuseAll();
            return;
        }
        if (alarmsTurn == null && !alarms.isEmpty() && !current.isAppending()) {
            alarmsTurn = new Errand.Event<>((machine, turn) -> {}, why -> {});
            inbox.add(alarmsTurn);
        }
        if (takeFrom(inbox, current, alarmsTurn)) {
            alarmsTurn = null;
            takeFrom(alarms, current, null);
        }
        current.flush();
        if (current.isAppending()) {
            current.whenSettled(this::drainSoon);
        } else if (!inbox.isEmpty() || !alarms.isEmpty()) {
            drainSoon();
        }
    }

    /** Takes what waits in {@code queue} up to {@code last}. Returns whether it came so far. */
    private static <M extends StateMachine<D>, D> boolean takeFrom(
            Queue<Errand<M, D>> queue, Tenure<M, D> current, @Nullable Errand<M, D> last) {
        int turns = 0;
        while (turns < TURNS_AT_ONCE && !current.isAppending() && !queue.isEmpty()) {
            Errand<M, D> next = queue.remove();
            if (next == last) {
                return true;
            }
            current.take(next);
            turns++;
        }
        return false;
    }

    /** Whether this broker leads the partition, though the shard may still be loading. Any thread. */
    boolean isLed() {
        return state != ShardState.AWAY;
    }

    /** This broker leads the partition from now on, in this epoch. Any thread. */
    void taken(int epoch) {
        lane.execute(() -> {
            leaderEpoch = epoch;
            reload();
        });
    }

    /** This broker leads the partition no more. Any thread. */
    void lost() {
        lane.execute(() -> {
            if (state != ShardState.AWAY) {
                moveTo(ShardState.AWAY);
                endTenure();
            }
        });
    }

    /** An append of the life before has its outcome first, or the log would change behind the load. */
    private void reload() {
        moveTo(ShardState.LOADING);
        failedLoads = 0;
        try {
            endTenure();
        } finally {
            loadWhenSettled();
        }
    }

    /** The pause after a life that broke may end when the next one serves, which is not to be disturbed. */
    private void loadWhenSettled() {
        Tenure<M, D> before = tenure;
        if (before == null) {
            load();
        } else if (state == ShardState.LOADING) {
            before.whenSettled(this::load);
        }
    }

    private void endTenure() {
        if (load != null) {
            load.cancel();
            load = null;
        }
        if (tenure != null) {
            tenure.end();
        }
        refuseAll();
    }

    private void refuseAll() {
        alarmsTurn = null;
        refuseAll(inbox);
        refuseAll(alarms);
    }

    private void refuseAll(Queue<Errand<M, D>> queue) {
        for (Errand<M, D> errand = queue.poll(); errand != null; errand = queue.poll()) {
            errand.refuse(state.refusal());
        }
    }

    private void load() {
        if (state == ShardState.LOADING && load == null) {
            load = loader.begin(leaderEpoch, this::loaded);
        }
    }

    /** On a worker. */
    private void loaded(Load done, @Nullable Tenure<M, D> next) {
        lane.execute(() -> {
            if (load != done) {
                return;
            }
            load = null;
            if (next == null) {
                failedLoads++;
                lane.after(RELOAD_BACKOFF.multipliedBy(Math.min(failedLoads, MOST_BACKOFFS)), this::load);
                return;
            }
            loadTimes.loaded(done.tookMs());
            tenure = next;
            moveTo(ShardState.SERVING);
            next.begin(this::broken);
        });
    }

    /** The error itself is reported by whoever runs the lane. The pause is for errors that come again and again. */
    private void broken() {
        log.error("{} is given up and loaded again: its state and its log may differ", name);
        if (state != ShardState.SERVING) {
            return;
        }
        moveTo(ShardState.LOADING);
        try {
            endTenure();
        } finally {
            lane.after(RELOAD_BACKOFF, this::loadWhenSettled);
        }
    }

    private void moveTo(ShardState next) {
        ShardState before = state;
        Invariant.check(before == next || before.next().contains(next), name + ": from " + before + " to " + next);
        state = next;
        log.debug("{} is {}, after {}", name, next, before);
    }
}
