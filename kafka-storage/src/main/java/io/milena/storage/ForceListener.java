package io.milena.storage;

/** Hears how far a log is forced to disk. */
@FunctionalInterface
public interface ForceListener {

    /** Of a log to which nobody listens. */
    ForceListener NOBODY = log -> {};

    /**
     * A force that was asked for has ended, and {@code log} tells how far it reached; not at all if it failed. Called
     * on a thread of the log's directory, with no lock held; must not block.
     */
    void forced(Log log);
}
