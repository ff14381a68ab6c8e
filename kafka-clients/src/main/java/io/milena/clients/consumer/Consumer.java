package io.milena.clients.consumer;

import io.milena.common.Metric;
import io.milena.common.MetricName;
import io.milena.common.PartitionInfo;
import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import java.io.Closeable;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What applications use to read records; see {@link KafkaConsumer} for how.
 *
 * <p>For one thread: calls of two at the same time are a {@link java.util.ConcurrentModificationException}. Only {@link
 * #wakeup} may be called by any thread. Calls without a time-out take {@code default.api.timeout.ms} at most, and throw
 * {@link io.milena.common.errors.TimeoutException} then; calls that wait throw {@link
 * io.milena.common.errors.WakeupException} after a wakeup and {@link io.milena.common.errors.InterruptException} after
 * an interrupt.
 */
public interface Consumer<K, V> extends Closeable {

    /** The partitions that are read: assigned by hand or by the group. */
    Set<TopicPartition> assignment();

    /** The topics that are subscribed to. */
    Set<String> subscription();

    /** As {@link #subscribe(Collection, ConsumerRebalanceListener)}, without a listener. */
    void subscribe(Collection<String> topics);

    /** Reads these topics as a member of the group, in place of those before; none at all is {@link #unsubscribe}. */
    void subscribe(Collection<String> topics, ConsumerRebalanceListener listener);

    /** Reads just these partitions, outside any group; none at all is {@link #unsubscribe}. */
    void assign(Collection<TopicPartition> partitions);

    /** As {@link #subscribe(Collection, ConsumerRebalanceListener)}, with all topics that match, also later ones. */
    void subscribe(Pattern pattern, ConsumerRebalanceListener listener);

    /** As {@link #subscribe(Pattern, ConsumerRebalanceListener)}, without a listener. */
    void subscribe(Pattern pattern);

    /** Reads nothing any more, and leaves the group. */
    void unsubscribe();

    /**
     * The next records; waits until there are some, but no longer than {@code timeout}.
     *
     * @throws InvalidOffsetException if a partition has no usable position, and there is no reset policy
     * @throws io.milena.common.errors.RecordDeserializationException if a record cannot be deserialized
     */
    ConsumerRecords<K, V> poll(Duration timeout);

    /** Commits the positions of all partitions, and waits. */
    void commitSync();

    /** As {@link #commitSync()}, no longer than {@code timeout}. */
    void commitSync(Duration timeout);

    /**
     * Commits these offsets, and waits.
     *
     * @throws CommitFailedException if this consumer is no longer a member of the group
     */
    void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets);

    /** As {@link #commitSync(Map)}, no longer than {@code timeout}. */
    void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets, Duration timeout);

    /** Commits the positions of all partitions; what comes of it is not told. */
    void commitAsync();

    /** Commits the positions of all partitions. */
    void commitAsync(@Nullable OffsetCommitCallback callback);

    /** Commits these offsets. Callbacks are called in the order of the commits. */
    void commitAsync(Map<TopicPartition, OffsetAndMetadata> offsets, @Nullable OffsetCommitCallback callback);

    /** The next record read of {@code partition} is that at {@code offset}, 0 or more. */
    void seek(TopicPartition partition, long offset);

    /** As {@link #seek(TopicPartition, long)}; with its leader epoch, the log is checked for truncation. */
    void seek(TopicPartition partition, OffsetAndMetadata offset);

    /** Goes to the first record of these partitions, of all if none is named, as soon as it is needed. */
    void seekToBeginning(Collection<TopicPartition> partitions);

    /** Goes behind the last record of these partitions, of all if none is named, as soon as it is needed. */
    void seekToEnd(Collection<TopicPartition> partitions);

    /** The offset of the next record for the application. */
    long position(TopicPartition partition);

    /** As {@link #position(TopicPartition)}, no longer than {@code timeout}. */
    long position(TopicPartition partition, Duration timeout);

    /** What the group has committed; a partition without has null. */
    Map<TopicPartition, @Nullable OffsetAndMetadata> committed(Set<TopicPartition> partitions);

    /** As {@link #committed(Set)}, no longer than {@code timeout}. */
    Map<TopicPartition, @Nullable OffsetAndMetadata> committed(Set<TopicPartition> partitions, Duration timeout);

    /** The partitions of a topic; none if it does not exist. */
    List<PartitionInfo> partitionsFor(String topic);

    /** As {@link #partitionsFor(String)}, no longer than {@code timeout}. */
    List<PartitionInfo> partitionsFor(String topic, Duration timeout);

    /** All topics that this consumer may see, with their partitions. */
    Map<String, List<PartitionInfo>> listTopics();

    /** As {@link #listTopics()}, no longer than {@code timeout}. */
    Map<String, List<PartitionInfo>> listTopics(Duration timeout);

    /** The partitions that are paused. */
    Set<TopicPartition> paused();

    /** Hands over no records of these partitions until {@link #resume}; what was fetched is kept. */
    void pause(Collection<TopicPartition> partitions);

    /** Ends a {@link #pause}. */
    void resume(Collection<TopicPartition> partitions);

    /**
     * For each partition the first record at or after a time.
     *
     * @param times milliseconds since the epoch, 0 or more
     * @return null for a partition without such a record
     */
    Map<TopicPartition, @Nullable OffsetAndTimestamp> offsetsForTimes(Map<TopicPartition, Long> times);

    /** As {@link #offsetsForTimes(Map)}, no longer than {@code timeout}. */
    Map<TopicPartition, @Nullable OffsetAndTimestamp> offsetsForTimes(
            Map<TopicPartition, Long> times, Duration timeout);

    /** The offset of the first record of each partition. */
    Map<TopicPartition, Long> beginningOffsets(Collection<TopicPartition> partitions);

    /** As {@link #beginningOffsets(Collection)}, no longer than {@code timeout}. */
    Map<TopicPartition, Long> beginningOffsets(Collection<TopicPartition> partitions, Duration timeout);

    /** The offset behind the last record that this consumer may read of each partition. */
    Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> partitions);

    /** As {@link #endOffsets(Collection)}, no longer than {@code timeout}. */
    Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> partitions, Duration timeout);

    /** How many offsets the application is behind, as far as is known without asking. */
    OptionalLong currentLag(TopicPartition partition);

    /** The figures of this consumer, as JMX shows them too; their values are those of the moment. Thread-safe. */
    Map<MetricName, ? extends Metric> metrics();

    /**
     * @throws UnsupportedOperationException always: clients of this version push no metrics, so brokers give them no id
     */
    Uuid clientInstanceId(Duration timeout);

    /** Who this consumer is in its group, for a transactional producer. */
    ConsumerGroupMetadata groupMetadata();

    /** Asks the group for a rebalance, which the next polls carry out. */
    void enforceRebalance();

    /** As {@link #enforceRebalance()}, with a reason for the coordinator's log. */
    void enforceRebalance(String reason);

    /** As {@link #close(Duration)}, within 30 seconds. */
    @Override
    void close();

    /** Commits if auto-commit is on, leaves the group and frees everything, within {@code timeout} whatever happens. */
    void close(Duration timeout);

    /** Ends a call that waits, or the next one that would. Thread-safe. */
    void wakeup();
}
