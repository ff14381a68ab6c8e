package io.milena.server.coordinator.state;

/**
 * Takes the answer to one request, whenever it comes.
 *
 * @param <R> the answer
 */
@FunctionalInterface
public interface Reply<R> {

    /** Called once at most, from any thread, with no lock held; must not block. */
    void give(R answer);
}
