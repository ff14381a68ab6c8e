package io.milena.server.coordinator;

import io.milena.record.BatchTerms;
import io.milena.record.RecordBatchBuilder;
import io.milena.record.RecordBatchFormat;
import io.milena.record.compression.Compression;
import io.milena.record.compression.Compressor;
import io.milena.server.coordinator.state.Answer;
import io.milena.server.coordinator.state.KeyValue;
import io.milena.server.coordinator.state.TransactionalProducer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the turns of a shard have written since the last append; holds memory until it is sealed. Confined to the
 * shard's lane.
 */
final class OpenBatch {

    private static final int USUAL_BYTES = 512;

    /** Length, attributes, offset and timestamp deltas, and the lengths of key, value and headers of a record. */
    private static final int MOST_RECORD_OVERHEAD = 26;

    private final ByteBufAllocator allocator;
    private final RecordBatchBuilder builder;
    private final long firstOffset;
    private final List<Answer<?>> answers = new ArrayList<>();

    /** {@code producer} is the one whose transaction the records belong to; null if they are plain. */
    OpenBatch(
            ByteBufAllocator allocator,
            Compression compression,
            long firstOffset,
            @Nullable TransactionalProducer producer) {
        this.allocator = allocator;
        this.firstOffset = firstOffset;
        builder = new RecordBatchBuilder(allocator, compression, terms(producer), USUAL_BYTES);
    }

    private static BatchTerms terms(@Nullable TransactionalProducer producer) {
        return producer == null
                ? BatchTerms.PLAIN
                : BatchTerms.PLAIN
                        .withProducer(producer.id(), producer.epoch(), RecordBatchFormat.NO_SEQUENCE)
                        .transactional();
    }

    /** Most bytes that these records add to a batch. */
    static long mostBytes(List<KeyValue> records) {
        long bytes = 0;
        for (KeyValue record : records) {
            bytes += mostBytes(record);
        }
        return bytes;
    }

    /** Most bytes that this record adds to a batch. */
    static long mostBytes(KeyValue record) {
        byte[] value = record.value();
        return (long) MOST_RECORD_OVERHEAD + record.key().length + (value == null ? 0 : value.length);
    }

    /** Whether records of {@code moreBytes} still fit into {@code maxBytes}. */
    boolean hasRoomFor(long moreBytes, int maxBytes) {
        return builder.uncompressedBytes() + moreBytes <= maxBytes;
    }

    /** There must be room for them. */
    void add(long timestampMs, List<KeyValue> records) {
        records.forEach(record -> builder.append(timestampMs, record.key(), record.value(), List.of()));
    }

    /** These answers rest on what the batch holds so far. */
    void rest(List<Answer<?>> resting) {
        answers.addAll(resting);
    }

    /** Ends the batch, whose changes {@code notes} notes of the undo log take back. */
    SealedBatch seal(int notes) {
        try (var compressor = new Compressor(allocator)) {
            ByteBuf sealed = builder.seal(compressor);
            return new SealedBatch(SealedBatch.Kind.CHANGES, firstOffset, sealed, answers, notes, () -> {});
        }
    }
}
