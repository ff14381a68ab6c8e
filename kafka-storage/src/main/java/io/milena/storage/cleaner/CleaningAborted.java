package io.milena.storage.cleaner;

/** The cleaning of a log ends early: the broker stops, or the log was truncated, deleted, or lost its directory. */
final class CleaningAborted extends Exception {

    private static final long serialVersionUID = 1L;

    CleaningAborted(String why) {
        super(why, null, false, false);
    }
}
