package io.milena.server.controller;

import io.milena.common.errors.ErrorCode;
import io.milena.common.time.Scheduler;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Gathers the outcomes of the topics of one request, and hands them over once, in the order of the request. Confined to
 * the lane.
 */
final class TopicOutcomes {

    private final @Nullable TopicOutcome[] outcomes;
    private final Consumer<List<TopicOutcome>> whenDone;
    private int missing;
    private Scheduler.@Nullable Timer limit;

    TopicOutcomes(int size, Consumer<List<TopicOutcome>> whenDone) {
        outcomes = new TopicOutcome[size];
        missing = size;
        this.whenDone = whenDone;
    }

    /** Completes a request that names no topics; does nothing for any other. */
    void completeIfEmpty() {
        if (outcomes.length == 0) {
            whenDone.accept(List.of());
        }
    }

    boolean isDone() {
        return missing == 0;
    }

    /** The topic at {@code place} of the request ended so; ignored after a time-out, which was its outcome then. */
    void set(int place, TopicOutcome outcome) {
        if (outcomes[place] != null) {
            return;
        }
        outcomes[place] = outcome;
        missing--;
        if (missing == 0) {
            endLimit();
            whenDone.accept(Arrays.stream(outcomes).map(Objects::requireNonNull).toList());
        }
    }

    /**
     * What has no outcome after {@code timeout} is refused. Clients choose how long that is, so nothing waits for it
     * once the request is done.
     */
    void limit(Duration timeout, Scheduler lane) {
        Runnable tooLate = () -> refuseRest(ErrorCode.REQUEST_TIMED_OUT, "The request timed out.");
        if (timeout.isZero() || timeout.isNegative()) {
            tooLate.run();
        } else if (!isDone()) {
            limit = lane.after(timeout, tooLate);
        }
    }

    private void endLimit() {
        if (limit != null) {
            limit.cancel();
        }
    }

    /** Every topic without an outcome is refused. */
    void refuseRest(ErrorCode code, String message) {
        for (int i = 0; i < outcomes.length; i++) {
            if (outcomes[i] == null) {
                set(i, new TopicOutcome.Refused(code, message));
            }
        }
    }
}
