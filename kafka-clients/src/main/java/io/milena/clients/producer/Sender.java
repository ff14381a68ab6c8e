package io.milena.clients.producer;

import io.milena.clients.BrokerCall;
import io.milena.clients.BrokersListener;
import io.milena.clients.ClusterView;
import io.milena.common.KafkaException;
import io.milena.common.Node;
import io.milena.common.time.Scheduler;
import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.ProduceResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Sends what waits in the queues to the leaders of their partitions: one request for each broker and round, with one
 * batch of each partition. Confined to the event loop, but for what says otherwise.
 *
 * <p>A round is run whenever something may have changed: a batch was opened or closed, an answer came, a connection
 * stands, the picture of the cluster is new, or the time that the round before asked for has come.
 */
final class Sender implements Accumulator.Wakeup, BrokersListener {

    private static final long NEVER = BatchDrain.NOT_BY_ITSELF;

    /** How often batches are looked through for some that are too old, while there are any. */
    private static final long EXPIRY_CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** How often the picture of the cluster is told which topics are in use; far more often than they go out of it. */
    private static final long WANT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final SenderRules rules;
    private final Floor floor;
    private final Accumulator accumulator;
    private final RecordPool pool;
    private final BatchDrain drain;
    private final Deliveries deliveries;
    private final Queue<PartitionQueue> listed = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean woken = new AtomicBoolean();
    private final AtomicInteger flushes = new AtomicInteger();
    private final List<Outbox> active = new ArrayList<>();
    private final Map<Integer, Lane> lanes = new ConcurrentHashMap<>();
    private Scheduler.@Nullable Timer timer;
    private long timerAtNanos;
    private long expiryCheckedNanos;
    private long wantedNanos;
    private int turn;
    private boolean isAborted;
    private volatile boolean closing;

    /** Whether no batch but those of a backlog would be sent now; a round comes as soon as they would. */
    private volatile boolean rests;

    Sender(SenderRules rules, Floor floor, Accumulator accumulator, RecordPool pool, Deliveries deliveries) {
        this.rules = rules;
        this.floor = floor;
        this.accumulator = accumulator;
        this.pool = pool;
        this.deliveries = deliveries;
        drain = new BatchDrain(rules.lingerNanos());
        expiryCheckedNanos = floor.time().nanos();
        wantedNanos = expiryCheckedNanos;
    }

    /** May be called by any thread. */
    @Override
    public void ready(PartitionQueue queue) {
        if (queue.list()) {
            listed.add(queue);
        }
        if (!rests || queue.hasBacklog()) {
            wake();
        }
    }

    /** Has a round run soon. May be called by any thread. */
    void wake() {
        if (!woken.get() && woken.compareAndSet(false, true)) {
            floor.loop().execute(this::round);
        }
    }

    /** From now on batches go though they are not full; until as many calls of {@link #flushed}. */
    void flushing() {
        flushes.incrementAndGet();
        wake();
    }

    void flushed() {
        flushes.decrementAndGet();
    }

    /** From now on batches go though they are not full. May be called by any thread. */
    void closing() {
        closing = true;
        wake();
    }

    @Override
    public void ready(Node node) {
        wake();
    }

    @Override
    public void gone(Node node) {
        if (isWaitedFor(node)) {
            // Of a leader that died, brokers tell for a while that it leads.
            floor.metadata().refresh();
        }
        wake();
    }

    private boolean isWaitedFor(Node node) {
        ClusterView view = floor.metadata().view();
        for (Outbox outbox : active) {
            Node leader = outbox.queue().waiting() > 0 ? outbox.leader(view) : null;
            if (leader != null && leader.id() == node.id()) {
                return true;
            }
        }
        return false;
    }

    private void round() {
        woken.set(false);
        rests = false;
        if (isAborted) {
            return;
        }
        long now = floor.time().nanos();
        for (PartitionQueue queue = listed.poll(); queue != null; queue = listed.poll()) {
            active.add(queue.outbox());
        }
        deliveries.gate().step(now);
        expire(now);
        long wait = NEVER;
        boolean sent = true;
        for (int i = 0; sent && i < rules.mostOut(); i++) {
            wait = load(now);
            sent = ship(now);
        }
        dropIdle();
        if (!active.isEmpty()) {
            long rest = restNanos(now);
            setTimer(now, Math.min(rest > 0 ? Math.min(rest, wait) : wait, EXPIRY_CHECK_NANOS));
            rests = rest > 0;
        }
    }

