package io.milena.server.coordinator;

import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.server.coordinator.state.Reply;
import io.milena.server.coordinator.transaction.AddOffsetsAsk;
import io.milena.server.coordinator.transaction.AddPartitionsAnswer;
import io.milena.server.coordinator.transaction.AddPartitionsAsk;
import io.milena.server.coordinator.transaction.EndAsk;
import io.milena.server.coordinator.transaction.InitAnswer;
import io.milena.server.coordinator.transaction.InitAsk;
import io.milena.server.coordinator.transaction.TransactionDescription;
import io.milena.server.coordinator.transaction.TransactionFilter;
import io.milena.server.coordinator.transaction.TransactionListing;
import io.milena.server.coordinator.transaction.TransactionMachine;
import io.milena.server.coordinator.transaction.TransactionRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * The front door to transactions: passes what is asked to the shard that keeps the transactional id.
 *
 * <p>Thread-safe, and never blocks. A reply comes once, on any thread; where this broker does not keep the id it says
 * NOT_COORDINATOR, and COORDINATOR_LOAD_IN_PROGRESS while it reads what it keeps.
 */
public final class TransactionCoordinator {

    private final ShardMap<TransactionMachine, TransactionRecord> shards;
    private final GroupCoordinator groups;

    TransactionCoordinator(ShardMap<TransactionMachine, TransactionRecord> shards, GroupCoordinator groups) {
        this.shards = shards;
        this.groups = groups;
    }

    /** InitProducerId with a transactional id. */
    public void initProducerId(InitAsk ask, Reply<InitAnswer> reply) {
        shards.ask(
                ask.transactionalId(),
                reply,
                InitAnswer::failed,
                (machine, first, turn) -> machine.initProducerId(ask, first, turn));
    }

    /** AddPartitionsToTxn of one transaction, also where it is only to verify. */
    public void addPartitions(AddPartitionsAsk ask, Reply<AddPartitionsAnswer> reply) {
        shards.ask(
                ask.transactionalId(),
                reply,
                why -> AddPartitionsAnswer.all(ask.partitions(), why),
                (machine, first, turn) -> machine.addPartitions(ask, first, turn));
    }

    /** AddOffsetsToTxn: the partition that keeps the group takes part. */
    public void addOffsets(AddOffsetsAsk ask, Reply<ErrorCode> reply) {
        int partition = groups.partitionOf(ask.groupId());
        if (partition < 0) {
            reply.give(ErrorCode.COORDINATOR_NOT_AVAILABLE);
            return;
        }
        var offsets = new TopicPartition(CoordinatorKind.GROUPS.topic(), partition);
        var partitions = new TreeSet<TopicPartition>(List.of(offsets));
        addPartitions(
                new AddPartitionsAsk(ask.transactionalId(), ask.producer(), partitions, AddPartitionsAsk.Mode.ADD),
                answer -> reply.give(answer.errors().getOrDefault(offsets, ErrorCode.UNKNOWN_SERVER_ERROR)));
    }

    /** EndTxn. */
    public void end(EndAsk ask, Reply<ErrorCode> reply) {
        shards.ask(ask.transactionalId(), reply, why -> why, (machine, first, turn) -> machine.end(ask, first, turn));
    }

    /** DescribeTransactions of one id. */
    public void describe(String transactionalId, Reply<TransactionDescription> reply) {
        shards.ask(
                transactionalId,
                reply,
                why -> TransactionDescription.failed(transactionalId, why),
                (machine, first, turn) -> machine.describe(transactionalId, first, turn));
    }

    /** ListTransactions of all shards that this broker leads; nothing is listed while one of them is loaded. */
    public void list(TransactionFilter filter, Reply<TransactionListing> reply) {
        shards.<TransactionListing>askAll(
                TransactionListing::failed,
                (machine, part, turn) -> machine.list(filter, part, turn),
                listings -> reply.give(together(listings)));
    }

    private static TransactionListing together(List<TransactionListing> listings) {
        List<TransactionListing.Entry> entries = new ArrayList<>();
        for (TransactionListing listing : listings) {
            if (listing.error() != ErrorCode.NONE && listing.error() != ErrorCode.NOT_COORDINATOR) {
                return listing;
            }
            entries.addAll(listing.entries());
        }
        return new TransactionListing(ErrorCode.NONE, entries);
    }
}
