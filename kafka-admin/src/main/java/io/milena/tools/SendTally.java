package io.milena.tools;

import org.jspecify.annotations.Nullable;

/** Counts what became of records that were sent. Thread-safe. */
final class SendTally {

    private long failed;
    private @Nullable Throwable first;

    synchronized void ended(@Nullable Throwable cause) {
        if (cause != null) {
            failed++;
            first = first == null ? cause : first;
        }
    }

    synchronized long failed() {
        return failed;
    }

    /** @throws ToolFailure if a record was not written */
    synchronized void check() {
        if (first != null) {
            String which = failed == 1 ? "a record was not written" : failed + " records were not written, the first";
            throw new ToolFailure(which + " because: " + first.getMessage(), first);
        }
    }
}
