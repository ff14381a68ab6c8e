package io.milena.server.coordinator;

import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.server.coordinator.state.Reply;
import io.milena.server.partition.CommitWaiter;
import io.milena.server.partition.Partition;
import io.milena.server.partition.ProduceOutcome;
import io.milena.server.partition.ProduceOutcome.Refused;
import io.milena.server.partition.ProduceOutcome.Stored;
import io.netty.buffer.ByteBuf;

/**
 * Writes markers to partitions that this broker leads: to those of groups through their shards, which have to know, to
 * all others straight. In the topic of transactions there are none: nothing of a producer is ever written there, and a
 * shard whose log grows behind its back is lost. Thread-safe.
 */
public final class MarkerWriter implements MarkerLink {

    private final ShardServices services;
    private final GroupCoordinator groups;

    MarkerWriter(ShardServices services, GroupCoordinator groups) {
        this.services = services;
        this.groups = groups;
    }

    @Override
    public void write(TopicPartition name, EndMarker marker, Reply<ErrorCode> reply) {
        if (name.topic().equals(CoordinatorKind.GROUPS.topic())) {
            groups.endTransaction(name.partition(), marker, reply);
            return;
        }
        if (name.topic().equals(CoordinatorKind.TRANSACTIONS.topic())) {
            reply.give(ErrorCode.INVALID_TOPIC_EXCEPTION);
            return;
        }
        Partition partition = services.held().apply(name);
        if (partition == null) {
            reply.give(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION);
        } else {
            append(
                    partition,
                    marker.toBatch(services.allocator(), services.time().wallMs()),
                    reply);
        }
    }

    /** Gives up the reference on {@code batch}. A marker in the log stands, also when too few replicas have it. */
    private static void append(Partition partition, ByteBuf batch, Reply<ErrorCode> reply) {
        CommitWaiter waiter =
                outcome -> reply.give(outcome == ErrorCode.NOT_ENOUGH_REPLICAS_AFTER_APPEND ? ErrorCode.NONE : outcome);
        ProduceOutcome outcome = partition.tryAppend(batch, ShardLog.AS_COORDINATOR, waiter);
        if (outcome == null) {
            partition.appendLater(batch, ShardLog.AS_COORDINATOR, waiter, late -> told(late, reply));
        } else {
            batch.release();
            told(outcome, reply);
        }
    }

    /** One whose commit is awaited is told by its waiter. */
    private static void told(ProduceOutcome outcome, Reply<ErrorCode> reply) {
        if (outcome instanceof Refused refused) {
            reply.give(refused.code());
        } else if (outcome instanceof Stored stored && stored.answerDue()) {
            reply.give(ErrorCode.NONE);
        }
    }
}
