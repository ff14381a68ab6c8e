package io.milena.storage.cleaner;

/**
 * What one cleaning did.
 *
 * @param fromOffset where the dirty part began
 * @param toOffset everything before it is clean
 * @param readBytes in segments gone through
 * @param writtenBytes in segments that took their place; those that stayed as they were count as they are
 * @param rewrittenSegments segments that were replaced
 * @param tableUse share of the table of keys that was used, 0 to 1
 * @param keyless records that were left out because they have no key
 */
record CleaningResult(
        long fromOffset,
        long toOffset,
        long readBytes,
        long writtenBytes,
        int rewrittenSegments,
        double tableUse,
        long keyless) {}
