package io.milena.server.coordinator.group;

import io.milena.server.coordinator.state.Timers;
import io.milena.server.coordinator.state.Turn;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;

/** Timers that come when the test says so, in the order of their time, and of their setting if that is the same. */
final class ManualTimers implements Timers<GroupRecord> {

    private final Map<Object, Wish> byKey = new HashMap<>();
    private final TreeSet<Wish> inOrder =
            new TreeSet<>(Comparator.comparingLong(Wish::dueMs).thenComparingLong(Wish::order));
    private long nowMs;
    private long order;

    private record Wish(Object key, long dueMs, long order, Consumer<Turn<GroupRecord>> event) {}

    @Override
    public void set(Object key, long delayMs, Consumer<Turn<GroupRecord>> event) {
        if (delayMs < 0) {
            throw new IllegalArgumentException(key + " in " + delayMs + " ms");
        }
        cancel(key);
        var wish = new Wish(key, nowMs + delayMs, order++, event);
        byKey.put(key, wish);
        inOrder.add(wish);
    }

    @Override
    public void cancel(Object key) {
        Wish wish = byKey.remove(key);
        if (wish != null) {
            inOrder.remove(wish);
        }
    }

    /** How many have not come. */
    int size() {
        return byKey.size();
    }

    /** Lets {@code ms} pass; {@code run} gives a turn to each wish at its time. */
    void pass(long ms, TurnGiver run) {
        long endMs = nowMs + ms;
        while (!inOrder.isEmpty() && inOrder.first().dueMs() <= endMs) {
            Wish wish = inOrder.first();
            cancel(wish.key());
            long passedMs = wish.dueMs() - nowMs;
            nowMs = wish.dueMs();
            run.turn(passedMs, wish.event());
        }
        run.turn(endMs - nowMs, turn -> {});
        nowMs = endMs;
    }

    /** Gives turns. */
    interface TurnGiver {

        /** Lets so much time pass, then gives a turn to the event. */
        void turn(long passedMs, Consumer<Turn<GroupRecord>> event);
    }
}
