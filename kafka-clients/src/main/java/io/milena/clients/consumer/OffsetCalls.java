package io.milena.clients.consumer;

import io.milena.clients.consumer.ConsumerWatch.WaitingCall;
import io.milena.common.KafkaException;
import io.milena.common.TopicPartition;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The calls of a consumer about positions and offsets. Confined to the application's thread. */
final class OffsetCalls {

    private final Engine engine;
    private final Waiting waiting;

    OffsetCalls(Engine engine, Waiting waiting) {
        this.engine = engine;
        this.waiting = waiting;
    }

    void seek(TopicPartition partition, OffsetAndMetadata offset) {
        changed(Set.of(partition), found -> found.moved(offset.offset(), Positions.epochOf(offset)));
    }

    /** Sends partitions, all if none is named, to one of their ends. */
    void seekTo(@Nullable Collection<TopicPartition> partitions, OffsetResetStrategy end) {
        if (partitions == null) {
            throw new IllegalArgumentException("partitions: null (expected: partitions, or none for all)");
        }
        changed(partitions.isEmpty() ? assignment() : partitions, found -> found.resetNeeded(end));
    }

    private Set<TopicPartition> assignment() {
        engine.lock().lock();
        try {
            return engine.subscription().assignment();
        } finally {
            engine.lock().unlock();
        }
    }

    private void changed(Collection<TopicPartition> partitions, Consumer<AssignedPartition> change) {
        engine.lock().lock();
        try {
            partitions.forEach(engine.subscription()::require);
            engine.problems().forgetPlaces();
            partitions.forEach(partition -> change.accept(engine.subscription().require(partition)));
        } finally {
            engine.lock().unlock();
        }
        engine.pump().kick();
    }

    /** Keeps partitions from being handed over, or lets them be again. */
    void pause(Collection<TopicPartition> partitions, boolean isPaused) {
        engine.lock().lock();
        try {
            partitions.forEach(engine.subscription()::require);
            partitions.forEach(
                    partition -> engine.subscription().require(partition).paused(isPaused));
        } finally {
            engine.lock().unlock();
        }
        engine.pump().kick();
    }

    long position(TopicPartition partition, Duration timeout) {
        long deadline = engine.time().nanos() + Waiting.nanos(timeout);
        engine.pump().kick();
        waiting.until(() -> hasPosition(partition), deadline);
        engine.lock().lock();
        try {
            AssignedPartition found = engine.subscription().require(partition);
            if (found.hasPosition()) {
                return found.position();
            }
        } finally {
            engine.lock().unlock();
        }
        throw engine.silence().timeout("the position of " + partition + " could not be learned in time");
    }

    private boolean hasPosition(TopicPartition partition) {
        engine.lock().lock();
        try {
            if (engine.subscription().require(partition).hasPosition()) {
                return true;
            }
            KafkaException problem = engine.problems().poll();
            if (problem != null) {
                throw problem;
            }
            return false;
        } finally {
            engine.lock().unlock();
        }
    }

    Map<TopicPartition, @Nullable OffsetAndMetadata> committed(Set<TopicPartition> partitions, Duration timeout) {
        engine.settings().group().requiredGroupId();
        Map<TopicPartition, @Nullable OffsetAndMetadata> all = new LinkedHashMap<>();
        if (partitions.isEmpty()) {
            return all;
        }
        Ask<Map<TopicPartition, OffsetAndMetadata>> ask = waiting.ask(timeout);
        engine.lock().lock();
        try {
            engine.committed().ask(new TreeSet<>(partitions), ask);
        } finally {
            engine.lock().unlock();
        }
        Map<TopicPartition, OffsetAndMetadata> found = answered(ask);
        partitions.forEach(partition -> all.put(partition, found.get(partition)));
        return all;
    }

    private Map<TopicPartition, OffsetAndMetadata> answered(Ask<Map<TopicPartition, OffsetAndMetadata>> ask) {
        long began = engine.time().nanos();
        try {
            return waiting.result(ask);
        } finally {
            engine.watch().called(WaitingCall.COMMITTED, engine.time().nanos() - began);
        }
    }

    Map<TopicPartition, @Nullable OffsetAndTimestamp> forTimes(Map<TopicPartition, Long> times, Duration timeout) {
        times.forEach((partition, time) -> {
            if (time < 0) {
                throw new IllegalArgumentException(
                        "time for " + partition + ": " + time + " (expected: 0 or more; for the ends of a partition"
                                + " there are beginningOffsets and endOffsets)");
            }
        });
        Map<TopicPartition, @Nullable OffsetAndTimestamp> offsets = new HashMap<>();
        list(times, timeout)
                .forEach((partition, found) -> offsets.put(
                        partition,
                        found.offset() == OffsetListing.NOT_FOUND
                                ? null
                                : new OffsetAndTimestamp(
                                        found.offset(), found.timestamp(), Positions.epoch(found.leaderEpoch()))));
        return offsets;
    }

    /** The offsets of one end of each partition, as {@link OffsetListing} names it. */
    Map<TopicPartition, Long> ends(Collection<TopicPartition> partitions, long end, Duration timeout) {
        Map<TopicPartition, Long> times = new HashMap<>();
        partitions.forEach(partition -> times.put(partition, end));
        Map<TopicPartition, Long> offsets = new HashMap<>();
        list(times, timeout).forEach((partition, found) -> offsets.put(partition, found.offset()));
        return offsets;
    }

    private Map<TopicPartition, OffsetListing.Found> list(Map<TopicPartition, Long> times, Duration timeout) {
        if (times.isEmpty()) {
            return Map.of();
        }
        Set<String> topics = new TreeSet<>();
        times.keySet().forEach(partition -> topics.add(partition.topic()));
        engine.metadata().want(topics);
        Ask<Map<TopicPartition, OffsetListing.Found>> ask = waiting.ask(timeout);
        engine.lock().lock();
        try {
            engine.queries().ask(times, ask);
        } finally {
            engine.lock().unlock();
        }
        return waiting.result(ask);
    }

    OptionalLong lag(TopicPartition partition) {
        engine.lock().lock();
        try {
            AssignedPartition found = engine.subscription().require(partition);
            long lag = found.lag(engine.settings().fetch().isolation());
            return lag == AssignedPartition.NONE ? OptionalLong.empty() : OptionalLong.of(lag);
        } finally {
            engine.lock().unlock();
        }
    }
}
