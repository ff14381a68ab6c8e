package io.milena.clients.consumer;

import io.milena.clients.consumer.ChunkReader.RecordDecoder;
import io.milena.common.errors.InterruptException;
import io.milena.common.serialization.Deserializer;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends a consumer, within a time whatever happens: commits, tells the listener, leaves the group, frees everything.
 * Confined to the application's thread.
 */
final class Closing<K, V> {

    private static final Logger log = LoggerFactory.getLogger(Closing.class);

    private final Engine engine;
    private final ConsumerFloor floor;
    private final Rebalance rebalance;
    private final Committing committing;
    private final RecordCollector<K, V> collector;
    private final Plugged<K, V> plugged;
    private boolean interrupted;
    private @Nullable RuntimeException first;

    Closing(
            Engine engine,
            ConsumerFloor floor,
            Rebalance rebalance,
            Committing committing,
            RecordCollector<K, V> collector,
            Plugged<K, V> plugged) {
        this.engine = engine;
        this.floor = floor;
        this.rebalance = rebalance;
        this.committing = committing;
        this.collector = collector;
        this.plugged = plugged;
    }

    /** What the application plugged in, to be closed at last. */
    record Plugged<K, V>(RecordDecoder<K, V> decoder, Interceptors<K, V> interceptors) {}

    /** @param lastCallMade told when the listener has been called, and nothing of the consumer can be used any more */
    void close(long timeoutNanos, Runnable lastCallMade) {
        long deadline = engine.time().nanos() + timeoutNanos;
        commit(deadline);
        attempt(rebalance::leave);
        await(committing::areAllDone, deadline);
        leaveGroup(deadline);
        attempt(committing::callBack);
        lastCallMade.run();
        engine.stop();
        collector.close();
        floor.close(Math.max(deadline - engine.time().nanos(), 0));
        plugged.decoder().decompressor().close();
        closeDeserializer(plugged.decoder().keys().deserializer());
        closeDeserializer(plugged.decoder().values().deserializer());
        plugged.interceptors().close();
        RuntimeException problem = first;
        if (problem != null) {
            throw problem;
        }
        if (interrupted) {
            throw new InterruptException("interrupted while a consumer closed; it is closed all the same");
        }
    }

    private void commit(long deadline) {
        if (engine.settings().poll().autoCommits()) {
            attempt(rebalance::decideLast);
            Commit last = committing.last(Math.max(deadline - engine.time().nanos(), 0));
            if (last != null) {
                await(last::isDone, deadline);
                if (last.error() != null || !last.isDone()) {
                    log.warn(
                            "offsets were not committed on closing: {}: {}",
                            last.offsets(),
                            String.valueOf(last.error()));
                }
            }
        }
        await(committing::areAllDone, deadline);
        attempt(committing::callBack);
    }

    private void leaveGroup(long deadline) {
        engine.lock().lock();
        try {
            engine.member().leave("the consumer is being closed");
        } finally {
            engine.lock().unlock();
        }
        engine.pump().kick();
        await(this::hasLeft, deadline);
    }

    private boolean hasLeft() {
        engine.lock().lock();
        try {
            return !engine.member().isLeaving();
        } finally {
            engine.lock().unlock();
        }
    }

    private void await(BooleanSupplier condition, long deadline) {
        while (!condition.getAsBoolean() && !interrupted) {
            long left = deadline - engine.time().nanos();
            if (left <= 0) {
                return;
            }
            engine.signal().await(left);
            interrupted = Thread.currentThread().isInterrupted();
        }
    }

    // Code of the application may throw what it likes: the rest is closed all the same.
    private void attempt(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException e) {
            first = first == null ? e : first;
        }
    }

    private void closeDeserializer(Deserializer<?> deserializer) {
        attempt(() -> deserializer.close());
    }
}
