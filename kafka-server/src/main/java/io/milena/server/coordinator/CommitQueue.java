package io.milena.server.coordinator;

import io.milena.common.errors.ErrorCode;
import io.milena.common.time.Scheduler;
import io.milena.common.time.Time;
import io.milena.server.coordinator.state.Answer;
import io.milena.server.partition.CommitWaiter;
import io.milena.server.partition.ProduceOutcome.Stored;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Answers of a shard that wait until what they rest on is committed; given in the order of the log, or too late with
 * {@link ErrorCode#REQUEST_TIMED_OUT}. Confined to the shard's lane.
 */
final class CommitQueue {

    private final ShardLog log;
    private final Scheduler lane;
    private final Time time;
    private final Duration timeout;
    private final Deque<Wait> waits = new ArrayDeque<>();
    private Scheduler.@Nullable Timer timer;

    CommitQueue(ShardLog log, Scheduler lane, Time time, Duration timeout) {
        this.log = log;
        this.lane = lane;
        this.time = time;
        this.timeout = timeout;
    }

    /** A place in the queue for {@code batch}, which is about to be appended; nothing until it is {@link #enter}ed. */
    Wait placeFor(SealedBatch batch) {
        return new Wait(batch);
    }

    /** The batch of {@code wait} is in the log as {@code stored}: its answers are due, or its commit is awaited. */
    void enter(Wait wait, Stored stored) {
        wait.endOffset = stored.endOffset();
        wait.deadlineNanos = time.nanos() + timeout.toNanos();
        if (stored.answerDue()) {
            wait.outcome = ErrorCode.NONE;
        }
        waits.addLast(wait);
        giveDue();
        setTimer();
    }

    /** Whether nothing that was entered waits for its commit. */
    boolean isEmpty() {
        return waits.isEmpty();
    }

    /** Answers that rest on nothing newer than what is in the log; given at once if all of that is committed. */
    void rest(List<Answer<?>> answers) {
        Wait newest = waits.peekLast();
        if (newest == null) {
            answers.forEach(answer -> answer.give(ErrorCode.NONE));
        } else {
            newest.resting.addAll(answers);
        }
    }

    private void giveDue() {
        Wait oldest = waits.peekFirst();
        while (oldest != null && oldest.outcome != null) {
            waits.removeFirst();
            oldest.give(oldest.outcome);
            oldest = waits.peekFirst();
        }
    }

    private void setTimer() {
        Wait oldest = waits.peekFirst();
        if (oldest != null && timer == null) {
            timer = lane.after(Duration.ofNanos(oldest.deadlineNanos - time.nanos()), this::timeIsUp);
        }
    }

    private void timeIsUp() {
        timer = null;
        Wait oldest = waits.peekFirst();
        while (oldest != null && oldest.deadlineNanos - time.nanos() <= 0) {
            waits.removeFirst();
            log.leave(oldest.endOffset, oldest);
            oldest.give(oldest.outcome == null ? ErrorCode.REQUEST_TIMED_OUT : oldest.outcome);
            oldest = waits.peekFirst();
        }
        giveDue();
        setTimer();
    }

    /** Nobody waits any more; all hear {@code why}. */
    void abandon(ErrorCode why) {
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
        for (Wait wait = waits.pollFirst(); wait != null; wait = waits.pollFirst()) {
            log.leave(wait.endOffset, wait);
            wait.give(why);
        }
    }

    /** A batch that waits for its commit, and the answers to be given then. */
    final class Wait implements CommitWaiter {

        private final SealedBatch batch;
        private final List<Answer<?>> resting = new ArrayList<>(0);
        private long endOffset;
        private long deadlineNanos;
        private @Nullable ErrorCode outcome;

        private Wait(SealedBatch batch) {
            this.batch = batch;
        }

        /** Any thread. */
        @Override
        public void committed(ErrorCode how) {
            lane.execute(() -> {
                outcome = how;
                giveDue();
            });
        }

        private void give(ErrorCode how) {
            batch.answer(how);
            ErrorCode told = AppendFailure.toClients(how);
            resting.forEach(answer -> answer.give(told));
        }
    }
}
