package io.milena.server.coordinator.transaction;

import io.milena.server.coordinator.state.Timers;
import io.milena.server.coordinator.state.Turn;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Timers of a clock that the test moves. */
final class ManualTimers implements Timers<TransactionRecord> {

    private record Wish(long atMs, Consumer<Turn<TransactionRecord>> event) {}

    private final Map<Object, Wish> wishes = new LinkedHashMap<>();
    private long nowMs = 1_000_000;

    long nowMs() {
        return nowMs;
    }

    @Override
    public void set(Object key, long delayMs, Consumer<Turn<TransactionRecord>> event) {
        wishes.put(key, new Wish(nowMs + delayMs, event));
    }

    @Override
    public void cancel(Object key) {
        wishes.remove(key);
    }

    /** Moves the clock, and has {@code turns} run what falls due, in the order of time. */
    void advance(long byMs, Consumer<Consumer<Turn<TransactionRecord>>> turns) {
        long until = nowMs + byMs;
        Map.Entry<Object, Wish> due = nextUntil(until);
        while (due != null) {
            wishes.remove(due.getKey());
            nowMs = Math.max(nowMs, due.getValue().atMs());
            turns.accept(due.getValue().event());
            due = nextUntil(until);
        }
        nowMs = until;
    }

    private Map.Entry<Object, Wish> nextUntil(long untilMs) {
        Map.Entry<Object, Wish> next = null;
        for (Map.Entry<Object, Wish> wish : wishes.entrySet()) {
            boolean isSooner =
                    next == null || wish.getValue().atMs() < next.getValue().atMs();
            if (wish.getValue().atMs() <= untilMs && isSooner) {
                next = Map.entry(wish.getKey(), wish.getValue());
            }
        }
        return next;
    }

    /** The machine that had wishes is gone. */
    void forget() {
        wishes.clear();
    }
}
