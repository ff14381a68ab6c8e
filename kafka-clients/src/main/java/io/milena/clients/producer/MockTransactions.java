package io.milena.clients.producer;

import io.milena.clients.consumer.OffsetAndMetadata;
import io.milena.common.TopicPartition;
import io.milena.common.errors.ProducerFencedException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The transactions of a {@link MockProducer}: what may be called when, and what a commit keeps. Guarded by it. */
final class MockTransactions<K, V> {

    private final List<ProducerRecord<K, V>> uncommitted = new ArrayList<>();
    private final Map<String, Map<TopicPartition, OffsetAndMetadata>> offsets = new LinkedHashMap<>();
    private final List<Map<String, Map<TopicPartition, OffsetAndMetadata>>> committedOffsets = new ArrayList<>();
    private boolean isInitialized;
    private boolean isOpen;
    private boolean isCommitted;
    private boolean isAborted;
    private boolean isFenced;
    private boolean sentOffsets;
    private long commits;

    void init() {
        if (isInitialized) {
            throw new IllegalStateException("initTransactions() was called before (expected: once)");
        }
        isInitialized = true;
        isOpen = false;
        isCommitted = false;
        isAborted = false;
        sentOffsets = false;
    }

    void begin() {
        require();
        if (isOpen) {
            throw new IllegalStateException("a transaction is open (expected: its end before the next begins)");
        }
        isOpen = true;
        isCommitted = false;
        isAborted = false;
        sentOffsets = false;
    }

    void add(ProducerRecord<K, V> record) {
        requireOpen();
        uncommitted.add(record);
    }

    void addOffsets(String group, Map<TopicPartition, OffsetAndMetadata> positions) {
        requireOpen();
        if (!positions.isEmpty()) {
            offsets.computeIfAbsent(group, any -> new LinkedHashMap<>()).putAll(positions);
            sentOffsets = true;
        }
    }

    /** Ends the transaction; the records that are sent with it. */
    List<ProducerRecord<K, V>> commit() {
        requireOpen();
        List<ProducerRecord<K, V>> records = List.copyOf(uncommitted);
        if (!offsets.isEmpty()) {
            committedOffsets.add(copy());
        }
        end();
        isCommitted = true;
        commits++;
        return records;
    }

    void abort() {
        requireOpen();
        end();
        isAborted = true;
    }

    private void end() {
        uncommitted.clear();
        offsets.clear();
        isOpen = false;
    }

    private void requireOpen() {
        require();
        if (!isOpen) {
            throw new IllegalStateException("no transaction is open (expected: beginTransaction() before)");
        }
    }

    private void require() {
        if (!isInitialized) {
            throw new IllegalStateException("transactions are not ready (expected: initTransactions() before)");
        }
        throwIfFenced();
    }

    void throwIfFenced() {
        if (isFenced) {
            throw new ProducerFencedException("the producer was fenced by its test");
        }
    }

    void fence() {
        require();
        isFenced = true;
    }

    void clear() {
        uncommitted.clear();
        offsets.clear();
        committedOffsets.clear();
        sentOffsets = false;
    }

    private Map<String, Map<TopicPartition, OffsetAndMetadata>> copy() {
        Map<String, Map<TopicPartition, OffsetAndMetadata>> copy = new LinkedHashMap<>();
        offsets.forEach((group, positions) -> copy.put(group, Map.copyOf(positions)));
        return Collections.unmodifiableMap(copy);
    }

    List<ProducerRecord<K, V>> uncommitted() {
        return List.copyOf(uncommitted);
    }

    Map<String, Map<TopicPartition, OffsetAndMetadata>> uncommittedOffsets() {
        return copy();
    }

    List<Map<String, Map<TopicPartition, OffsetAndMetadata>>> committedOffsets() {
        return List.copyOf(committedOffsets);
    }

    boolean isInitialized() {
        return isInitialized;
    }

    boolean isOpen() {
        return isOpen;
    }

    boolean isCommitted() {
        return isCommitted;
    }

    boolean isAborted() {
        return isAborted;
    }

    boolean sentOffsets() {
        return sentOffsets;
    }

    long commits() {
        return commits;
    }
}
