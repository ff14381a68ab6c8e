package io.milena.clients.consumer;

import io.milena.common.KafkaException;
import io.milena.common.TopicPartition;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** One poll after the other. Confined to the application's thread. */
final class Poller<K, V> {

    private static final long LOOK_AGAIN_NANOS = Duration.ofMillis(250).toNanos();

    private final Engine engine;
    private final Guard guard;
    private final Rebalance rebalance;
    private final Committing committing;
    private final RecordCollector<K, V> collector;
    private final Interceptors<K, V> interceptors;
    private final int maxRecords;

    Poller(
            Engine engine,
            Guard guard,
            Rebalance rebalance,
            Committing committing,
            RecordCollector<K, V> collector,
            Interceptors<K, V> interceptors) {
        this.engine = engine;
        this.guard = guard;
        this.rebalance = rebalance;
        this.committing = committing;
        this.collector = collector;
        this.interceptors = interceptors;
        this.maxRecords = engine.settings().poll().maxRecords();
    }

    ConsumerRecords<K, V> poll(long timeoutNanos) {
        long began = engine.time().nanos();
        engine.watch().polled(began);
        try {
            return poll(began, began + timeoutNanos);
        } finally {
            engine.watch().pollEnded(engine.time().nanos());
        }
    }

    private ConsumerRecords<K, V> poll(long began, long deadline) {
        long now = began;
        boolean kicked = false;
        while (true) {
            guard.check();
            boolean mayHandOver = prepare(now);
            if (mayHandOver) {
                Map<TopicPartition, List<ConsumerRecord<K, V>>> records = collector.collect(maxRecords);
                if (collector.takeFinished()) {
                    engine.pump().kick();
                }
                if (!records.isEmpty()) {
                    return interceptors.consumed(new ConsumerRecords<>(records));
                }
            }
            if (!kicked) {
                engine.pump().kick();
                kicked = true;
            }
            now = engine.time().nanos();
            if (now - deadline >= 0) {
                return ConsumerRecords.empty();
            }
            engine.signal().await(Math.min(deadline - now, waitNanos(now)));
            now = engine.time().nanos();
        }
    }

    private long waitNanos(long nowNanos) {
        return Math.min(LOOK_AGAIN_NANOS, Math.max(committing.untilAutoNanos(nowNanos), 1));
    }

    /** What comes before records; whether records may be handed over. */
    private boolean prepare(long nowNanos) {
        committing.callBack();
        boolean isByGroup = told(nowNanos);
        committing.auto(nowNanos);
        return !isByGroup || rebalance.step();
    }

    private boolean told(long nowNanos) {
        KafkaException problem;
        boolean isByGroup;
        engine.lock().lock();
        try {
            isByGroup = engine.subscription().isByGroup();
            if (isByGroup) {
                engine.member().polled(nowNanos);
            }
            problem = engine.problems().poll();
        } finally {
            engine.lock().unlock();
        }
        if (problem != null) {
            throw problem;
        }
        return isByGroup;
    }
}
