package io.milena.clients.consumer;

import io.milena.common.KafkaException;
import io.milena.common.Metric;
import io.milena.common.MetricName;
import io.milena.common.PartitionInfo;
import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.milena.common.errors.TimeoutException;
import io.milena.common.errors.WakeupException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A consumer without a cluster, for tests of applications: what it reads, and how partitions move, is told by the test.
 * Thread-safe, so that a test may tell it things while another thread polls.
 */
public final class MockConsumer<K, V> implements Consumer<K, V> {

    private final Subscription subscription;
    private final Map<TopicPartition, List<ConsumerRecord<K, V>>> records = new LinkedHashMap<>();
    private final Map<TopicPartition, OffsetAndMetadata> committed = new HashMap<>();
    private final Map<TopicPartition, Long> beginnings = new HashMap<>();
    private final Map<TopicPartition, Long> ends = new HashMap<>();
    private final Map<String, List<PartitionInfo>> partitions = new TreeMap<>();
    private final Deque<Runnable> pollTasks = new ArrayDeque<>();
    private @Nullable KafkaException pollException;
    private @Nullable KafkaException offsetsException;
    private @Nullable Duration lastPollTimeout;
    private long maxPollRecords = Long.MAX_VALUE;
    private int timeouts;
    private boolean wakeup;
    private boolean closed;
    private boolean shouldRebalance;

    /**
     * @param reset where partitions begin that have no committed offset; their ends have to be told first
     */
    public MockConsumer(OffsetResetStrategy reset) {
        subscription = new Subscription(reset);
    }

    /** The group gives these partitions, in place of those before; the listener hears. */
    public synchronized void rebalance(Collection<TopicPartition> newAssignment) {
        Set<TopicPartition> going = subscription.assignment();
        Set<TopicPartition> coming = new TreeSet<>(newAssignment);
        coming.removeAll(going);
        going.removeAll(new TreeSet<>(newAssignment));
        ConsumerRebalanceListener listener = subscription.listener();
        if (!going.isEmpty()) {
            listener.onPartitionsRevoked(going);
        }
        records.clear();
        subscription.assignedByGroup(newAssignment);
        listener.onPartitionsAssigned(coming);
    }

    /** The next polls return this record; its partition has to be assigned, and in order. */
    public synchronized void addRecord(ConsumerRecord<K, V> record) {
        requireOpen();
        var partition = new TopicPartition(record.topic(), record.partition());
        subscription.require(partition);
        records.computeIfAbsent(partition, made -> new ArrayList<>()).add(record);
    }

    /** The next poll throws this. */
    public synchronized void setPollException(KafkaException exception) {
        pollException = exception;
    }

    /** The next call that asks for offsets throws this. */
    public synchronized void setOffsetsException(KafkaException exception) {
        offsetsException = exception;
    }

    public synchronized void setMaxPollRecords(long max) {
        if (max < 1) {
            throw new IllegalArgumentException("max poll records: " + max + " (expected: 1 or more)");
        }
        maxPollRecords = max;
    }

    public synchronized void updateBeginningOffsets(Map<TopicPartition, Long> offsets) {
        beginnings.putAll(offsets);
    }

    public synchronized void updateEndOffsets(Map<TopicPartition, Long> offsets) {
        ends.putAll(offsets);
    }

    public synchronized void updatePartitions(String topic, List<PartitionInfo> infos) {
        partitions.put(topic, List.copyOf(infos));
    }

    /** The next {@code count} calls of {@code partitionsFor} and {@code listTopics} are too late. */
    public synchronized void injectTimeoutException(int count) {
        timeouts = count;
    }

    /** Runs in a poll: one task in each, in this order. */
    public synchronized void schedulePollTask(Runnable task) {
        pollTasks.add(task);
    }

    public synchronized void scheduleNopPollTask() {
        schedulePollTask(() -> {});
    }

    public synchronized boolean closed() {
        return closed;
    }

    /** Whether {@link #enforceRebalance} was called. */
    public synchronized boolean shouldRebalance() {
        return shouldRebalance;
    }

    public synchronized void resetShouldRebalance() {
        shouldRebalance = false;
    }

