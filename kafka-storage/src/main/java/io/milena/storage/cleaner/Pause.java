package io.milena.storage.cleaner;

/** Lets some time pass on the calling thread. The seam at which a simulation moves its clock instead. */
@FunctionalInterface
public interface Pause {

    /** Returns after so long, or as soon as there is nothing to wait for. */
    void forNanos(long nanos);
}
