package io.milena.server.coordinator;

import io.milena.server.coordinator.state.Turn;
import java.util.function.BiConsumer;

/**
 * Turns for what comes to a machine from outside: answers to what it wanted, and timers. Thread-safe.
 *
 * @param <M> the machine
 * @param <D> a durable change of the machine
 */
public interface Turns<M, D> {

    /** Gives {@code event} a turn at the machine that wanted it; none if that machine is given up before. */
    void give(BiConsumer<M, Turn<D>> event);

    /** Whether that machine is given up. */
    boolean isOver();
}
