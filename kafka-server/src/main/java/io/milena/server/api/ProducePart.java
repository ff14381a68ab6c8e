package io.milena.server.api;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.messages.ProduceResponse.PartitionProduceResponse;
import io.milena.server.partition.CommitWaiter;
import io.milena.server.partition.Partition;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The part of a produce request that waits in one partition until its records are committed. Thread-safe: the commit
 * and the time-out may come together, and the first counts.
 */
final class ProducePart implements CommitWaiter {

    private final ProduceReply reply;
    private final Partition partition;
    private final PartitionProduceResponse response;
    private final AtomicReference<ErrorCode> outcome = new AtomicReference<>();
    private long endOffset;

    ProducePart(ProduceReply reply, Partition partition, PartitionProduceResponse response) {
        this.reply = reply;
        this.partition = partition;
        this.response = response;
    }

    /** Its records end here. On the connection's event loop, as {@link #giveUp}. */
    void awaiting(long offset) {
        endOffset = offset;
    }

    @Override
    public void committed(ErrorCode how) {
        if (outcome.compareAndSet(null, how)) {
            reply.partSettled();
        }
    }

    /** The time is up, or nobody wants the answer any more. */
    void giveUp() {
        if (outcome.compareAndSet(null, ErrorCode.REQUEST_TIMED_OUT)) {
            partition.leave(endOffset, this);
            reply.partSettled();
        }
    }

    /** How it ended; to be asked when all parts have. */
    ErrorCode outcome() {
        return outcome.get();
    }

    PartitionProduceResponse response() {
        return response;
    }
}
