package io.milena.storage;

import io.netty.buffer.ByteBuf;

/** Whether batches may enter a log, and in what shape. */
public sealed interface Admission {

    /**
     * They may.
     *
     * @param records the batches, with final timestamps and codec; offsets are not assigned
     * @param isOwned whether they are in a buffer of their own, which {@link #release} gives back
     * @param maxTimestampMs their greatest timestamp; -1 if none
     * @param appendTimeMs timestamp that all records got; -1 if they keep their own
     */
    record Admitted(ByteBuf records, boolean isOwned, long maxTimestampMs, long appendTimeMs) implements Admission {

        @Override
        public void release() {
            if (isOwned) {
                records.release();
            }
        }
    }

    /** They may not. */
    record Turned(AppendResult.Refused refusal) implements Admission {}

    /** Gives back what was made for this admission. */
    default void release() {}
}
