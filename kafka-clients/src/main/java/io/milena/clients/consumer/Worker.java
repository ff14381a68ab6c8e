package io.milena.clients.consumer;

/** One task of the event loop: looks what is to be done, sends it, and says when to look again. */
interface Worker {

    /** Nothing happens until something does. */
    long NO_HURRY = Long.MAX_VALUE;

    /**
     * Called on the event loop with the consumer's lock held, after anything has happened.
     *
     * @return after how many nanoseconds to look again, whatever happens; {@link #NO_HURRY} for never
     */
    long work(long nowNanos);
}
