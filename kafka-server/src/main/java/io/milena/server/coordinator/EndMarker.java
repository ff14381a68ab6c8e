package io.milena.server.coordinator;

import io.milena.record.ControlMarker;
import io.milena.server.coordinator.state.TransactionResult;
import io.milena.server.coordinator.state.TransactionalProducer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/**
 * The marker that ends a transaction in a partition.
 *
 * @param producer whose transaction it is
 * @param result how it ends
 * @param coordinatorEpoch epoch of the transaction coordinator that says so; partitions refuse older ones
 */
public record EndMarker(TransactionalProducer producer, TransactionResult result, int coordinatorEpoch) {

    /** As a control batch. The caller owns the buffer. */
    ByteBuf toBatch(ByteBufAllocator allocator, long nowMs) {
        var type = result == TransactionResult.COMMIT ? ControlMarker.Type.COMMIT : ControlMarker.Type.ABORT;
        return new ControlMarker(type, coordinatorEpoch).toBatch(allocator, producer.id(), producer.epoch(), nowMs);
    }
}
