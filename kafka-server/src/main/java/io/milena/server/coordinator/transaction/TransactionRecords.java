package io.milena.server.coordinator.transaction;

import io.milena.common.TopicPartition;
import io.milena.protocol.ApiMessage;
import io.milena.protocol.BufferSink;
import io.milena.protocol.MalformedMessage;
import io.milena.protocol.messages.TransactionLogKey;
import io.milena.protocol.messages.TransactionLogValue;
import io.milena.server.coordinator.state.KeyValue;
import io.milena.server.coordinator.state.RecordCodec;
import io.milena.server.coordinator.state.TransactionalProducer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
        byte[] key = bytes(new TransactionLogKey().transactionalId(record.transactionalId()), KEY_VERSION);
        Transaction state = record.state();
        return new KeyValue(key, state == null ? null : bytes(value(state), VALUE_VERSION));
    }

    private static byte[] bytes(ApiMessage message, short version) {
        byte[] bytes = new byte[Short.BYTES + message.size(version)];
        ByteBuf out = Unpooled.wrappedBuffer(bytes).clear();
        out.writeShort(version);
        message.write(new BufferSink(out), version);
        return bytes;
    }

    private static TransactionLogValue value(Transaction state) {
        return new TransactionLogValue()
                .producerId(state.producer().id())
                .producerEpoch(state.producer().epoch())
                .transactionTimeoutMs(state.timeoutMs())
                .transactionStatus(state.state().id())
                .transactionPartitions(state.state() == TransactionState.EMPTY ? null : byTopic(state.partitions()))
                .transactionLastUpdateTimestampMs(state.updatedMs())
                .transactionStartTimestampMs(state.startedMs());
    }

    private static List<TransactionLogValue.PartitionsSchema> byTopic(SortedSet<TopicPartition> partitions) {
        Map<String, List<Integer>> indexes = new LinkedHashMap<>();
        for (TopicPartition partition : partitions) {
            indexes.computeIfAbsent(partition.topic(), topic -> new ArrayList<>())
                    .add(partition.partition());
        }
        List<TransactionLogValue.PartitionsSchema> topics = new ArrayList<>(indexes.size());
        indexes.forEach((topic, its) -> topics.add(
                new TransactionLogValue.PartitionsSchema().topic(topic).partitionIds(its)));
        return topics;
    }

    @Override
    public @Nullable TransactionRecord decode(ByteBuf key, @Nullable ByteBuf value) throws MalformedRecord {
        try {
            if (version(key) != KEY_VERSION) {
                return null;
            }
            String id = TransactionLogKey.read(key, KEY_VERSION).transactionalId();
            return new TransactionRecord(id, value == null ? null : state(value));
        } catch (MalformedMessage e) {
            throw new MalformedRecord("a record of a transaction: " + e.getMessage(), e);
        }
    }

    private static short version(ByteBuf in) throws MalformedRecord {
        if (in.readableBytes() < Short.BYTES) {
            throw new MalformedRecord(
                    "a record without a version: " + in.readableBytes() + " bytes (expected: 2 or more)");
        }
        return in.readShort();
    }

    private static Transaction state(ByteBuf value) throws MalformedRecord, MalformedMessage {
        TransactionLogValue read = TransactionLogValue.read(value, version(value));
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