    /** How long until the first lane would take a batch that does not press; 0 if one would now. */
    private long restNanos(long now) {
        long least = NEVER;
        for (Lane lane : lanes.values()) {
            long rest = lane.out() < rules.mostOut() ? lane.restsFor(drain.restNanos(), now) : 0;
            least = Math.min(least, rest);
        }
        return least == NEVER ? 0 : least;
    }

    private void expire(long now) {
        if (now - expiryCheckedNanos < EXPIRY_CHECK_NANOS) {
            return;
        }
        expiryCheckedNanos = now;
        // By index: a callback may send, which lists another.
        for (int i = 0; i < active.size(); i++) {
            deliveries.expire(active.get(i), now);
        }
        if (now - wantedNanos >= WANT_NANOS) {
            wantedNanos = now;
            wantTopics();
        }
    }

    private void wantTopics() {
        Set<String> topics = new TreeSet<>();
        for (Outbox outbox : active) {
            topics.add(outbox.queue().partition().topic());
        }
        floor.metadata().want(topics);
    }

    /** Loads lanes with what may go now; how long until something else may. */
    private long load(long now) {
        ClusterView view = floor.metadata().view();
        boolean pressed = closing
                || flushes.get() > 0
                || pool.waiting() > 0
                || deliveries.gate().isWaitedFor();
        BatchDrain.Pressure pressure = pressed ? BatchDrain.Pressure.SOMEONE_WAITS : BatchDrain.Pressure.NONE;
        long wait = NEVER;
        int count = active.size();
        turn = count == 0 ? 0 : (turn + 1) % count;
        for (int i = 0; i < count; i++) {
            Outbox outbox = active.get((turn + i) % count);
            if (outbox.queue().waiting() > 0) {
                wait = Math.min(wait, load(outbox, view, pressure, now));
            }
        }
        loadCompany(view, pressure, now);
        return wait;
    }

    /**
     * Which partition is looked at first is chance: what rested before its leader had a load goes with that all the
     * same.
     */
    private void loadCompany(ClusterView view, BatchDrain.Pressure pressure, long now) {
        for (Lane lane : lanes.values()) {
            if (lane.hasLoad()) {
                // Nobody begins to rest meanwhile: a lane with a load is not rested for.
                for (Outbox outbox : lane.resting()) {
                    load(outbox, view, pressure, now);
                }
            }
            lane.endRests();
        }
    }

    /** Loads the first batch of one partition, or says how long until it may go, and notes if it only rests. */
    private long load(Outbox outbox, ClusterView view, BatchDrain.Pressure pressure, long now) {
        PartitionQueue queue = outbox.queue();
        ProducerBatch first = queue.first();
        if (first == null) {
            return NEVER;
        }
        long wait = drain.waitNanos(first, queue.waiting(), pressure, now);
        if (wait > 0) {
            return wait;
        }
        Node leader = outbox.leader(view);
        if (leader == null) {
            floor.metadata().want(Set.of(queue.partition().topic()));
            floor.metadata().refresh();
            return NEVER;
        }
        Lane lane = lane(leader);
        wait = lane.throttledFor(now);
        if (wait == 0 && !lane.hasLoad()) {
            long rest = lane.restsFor(drain.restNanos(), now);
            wait = rest == 0 ? 0 : Math.min(rest, drain.mayRestNanos(first, queue, pressure, now));
            if (wait > 0) {
                lane.rests(outbox);
            }
        }
        if (wait > 0 || lane.out() >= rules.mostOut() || !isReady(lane, now) || !deliveries.maySend(outbox, first)) {
            return wait > 0 ? wait : NEVER;
        }
        queue.closeFirst(first);
        accumulator.sealClosed(queue);
        if (first.stage() == ProducerBatch.Stage.SEALED) {
            load(outbox, first, lane);
        }
        return NEVER;
    }

