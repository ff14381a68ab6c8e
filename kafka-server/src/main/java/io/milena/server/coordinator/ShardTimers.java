package io.milena.server.coordinator;

import io.milena.common.time.Scheduler;
import io.milena.server.coordinator.state.Timers;
import io.milena.server.coordinator.state.Turn;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * What a machine wants to happen later. A wish whose time has come waits for its turn like everything else, and may
 * still be replaced or cancelled there. Confined to the shard's lane.
 *
 * @param <M> the machine
 * @param <D> a durable change of the machine
 */
final class ShardTimers<M, D> implements Timers<D> {

    /** Whoever wants to wait longer waits for good. */
    private static final long LONGEST_DELAY_MS = Duration.ofDays(36_500).toMillis();

    private final Scheduler lane;
    private final Consumer<BiConsumer<M, Turn<D>>> turns;
    private final Map<Object, Wish> wishes = new HashMap<>();

    /** @param turns gives a turn to an event, now or later */
    ShardTimers(Scheduler lane, Consumer<BiConsumer<M, Turn<D>>> turns) {
        this.lane = lane;
        this.turns = turns;
    }

    @Override
    public void set(Object key, long delayMs, Consumer<Turn<D>> event) {
        cancel(key);
        var wish = new Wish(key, event);
        wishes.put(key, wish);
        wish.timer = lane.after(Duration.ofMillis(Math.min(delayMs, LONGEST_DELAY_MS)), wish);
    }

    @Override
    public void cancel(Object key) {
        Wish wish = wishes.remove(key);
        if (wish != null) {
            wish.timer.cancel();
        }
    }

    /** Nothing comes any more. */
    void cancelAll() {
        wishes.values().forEach(wish -> wish.timer.cancel());
        wishes.clear();
    }

    /** An event that is to come. */
    private final class Wish implements Runnable {

        private final Object key;
        private final Consumer<Turn<D>> event;
        private Scheduler.Timer timer = () -> {};

        private Wish(Object key, Consumer<Turn<D>> event) {
            this.key = key;
            this.event = event;
        }

        @Override
        public void run() {
            turns.accept((machine, turn) -> {
                if (wishes.remove(key, this)) {
                    event.accept(turn);
                }
            });
        }
    }
}
