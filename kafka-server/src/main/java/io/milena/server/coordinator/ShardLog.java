package io.milena.server.coordinator;

import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.record.RecordValidation;
import io.milena.server.partition.CommitWaiter;
import io.milena.server.partition.Partition;
import io.milena.server.partition.ProduceOutcome;
import io.milena.server.partition.ProduceOutcome.Refused;
import io.milena.server.partition.ProduceTerms;
import io.milena.server.partition.RequiredAcks;
import io.milena.storage.AppendTerms.Origin;
import io.milena.storage.Log;
import io.netty.buffer.ByteBuf;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How a shard writes to its partition: as a coordinator, and with an answer when all in-sync replicas have it.
 * Thread-safe.
 */
final class ShardLog {

    /** How a coordinator writes: nobody looks into what it has made itself, and all in-sync replicas shall have it. */
    static final ProduceTerms AS_COORDINATOR =
            new ProduceTerms(RequiredAcks.ALL, Origin.COORDINATOR, RecordValidation.HEADER, (nanos, bytes) -> {});

    private final Partition partition;

    ShardLog(Partition partition) {
        this.partition = partition;
    }

    TopicPartition name() {
        return partition.name();
    }

    /**
     * Appends at once; null, and nothing is done, where that would wait for the disk. {@code waiter} is told when the
     * commit comes, unless the outcome says that it is there.
     */
    @Nullable
    ProduceOutcome tryAppend(ByteBuf records, CommitWaiter waiter) {
        return isTooLarge(records)
                ? Refused.because(ErrorCode.MESSAGE_TOO_LARGE)
                : partition.tryAppend(records, AS_COORDINATOR, waiter);
    }

    /** Brokers do not check their own batches, and this one may be what a client has made large. */
    private boolean isTooLarge(ByteBuf records) {
        return records.readableBytes() > maxBatchBytes();
    }

    /** Appends on another thread, which tells {@code done}. {@code records} comes with a reference for it. */
    void appendLater(ByteBuf records, CommitWaiter waiter, Consumer<ProduceOutcome> done) {
        partition.appendLater(records, AS_COORDINATOR, waiter, done);
    }

    /** {@code waiter}, which waits for {@code endOffset} to be committed, gives up. */
    void leave(long endOffset, CommitWaiter waiter) {
        partition.leave(endOffset, waiter);
    }

    /** Most bytes of a batch. */
    int maxBatchBytes() {
        Log open = partition.log();
        return open == null ? 0 : open.config().message().maxBytes();
    }
}