    private void load(Outbox outbox, ProducerBatch first, Lane lane) {
        if (first.sealedBytes() > rules.requestBytes() && first.recordCount() > 1) {
            outbox.queue().removeFirst();
            deliveries.split(outbox, first, floor.time().nanos());
            wake();
        } else if (lane.hasRoomFor(first.sealedBytes(), rules.requestBytes())) {
            outbox.queue().removeFirst();
            outbox.out().add(first);
            lane.load(outbox, first);
        }
    }

    private Lane lane(Node leader) {
        Lane lane = lanes.get(leader.id());
        if (lane == null) {
            lane = new Lane(leader);
            lanes.put(leader.id(), lane);
        }
        lane.node(leader);
        return lane;
    }

    private boolean isReady(Lane lane, long now) {
        boolean ready = floor.brokers().isReady(lane.node());
        lane.reachable(ready, now);
        return ready;
    }

    /** Whether a broker could not be sent to for so long, though something waits. May be asked by any thread. */
    boolean isOutOfReach(int nodeId, long longerThanNanos) {
        Lane lane = lanes.get(nodeId);
        return lane != null && lane.isOutOfReach(longerThanNanos, floor.time().nanos());
    }

    /** Sends what is loaded; false if nothing is. */
    private boolean ship(long now) {
        boolean any = false;
        for (Lane lane : lanes.values()) {
            if (lane.hasLoad()) {
                any = true;
                ship(lane.ship(now), now);
            }
        }
        return any;
    }

    private void ship(Lane.Shipment shipment, long now) {
        ClusterView view = floor.metadata().view();
        deliveries.leaving(shipment, now);
        boolean answers = rules.acks() != SenderRules.ACKS_NONE;
        floor.brokers()
                .send(
                        shipment.lane().node(),
                        new BrokerCall<ProduceResponse>(
                                ApiKey.PRODUCE,
                                ProduceMessages.versions(shipment.batches(), view, rules.transactionalId() != null),
                                version -> ProduceMessages.request(rules, shipment.batches(), view),
                                TimeUnit.MILLISECONDS.toNanos(rules.requestTimeoutMs()),
                                answers ? BrokerCall.Expects.ANSWER : BrokerCall.Expects.NONE,
                                new Answer(shipment, view)));
    }

    private void dropIdle() {
        for (int i = active.size() - 1; i >= 0; i--) {
            Outbox outbox = active.get(i);
            if (outbox.isIdle()) {
                active.set(i, active.get(active.size() - 1));
                active.remove(active.size() - 1);
                outbox.queue().unlist();
                if (outbox.queue().waiting() > 0) {
                    ready(outbox.queue());
                }
            }
        }
    }

    private void setTimer(long now, long waitNanos) {
        long at = now + waitNanos;
        if (timer != null && timerAtNanos - at <= 0 && timerAtNanos - now > 0) {
            return;
        }
        if (timer != null) {
            timer.cancel();
        }
        timerAtNanos = at;
        timer = floor.loop().after(Duration.ofNanos(waitNanos), this::wake);
    }

    /** Gives up all that waits. */
    void abortWaiting(KafkaException cause) {
        for (int i = 0; i < active.size(); i++) {
            deliveries.abortWaiting(active.get(i), cause);
        }
    }

    /**
     * Gives up everything that has not ended, for good: also what is being compressed, or in a queue that its thread
     * has still to tell of. The queues take nothing any more.
     */
    void abortAll(KafkaException cause) {
        isAborted = true;
        for (TopicQueues topic : accumulator.topics().values()) {
            for (PartitionQueue queue : topic.queues()) {
                deliveries.abort(queue.outbox(), cause);
            }
        }
    }

    /** What a broker says to one request. */
    private final class Answer implements BrokerCall.Reply<ProduceResponse> {

        private final Lane.Shipment shipment;
        private final ClusterView view;

        Answer(Lane.Shipment shipment, ClusterView view) {
            this.shipment = shipment;
            this.view = view;
        }

        @Override
        public void answered(ProduceResponse answer, short version, long roundTripNanos) {
            shipment.lane().back();
            deliveries.answered(shipment, new Deliveries.Reading(answer, version, view, roundTripNanos));
            wake();
        }

        @Override
        public void failed(KafkaException cause) {
            shipment.lane().back();
            deliveries.unanswered(shipment, cause);
            wake();
        }
    }
}
