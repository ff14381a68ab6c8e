package io.milena.server.controller;

import io.milena.common.errors.ErrorCode;
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
            whenDone.accept(Arrays.stream(outcomes).map(Objects::requireNonNull).toList());
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
