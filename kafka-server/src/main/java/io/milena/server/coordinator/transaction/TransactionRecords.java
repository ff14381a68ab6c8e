package io.milena.server.coordinator.transaction;

import io.milena.common.TopicPartition;
import io.milena.protocol.MalformedMessage;
import io.milena.protocol.StoredMessage;
import io.milena.protocol.messages.TransactionLogKey;
import io.milena.protocol.messages.TransactionLogValue;
import io.milena.server.coordinator.state.KeyValue;
import io.milena.server.coordinator.state.RecordCodec;
import io.milena.server.coordinator.state.TransactionalProducer;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The records of {@code __transaction_state}, byte for byte as Apache Kafka 3.9 writes them. Stateless.
 *
 * <pre>
 *   key     int16 0    TransactionLogKey
 *   value   int16 0    TransactionLogValue;   null: the id is forgotten
 *           int16 1    the same in flexible encoding: read, written by nobody before 4.0
 * </pre>
 *
 * <p>An empty id has no list of partitions (null); all other states have one, also of length 0. A record that cannot be
 * read leaves what is known of its id as it was.
 */
public final class TransactionRecords implements RecordCodec<TransactionRecord> {

    private static final short KEY_VERSION = 0;
    private static final short VALUE_VERSION = 0;

    @Override
    public KeyValue encode(TransactionRecord record) {
        var key = new TransactionLogKey().transactionalId(record.transactionalId());
        Transaction state = record.state();
        return new KeyValue(
                StoredMessage.write(key, KEY_VERSION),
                state == null ? null : StoredMessage.write(value(state), VALUE_VERSION));
    }

    private static TransactionLogValue value(Transaction state) {
        return new TransactionLogValue()
                .producerId(state.producer().id())
                .producerEpoch(state.producer().epoch())
                .transactionTimeoutMs(state.timeoutMs())
                .transactionStatus(state.state().id())
                .transactionPartitions(state.state() == TransactionState.EMPTY ? null : topics(state))
                .transactionLastUpdateTimestampMs(state.updatedMs())
                .transactionStartTimestampMs(state.startedMs());
    }

    private static List<TransactionLogValue.PartitionsSchema> topics(Transaction state) {
        List<TransactionLogValue.PartitionsSchema> topics = new ArrayList<>();
        state.partitionsByTopic()
                .forEach((topic, indexes) -> topics.add(
                        new TransactionLogValue.PartitionsSchema().topic(topic).partitionIds(indexes)));
        return topics;
    }

    @Override
    public @Nullable TransactionRecord decode(ByteBuf key, @Nullable ByteBuf value) throws MalformedRecord {
        try {
            if (StoredMessage.readVersion(key) != KEY_VERSION) {
                return null;
            }
            String id = TransactionLogKey.read(key, KEY_VERSION).transactionalId();
            return new TransactionRecord(id, value == null ? null : state(value));
        } catch (MalformedMessage e) {
            throw new MalformedRecord("a record of a transaction: " + e.getMessage(), e);
        }
    }

    private static Transaction state(ByteBuf value) throws MalformedRecord, MalformedMessage {
        TransactionLogValue read = TransactionLogValue.read(value, StoredMessage.readVersion(value));
        TransactionState state = TransactionState.ofId(read.transactionStatus());
        if (state == null || state == TransactionState.DEAD || state == TransactionState.PREPARE_EPOCH_FENCE) {
            throw new MalformedRecord("a transaction in state " + read.transactionStatus() + " (expected: 0 to 5)");
        }
        return new Transaction(
                new TransactionalProducer(read.producerId(), read.producerEpoch()),
                read.transactionTimeoutMs(),
                state,
                partitions(read.transactionPartitions()),
                read.transactionStartTimestampMs(),
                read.transactionLastUpdateTimestampMs());
    }

    private static SortedSet<TopicPartition> partitions(@Nullable List<TransactionLogValue.PartitionsSchema> topics) {
        if (topics == null || topics.isEmpty()) {
            return Collections.emptySortedSet();
        }
        SortedSet<TopicPartition> all = new TreeSet<>();
        for (TransactionLogValue.PartitionsSchema topic : topics) {
            topic.partitionIds().forEach(index -> all.add(new TopicPartition(topic.topic(), index)));
        }
        return Collections.unmodifiableSortedSet(all);
    }
}
