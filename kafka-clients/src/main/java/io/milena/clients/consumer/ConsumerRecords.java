package io.milena.clients.consumer;

import io.milena.common.TopicPartition;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;

/** What one {@code poll} returns: records by partition, in the order of their offsets. Immutable. */
public final class ConsumerRecords<K, V> implements Iterable<ConsumerRecord<K, V>> {

    /** No records; {@link #empty} gives it the types that are wanted. */
    public static final ConsumerRecords<Object, Object> EMPTY = new ConsumerRecords<>(Map.of());

    private final Map<TopicPartition, List<ConsumerRecord<K, V>>> byPartition;

    public ConsumerRecords(Map<TopicPartition, List<ConsumerRecord<K, V>>> records) {
        byPartition = records;
    }

    /** No records. */
    @SuppressWarnings("unchecked") // there is nothing inside that has a type
    public static <K, V> ConsumerRecords<K, V> empty() {
        return (ConsumerRecords<K, V>) (ConsumerRecords<?, ?>) EMPTY;
    }

    /** Those of one partition; none if the partition has none here. */
    public List<ConsumerRecord<K, V>> records(TopicPartition partition) {
        List<ConsumerRecord<K, V>> found = byPartition.get(partition);
        return found == null ? List.of() : Collections.unmodifiableList(found);
    }

    /** Those of all partitions of a topic, one partition after the other. */
    public Iterable<ConsumerRecord<K, V>> records(String topic) {
        List<List<ConsumerRecord<K, V>>> lists = new ArrayList<>();
        byPartition.forEach((partition, records) -> {
            if (partition.topic().equals(topic)) {
                lists.add(records);
            }
        });
        return () -> new Chain<>(lists.iterator());
    }

    /** The partitions of which there are records. */
    public Set<TopicPartition> partitions() {
        return Collections.unmodifiableSet(byPartition.keySet());
    }

    @Override
    public Iterator<ConsumerRecord<K, V>> iterator() {
        return new Chain<>(byPartition.values().iterator());
    }

    public int count() {
        int count = 0;
        for (List<ConsumerRecord<K, V>> records : byPartition.values()) {
            count += records.size();
        }
        return count;
    }

    public boolean isEmpty() {
        return byPartition.isEmpty();
    }

    /** Goes through lists one after the other. */
    private static final class Chain<R> implements Iterator<R> {

        private final Iterator<List<R>> lists;
        private Iterator<R> current = Collections.emptyIterator();

        Chain(Iterator<List<R>> lists) {
            this.lists = lists;
        }

        @Override
        public boolean hasNext() {
            while (!current.hasNext() && lists.hasNext()) {
                current = lists.next().iterator();
            }
            return current.hasNext();
        }

        @Override
        public R next() {
            if (!hasNext()) {
                throw new NoSuchElementException("no more records");
            }
            return current.next();
        }
    }
}
