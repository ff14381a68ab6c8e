package io.milena.clients.consumer;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Lets the application's thread wait for the event loop. Confined to the application's thread. */
final class Waiting {

    private static final long MAX_NANOS = Long.MAX_VALUE / 4;
    private static final long LOOK_AGAIN_NANOS = Duration.ofSeconds(1).toNanos();

    private final Engine engine;
    private final Guard guard;

    Waiting(Engine engine, Guard guard) {
        this.engine = engine;
        this.guard = guard;
    }

    /**
     * Nanoseconds, fewer than overflow when added to a clock.
     *
     * @throws IllegalArgumentException for a negative time
     */
    static long nanos(Duration timeout) {
        if (timeout.isNegative()) {
            throw new IllegalArgumentException("timeout: " + timeout + " (expected: 0 or more)");
        }
        boolean isHuge = timeout.getSeconds() > MAX_NANOS / 1_000_000_000L;
        return isHuge ? MAX_NANOS : timeout.toNanos();
    }

    Duration apiTimeout() {
        return Duration.ofNanos(engine.settings().retries().apiNanos());
    }

    <T> Ask<T> ask(Duration timeout) {
        return new Ask<>(engine.time().nanos() + nanos(timeout));
    }

    /** The answer, or what is thrown in its place. */
    <T> T result(Ask<T> ask) {
        engine.pump().kick();
        until(ask::isDone, ask.deadlineNanos());
        if (!ask.isDone()) {
            throw engine.silence().timeout("there was no answer in time");
        }
        return ask.result();
    }

    /** Waits until {@code condition} holds or the time is over. */
    void until(BooleanSupplier condition, long deadlineNanos) {
        while (!condition.getAsBoolean()) {
            guard.check();
            long left = deadlineNanos - engine.time().nanos();
            if (left <= 0) {
                return;
            }
            engine.signal().await(Math.min(left, LOOK_AGAIN_NANOS));
        }
    }
}