    /** Of the last poll; null before the first. */
    public synchronized @Nullable Duration lastPollTimeout() {
        return lastPollTimeout;
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("this consumer is closed");
        }
    }

    @Override
    public synchronized Set<TopicPartition> assignment() {
        return subscription.assignment();
    }

    @Override
    public synchronized Set<String> subscription() {
        return Set.copyOf(subscription.topics());
    }

    @Override
    public void subscribe(Collection<String> topics) {
        subscribe(topics, new NoRebalanceListener());
    }

    @Override
    public synchronized void subscribe(Collection<String> topics, ConsumerRebalanceListener listener) {
        requireOpen();
        subscription.subscribed(topics, listener);
    }

    @Override
    public void subscribe(Pattern pattern) {
        subscribe(pattern, new NoRebalanceListener());
    }

    @Override
    public synchronized void subscribe(Pattern pattern, ConsumerRebalanceListener listener) {
        requireOpen();
        subscription.subscribed(pattern, listener);
        subscription.topicsSeen(partitions.keySet());
    }

    @Override
    public synchronized void assign(Collection<TopicPartition> assigned) {
        requireOpen();
        subscription.assignedByHand(assigned);
    }

    @Override
    public synchronized void unsubscribe() {
        requireOpen();
        subscription.unsubscribed();
    }

    @Override
    public synchronized ConsumerRecords<K, V> poll(Duration timeout) {
        requireOpen();
        lastPollTimeout = timeout;
        Runnable task = pollTasks.poll();
        if (task != null) {
            task.run();
        }
        if (wakeup) {
            wakeup = false;
            throw new WakeupException("woken up");
        }
        KafkaException told = pollException;
        if (told != null) {
            pollException = null;
            throw told;
        }
        subscription.partitions().forEach(this::findPosition);
        return new ConsumerRecords<>(taken());
    }

    private Map<TopicPartition, List<ConsumerRecord<K, V>>> taken() {
        Map<TopicPartition, List<ConsumerRecord<K, V>>> taken = new LinkedHashMap<>();
        long left = maxPollRecords;
        for (Map.Entry<TopicPartition, List<ConsumerRecord<K, V>>> entry : records.entrySet()) {
            AssignedPartition partition = subscription.find(entry.getKey());
            if (partition == null || !partition.mayHandOver()) {
                continue;
            }
            List<ConsumerRecord<K, V>> waiting = entry.getValue();
            while (left > 0 && !waiting.isEmpty()) {
                ConsumerRecord<K, V> record = waiting.remove(0);
                if (record.offset() >= partition.position()) {
                    taken.computeIfAbsent(entry.getKey(), made -> new ArrayList<>())
                            .add(record);
                    partition.consumed(record.offset() + 1, record.leaderEpoch().orElse(AssignedPartition.NONE));
                    left--;
                }
            }
        }
        return taken;
    }

    private void findPosition(AssignedPartition partition) {
        if (partition.hasPosition()) {
            return;
        }
        OffsetAndMetadata known = committed.get(partition.id());
        boolean isReset = partition.phase() == AssignedPartition.Phase.NEEDS_RESET;
        if (known != null && !isReset) {
            partition.moved(known.offset(), Positions.epochOf(known));
            return;
        }
        OffsetResetStrategy strategy = isReset ? partition.reset() : subscription.defaultReset();
        if (strategy == OffsetResetStrategy.NONE) {
            throw new NoOffsetForPartitionException(partition.id());
        }
        boolean toEnd = strategy == OffsetResetStrategy.LATEST;
        partition.moved(end(partition.id(), toEnd ? ends : beginnings), AssignedPartition.NONE);
    }

    private static long end(TopicPartition partition, Map<TopicPartition, Long> known) {
        Long offset = known.get(partition);
        if (offset == null) {
            throw new IllegalStateException("the test has not said where " + partition + " begins or ends");
        }
        return offset;
    }

    @Override
    public synchronized void commitSync() {
        commitSync(subscription.consumed());
    }

    @Override
    public void commitSync(Duration timeout) {
        commitSync();
    }

    @Override
    public void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets) {
        commitAsync(offsets, null);
    }

    @Override
    public void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets, Duration timeout) {
        commitSync(offsets);
    }

    @Override
    public void commitAsync() {
        commitAsync(null);
    }

    @Override
    public synchronized void commitAsync(@Nullable OffsetCommitCallback callback) {
        commitAsync(subscription.consumed(), callback);
    }

    @Override
    public synchronized void commitAsync(
            Map<TopicPartition, OffsetAndMetadata> offsets, @Nullable OffsetCommitCallback callback) {
        requireOpen();
        committed.putAll(offsets);
        if (callback != null) {
            callback.onComplete(offsets, null);
        }
    }

    @Override
    public void seek(TopicPartition partition, long offset) {
        seek(partition, new OffsetAndMetadata(offset));
    }

    @Override
    public synchronized void seek(TopicPartition partition, OffsetAndMetadata offset) {
        requireOpen();
        subscription.require(partition).moved(offset.offset(), Positions.epochOf(offset));
    }

    @Override
    public synchronized void seekToBeginning(Collection<TopicPartition> sought) {
        requireOpen();
        sought.forEach(partition -> subscription.require(partition).resetNeeded(OffsetResetStrategy.EARLIEST));
    }

    @Override
    public synchronized void seekToEnd(Collection<TopicPartition> sought) {
        requireOpen();
        sought.forEach(partition -> subscription.require(partition).resetNeeded(OffsetResetStrategy.LATEST));
    }

    @Override
    public synchronized long position(TopicPartition partition) {
        requireOpen();
        AssignedPartition found = subscription.require(partition);
        findPosition(found);
        return found.position();
    }

    @Override
    public long position(TopicPartition partition, Duration timeout) {
        return position(partition);
    }

    @Override
    public synchronized Map<TopicPartition, @Nullable OffsetAndMetadata> committed(Set<TopicPartition> asked) {
        requireOpen();
        Map<TopicPartition, @Nullable OffsetAndMetadata> found = new HashMap<>();
        asked.forEach(partition -> found.put(partition, committed.get(partition)));
        return found;
    }

    @Override
    public Map<TopicPartition, @Nullable OffsetAndMetadata> committed(Set<TopicPartition> asked, Duration timeout) {
        return committed(asked);
    }

    @Override
    public synchronized List<PartitionInfo> partitionsFor(String topic) {
        tooLateIfTold();
        return partitions.getOrDefault(topic, List.of());
    }

    @Override
    public List<PartitionInfo> partitionsFor(String topic, Duration timeout) {
        return partitionsFor(topic);
    }

    @Override
    public synchronized Map<String, List<PartitionInfo>> listTopics() {
        tooLateIfTold();
        return Collections.unmodifiableMap(new TreeMap<>(partitions));
    }

    private void tooLateIfTold() {
        requireOpen();
        if (timeouts > 0) {
            timeouts--;
            throw new TimeoutException("the test says that it is too late");
        }
    }

    @Override
    public Map<String, List<PartitionInfo>> listTopics(Duration timeout) {
        return listTopics();
    }

    @Override
    public synchronized Set<TopicPartition> paused() {
        return subscription.paused();
    }

    @Override
    public synchronized void pause(Collection<TopicPartition> asked) {
        asked.forEach(partition -> subscription.require(partition).paused(true));
    }

    @Override
    public synchronized void resume(Collection<TopicPartition> asked) {
        asked.forEach(partition -> subscription.require(partition).paused(false));
    }

    /** @throws UnsupportedOperationException always: the mock knows no times */
    @Override
    public Map<TopicPartition, @Nullable OffsetAndTimestamp> offsetsForTimes(Map<TopicPartition, Long> times) {
        throw new UnsupportedOperationException("a MockConsumer knows no times");
    }

    @Override
    public Map<TopicPartition, @Nullable OffsetAndTimestamp> offsetsForTimes(
            Map<TopicPartition, Long> times, Duration timeout) {
        return offsetsForTimes(times);
    }

    @Override
    public synchronized Map<TopicPartition, Long> beginningOffsets(Collection<TopicPartition> asked) {
        return ends(asked, beginnings);
    }

    @Override
    public Map<TopicPartition, Long> beginningOffsets(Collection<TopicPartition> asked, Duration timeout) {
        return beginningOffsets(asked);
    }

    @Override
    public synchronized Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> asked) {
        return ends(asked, ends);
    }

    @Override
    public Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> asked, Duration timeout) {
        return endOffsets(asked);
    }

    private Map<TopicPartition, Long> ends(Collection<TopicPartition> asked, Map<TopicPartition, Long> known) {
        KafkaException told = offsetsException;
        if (told != null) {
            offsetsException = null;
            throw told;
        }
        Map<TopicPartition, Long> found = new HashMap<>();
        asked.forEach(partition -> found.put(partition, end(partition, known)));
        return found;
    }

    @Override
    public synchronized OptionalLong currentLag(TopicPartition partition) {
        AssignedPartition found = subscription.require(partition);
        Long end = ends.get(partition);
        boolean isKnown = end != null && found.hasPosition();
        return isKnown ? OptionalLong.of(end - found.position()) : OptionalLong.empty();
    }

    /** None. */
    @Override
    public Map<MetricName, ? extends Metric> metrics() {
        return Map.of();
    }

    @Override
    public Uuid clientInstanceId(Duration timeout) {
        throw new UnsupportedOperationException("no metrics are pushed to brokers, so they give out no instance id");
    }

    @Override
    public ConsumerGroupMetadata groupMetadata() {
        return new ConsumerGroupMetadata("dummy.group.id", 1, "1", Optional.empty());
    }

    @Override
    public void enforceRebalance() {
        enforceRebalance("rebalance enforced by user");
    }

    @Override
    public synchronized void enforceRebalance(String reason) {
        shouldRebalance = true;
    }

    @Override
    public void close() {
        close(Duration.ZERO);
    }

    @Override
    public synchronized void close(Duration timeout) {
        closed = true;
    }

    @Override
    public synchronized void wakeup() {
        wakeup = true;
    }
}
