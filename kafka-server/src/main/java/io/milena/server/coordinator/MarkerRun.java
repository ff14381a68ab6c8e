package io.milena.server.coordinator;

import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.common.time.Scheduler;
import io.milena.server.coordinator.state.Reply;
import io.milena.server.coordinator.transaction.MarkerOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The markers of one order on their way: all at once, then again, after a pause that grows, those that were not
 * written.
 *
 * <pre>
 *   start -> round: a write for each partition that lacks its marker -> all answered
 *              ^                                                            |
 *              +------------------- pause, if some are missing -------------+--> end: written, fenced, or given up
 * </pre>
 *
 * <p>It ends when no write is under way, never before. Confined to the lane of {@link Markers}.
 */
final class MarkerRun {

    private static final Logger log = LoggerFactory.getLogger(MarkerRun.class);

    private static final Duration FIRST_PAUSE = Duration.ofMillis(20);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    private final MarkerOrder order;
    private final Scheduler lane;
    private final Outlet outlet;
    private final SortedSet<TopicPartition> missing;
    private final EndMarker marker;
    private Duration pause = FIRST_PAUSE;
    private Scheduler.@Nullable Timer timer;
    private int underWay;
    private boolean isFenced;
    private @Nullable Runnable next;

    MarkerRun(MarkerOrder order, Scheduler lane, Outlet outlet) {
        this.order = order;
        this.lane = lane;
        this.outlet = outlet;
        missing = new TreeSet<>(order.partitions());
        marker = new EndMarker(order.producer(), order.result(), order.coordinatorEpoch());
    }

    MarkerOrder order() {
        return order;
    }

    void start() {
        endPause();
        if (missing.isEmpty() || !outlet.isWanted()) {
            end();
            return;
        }
        List<TopicPartition> round = new ArrayList<>(missing);
        underWay = round.size();
        for (TopicPartition partition : round) {
            outlet.write(partition, marker, code -> lane.execute(() -> answered(partition, code)));
        }
    }

    private void answered(TopicPartition partition, ErrorCode code) {
        underWay--;
        if (code == ErrorCode.NONE) {
            missing.remove(partition);
        } else if (code == ErrorCode.TRANSACTION_COORDINATOR_FENCED) {
            log.warn("{}: {} has heard from a newer coordinator, which ends the transaction", order, partition);
            isFenced = true;
        } else if (code == ErrorCode.INVALID_PRODUCER_EPOCH) {
            log.error("{}: {} knows the producer in a newer epoch and takes no marker", order, partition);
            missing.remove(partition);
        }
        if (underWay == 0) {
            roundIsOver();
        }
    }

    private void roundIsOver() {
        boolean isDone = missing.isEmpty() || isFenced || next != null || !outlet.isWanted();
        if (isDone) {
            end();
            return;
        }
        timer = lane.after(pause, this::start);
        outlet.pauseBegan();
        Duration longer = pause.multipliedBy(2);
        pause = longer.compareTo(LONGEST_PAUSE) < 0 ? longer : LONGEST_PAUSE;
    }

    private void end() {
        if (missing.isEmpty() && !isFenced) {
            outlet.written(this);
        } else {
            outlet.givenUp(this);
        }
        if (next != null) {
            next.run();
        }
    }

    /** A newer order for the same transactional id takes over; {@code successor} runs when this one has ended. */
    void giveWayTo(Runnable successor) {
        next = successor;
        if (timer != null) {
            endPause();
            end();
        }
    }

    private void endPause() {
        if (timer != null) {
            timer.cancel();
            timer = null;
            outlet.pauseEnded();
        }
    }

    /** Where the writes of a run go, and who hears of its end. */
    interface Outlet {

        /** Whether whoever gave the order still wants it. */
        boolean isWanted();

        /** Writes, and tells on any thread what became of it. */
        void write(TopicPartition partition, EndMarker marker, Reply<ErrorCode> reply);

        /** A run begins to wait for its next round. */
        void pauseBegan();

        /** A run waits no more. */
        void pauseEnded();

        /** {@code run} is over: all its markers are written, or not needed. */
        void written(MarkerRun run);

        /** {@code run} is over: nobody wants it any more, or another order or coordinator ends the transaction. */
        void givenUp(MarkerRun run);
    }
}
