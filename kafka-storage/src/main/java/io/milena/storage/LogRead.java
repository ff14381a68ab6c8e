package io.milena.storage;

import java.util.function.Function;

/** Outcome of one read of a log. */
public sealed interface LogRead permits LogSlice, LogRead.Nothing, LogRead.OutOfRange, LogRead.Cold, LogRead.Failed {

    /** The offset is in range, and no whole batch from it on lies below the bound. */
    record Nothing() implements LogRead {

        static final Nothing HERE = new Nothing();
    }

    /** The offset lies before the start of the log or after its end. */
    record OutOfRange(long logStartOffset, long logEndOffset) implements LogRead {}

    /** Answering takes the disk or a lock, which {@link Source#MEMORY} does not allow; nothing was looked up. */
    record Cold() implements LogRead {

        static final Cold HERE = new Cold();
    }

    /** The directory of the log is offline. */
    record Failed(String why) implements LogRead {}

    /** Handles every outcome; a new one breaks every caller at compile time. */
    default <R> R fold(
            Function<LogSlice, R> onSlice,
            Function<Nothing, R> onNothing,
            Function<OutOfRange, R> onOutOfRange,
            Function<Cold, R> onCold,
            Function<Failed, R> onFailed) {
        if (this instanceof LogSlice slice) {
            return onSlice.apply(slice);
        }
        if (this instanceof Nothing nothing) {
            return onNothing.apply(nothing);
        }
        if (this instanceof OutOfRange outOfRange) {
            return onOutOfRange.apply(outOfRange);
        }
        if (this instanceof Cold cold) {
            return onCold.apply(cold);
        }
        return onFailed.apply((Failed) this);
    }
}
