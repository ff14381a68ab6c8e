package io.milena.server.coordinator.state;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Timers that come when the test says so, in the order of their time, and of their setting if that is the same.
 *
 * @param <D> a durable change of the machine
 */
public final class ManualTimers<D> implements Timers<D> {

    private final Map<Object, Wish<D>> byKey = new HashMap<>();
    private final TreeSet<Wish<D>> inOrder =
            new TreeSet<>(Comparator.<Wish<D>>comparingLong(Wish::dueMs).thenComparingLong(Wish::order));
    private long nowMs;
    private long order;

    private record Wish<D>(Object key, long dueMs, long order, Consumer<Turn<D>> event) {}

    @Override
    public void set(Object key, long delayMs, Consumer<Turn<D>> event) {
        if (delayMs < 0) {
            throw new IllegalArgumentException(key + " in " + delayMs + " ms");
        }
        cancel(key);
        var wish = new Wish<>(key, nowMs + delayMs, order++, event);
        byKey.put(key, wish);
        inOrder.add(wish);
    }

    @Override
    public void cancel(Object key) {
        Wish<D> wish = byKey.remove(key);
        if (wish != null) {
            inOrder.remove(wish);
        }
    }

    /** The machine that had wishes is gone. */
    public void cancelAll() {
        byKey.clear();
        inOrder.clear();
    }

    /** How many have not come. */
    public int size() {
        return byKey.size();
    }

    /**
     * Lets {@code ms} pass.
     *
     * @param clock is told how many milliseconds pass until the next event, or the end
     * @param turns gives a turn to each event at its time
     */
    public void pass(long ms, LongConsumer clock, Consumer<Consumer<Turn<D>>> turns) {
        long endMs = nowMs + ms;
        while (!inOrder.isEmpty() && inOrder.first().dueMs() <= endMs) {
            Wish<D> wish = inOrder.first();
            cancel(wish.key());
            moveTo(wish.dueMs(), clock);
            turns.accept(wish.event());
        }
        moveTo(endMs, clock);
    }

    private void moveTo(long nextMs, LongConsumer clock) {
        clock.accept(nextMs - nowMs);
        nowMs = nextMs;
    }
}
