package io.milena.server.controller;

import io.milena.common.errors.ErrorCode;
import io.milena.server.metadata.TopicImage;

/** What a decider says to a request for one topic. */
sealed interface Decided {

    /** It shall look like this. */
    record Planned(TopicImage topic) implements Decided {}

    /** The request is not granted; {@code message} is for the user. */
    record Refused(ErrorCode code, String message) implements Decided {

        TopicOutcome outcome() {
            return new TopicOutcome.Refused(code, message);
        }
    }

    static Decided refused(ErrorCode code, String message) {
        return new Refused(code, message);
    }
}
