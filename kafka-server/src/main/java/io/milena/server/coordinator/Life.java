package io.milena.server.coordinator;

import io.milena.server.coordinator.state.Turn;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * The turns of one machine, which end with it: what comes later is dropped, and never reaches the machine that follows.
 * Thread-safe; ended on the shard's lane.
 *
 * @param <M> the machine
 * @param <D> a durable change of the machine
 */
final class Life<M, D> implements Turns<M, D> {

    private final Consumer<Errand<M, D>> inbox;
    private volatile boolean isOver;

    Life(Consumer<Errand<M, D>> inbox) {
        this.inbox = inbox;
    }

    @Override
    public void give(BiConsumer<M, Turn<D>> event) {
        giveTo(inbox, event);
    }

    private void giveTo(Consumer<Errand<M, D>> to, BiConsumer<M, Turn<D>> event) {
        to.accept(new Errand.Event<>(
                (machine, turn) -> {
                    if (!isOver) {
                        event.accept(machine, turn);
                    }
                },
                why -> {}));
    }

    /** Turns of the same machine for whoever waits in {@code other}. */
    Consumer<BiConsumer<M, Turn<D>>> through(Consumer<Errand<M, D>> other) {
        return event -> giveTo(other, event);
    }

    @Override
    public boolean isOver() {
        return isOver;
    }

    void end() {
        isOver = true;
    }
}
