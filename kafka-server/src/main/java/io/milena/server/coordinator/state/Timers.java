package io.milena.server.coordinator.state;

import java.util.function.Consumer;

/**
 * What a state machine wants to happen later. Confined to the shard's thread.
 *
 * @param <D> a durable change of the machine
 */
public interface Timers<D> {

    /**
     * Gives the machine a turn of its own in {@code delayMs} milliseconds, 0 or more. {@code key}, a value with
     * {@code equals}, names the wish; one with the same name that has not come yet is replaced.
     */
    void set(Object key, long delayMs, Consumer<Turn<D>> event);

    /** The wish of this name does not come; does nothing if there is none. */
    void cancel(Object key);
}
