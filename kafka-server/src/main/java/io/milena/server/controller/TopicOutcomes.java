package io.milena.server.controller;

import io.milena.common.errors.ErrorCode;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Gathers what became of the topics of one request, and tells it once, in the order of the request. Confined to the
 * lane.
 */
final class Outcomes {

    private final @Nullable TopicOutcome[] outcomes;
    private final Consumer<List<TopicOutcome>> whenDone;
    private int missing;

    Outcomes(int size, Consumer<List<TopicOutcome>> whenDone) {
        outcomes = new TopicOutcome[size];
        missing = size;
        this.whenDone = whenDone;
    }

    /** Tells an empty list of wishes at once; otherwise nothing is to be done here. */
    void tellIfNothingWasWanted() {
        if (outcomes.length == 0) {
            whenDone.accept(List.of());
        }
    }

    boolean isDone() {
        return missing == 0;
    }

    /** The wish at {@code place} ended so; what comes after a time-out is not told. */
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

    /** Every wish without an outcome ends like this. */
    void refuseRest(ErrorCode code, String message) {
        for (int i = 0; i < outcomes.length; i++) {
            if (outcomes[i] == null) {
                set(i, new TopicOutcome.Refused(code, message));
            }
        }
    }
}
