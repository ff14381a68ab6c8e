package io.milena.storage.producer;

import io.milena.common.errors.ErrorCode;

/** Whether a batch is the next one of its producer. */
public sealed interface SequenceVerdict {

    /** It is. */
    record Next() implements SequenceVerdict {

        static final Next YES = new Next();
    }

    /** It came before. */
    record Repeated(BatchTrace earlier) implements SequenceVerdict {}

    /**
     * It is, and begins a transaction, which nobody has said that it may.
     *
     * @param markers how many markers of the producer the log has seen
     */
    record Unproven(long markers) implements SequenceVerdict {}

    /** It is not. */
    record OutOfLine(ErrorCode code, String why) implements SequenceVerdict {}
}
