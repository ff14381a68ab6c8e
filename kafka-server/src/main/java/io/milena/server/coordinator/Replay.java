package io.milena.server.coordinator;

import io.milena.common.TopicPartition;
import io.milena.record.BatchCheck;
import io.milena.record.BatchVerdict.Faulty;
import io.milena.record.ControlMarker;
import io.milena.record.MalformedRecords;
import io.milena.record.RecordBatch;
import io.milena.record.RecordIterator;
import io.milena.record.RecordView;
import io.milena.record.compression.Decompressor;
import io.milena.server.coordinator.state.RecordCodec;
import io.milena.server.coordinator.state.RecordCodec.MalformedRecord;
import io.milena.server.coordinator.state.StateMachine;
import io.milena.server.coordinator.state.TransactionResult;
import io.milena.server.coordinator.state.TransactionalProducer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies the batches of a log to a machine. What cannot be read is passed over and told, so that one bad record costs
 * its own key at most. Confined to one worker.
 *
 * @param <D> a durable change of the machine
 */
final class Replay<D> implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Replay.class);

    /** A log that is full of rubbish is told of so many times. */
    private static final int MOST_LINES = 100;

    private final TopicPartition name;
    private final RecordCodec<D> codec;
    private final StateMachine<D> machine;
    private final Decompressor decompressor;
    private long records;
    private long skipped;
    private long foreign;

    Replay(TopicPartition name, RecordCodec<D> codec, StateMachine<D> machine, ByteBufAllocator allocator) {
        this.name = name;
        this.codec = codec;
        this.machine = machine;
        decompressor = new Decompressor(allocator, Decompressor.DEFAULT_LIMIT_BYTES);
    }

    /** Records that were applied. */
    long records() {
        return records;
    }

    /** Records, or batches that could not be read at all, that were passed over. */
    long skipped() {
        return skipped;
    }

    /** Records of kinds that other brokers write and this one knows nothing of; they stay in the log. */
    long foreign() {
        return foreign;
    }

    void batch(RecordBatch batch) {
        Faulty fault = BatchCheck.wholeness(batch, batch.sizeBytes());
        if (fault != null) {
            skip(batch.baseOffset(), fault.toString());
        } else if (batch.isControl()) {
            marker(batch);
        } else {
            changes(batch);
        }
    }

    private void marker(RecordBatch batch) {
        ControlMarker marker = ControlMarker.of(batch);
        if (marker != null) {
            var producer = new TransactionalProducer(batch.producerId(), batch.producerEpoch());
            TransactionResult result =
                    marker.type() == ControlMarker.Type.COMMIT ? TransactionResult.COMMIT : TransactionResult.ABORT;
            machine.transactionEnded(batch.baseOffset(), producer, result);
        }
    }

    private void changes(RecordBatch batch) {
        long at = batch.baseOffset();
        try (RecordIterator iterator = RecordIterator.open(batch, decompressor)) {
            while (iterator.next()) {
                at = iterator.record().offset();
                change(batch, iterator.record());
            }
        } catch (MalformedRecords e) {
            skip(at, e.getMessage());
        }
    }

    private void change(RecordBatch batch, RecordView record) {
        ByteBuf key = record.key();
        if (key == null) {
            skip(record.offset(), "it has no key");
            return;
        }
        try {
            D change = codec.decode(key, record.value());
            if (change == null) {
                foreign++;
                return;
            }
            records++;
            if (batch.isTransactional()) {
                machine.applyPending(
                        record.offset(), change, new TransactionalProducer(batch.producerId(), batch.producerEpoch()));
            } else {
                machine.apply(record.offset(), change);
            }
        } catch (MalformedRecord e) {
            skip(record.offset(), e.getMessage());
        }
    }

    private void skip(long offset, @Nullable String why) {
        skipped++;
        if (skipped <= MOST_LINES) {
            log.error("{}: what is at offset {} cannot be read and is passed over: {}", name, offset, why);
        }
    }

    @Override
    public void close() {
        decompressor.close();
    }
}
