package io.milena.server.coordinator;

import io.milena.common.errors.ErrorCode;
import io.milena.server.coordinator.group.CommitAnswer;
import io.milena.server.coordinator.group.CommitAsk;
import io.milena.server.coordinator.group.GroupDescription;
import io.milena.server.coordinator.group.GroupListing;
import io.milena.server.coordinator.group.GroupMachine;
import io.milena.server.coordinator.group.GroupRecord;
import io.milena.server.coordinator.group.JoinAnswer;
import io.milena.server.coordinator.group.JoinAsk;
import io.milena.server.coordinator.group.LeaveAnswer;
import io.milena.server.coordinator.group.LeaveAsk;
import io.milena.server.coordinator.group.MemberAsk;
import io.milena.server.coordinator.group.OffsetDeleteAnswer;
import io.milena.server.coordinator.group.OffsetDeleteAsk;
import io.milena.server.coordinator.group.OffsetsAnswer;
import io.milena.server.coordinator.group.OffsetsAsk;
import io.milena.server.coordinator.group.SyncAnswer;
import io.milena.server.coordinator.group.SyncAsk;
import io.milena.server.coordinator.group.TransactionalCommitAsk;
import io.milena.server.coordinator.state.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The front door to groups and their offsets: passes what is asked to the shard that keeps the group.
 *
 * <p>Thread-safe, and never blocks. A reply comes once, on any thread; where this broker does not keep the group it
 * says NOT_COORDINATOR, and COORDINATOR_LOAD_IN_PROGRESS while it reads what it keeps.
 */
public final class GroupCoordinator {

    private final ShardMap<GroupMachine, GroupRecord> shards;

    GroupCoordinator(ShardMap<GroupMachine, GroupRecord> shards) {
        this.shards = shards;
    }

    /** JoinGroup. */
    public void join(JoinAsk ask, Reply<JoinAnswer> reply) {
        shards.ask(
                ask.groupId(),
                reply,
                why -> JoinAnswer.refused(why, ask.member().memberId()),
                (machine, first, turn) -> machine.join(ask, first, turn));
    }

    /** SyncGroup. */
    public void sync(SyncAsk ask, Reply<SyncAnswer> reply) {
        shards.ask(ask.groupId(), reply, SyncAnswer::refused, (machine, first, turn) -> machine.sync(ask, first, turn));
    }

    /** Heartbeat. */
    public void heartbeat(MemberAsk ask, Reply<ErrorCode> reply) {
        shards.ask(ask.groupId(), reply, why -> why, (machine, first, turn) -> machine.heartbeat(ask, first, turn));
    }

    /** LeaveGroup. */
    public void leave(LeaveAsk ask, Reply<LeaveAnswer> reply) {
        shards.ask(
                ask.groupId(), reply, LeaveAnswer::refused, (machine, first, turn) -> machine.leave(ask, first, turn));
    }

    /** OffsetCommit. */
    public void commit(CommitAsk ask, Reply<CommitAnswer> reply) {
        int lines = ask.offsets().size();
        shards.ask(
                ask.groupId(),
                reply,
                why -> CommitAnswer.all(why, lines),
                (machine, first, turn) -> machine.commit(ask, first, turn));
    }

    /** TxnOffsetCommit, on the proof that comes with it. */
    public void commitInTransaction(TransactionalCommitAsk ask, Reply<CommitAnswer> reply) {
        int lines = ask.offsets().size();
        shards.ask(
                ask.groupId(),
                reply,
                why -> CommitAnswer.all(why, lines),
                (machine, first, turn) -> machine.commitInTransaction(ask, first, turn));
    }

    /**
     * TxnOffsetCommit, if {@code voucher} says that the transaction is open, and it does not end meanwhile (KIP-890).
     */
    public void commitInVouchedTransaction(TransactionalCommitAsk ask, Voucher voucher, Reply<CommitAnswer> reply) {
        int lines = ask.offsets().size();
        shards.ask(ask.groupId(), reply, why -> CommitAnswer.all(why, lines), (machine, first, turn) -> {
            TransactionalCommitAsk proven = ask.with(machine.proof());
            voucher.ask(error -> {
                if (error == ErrorCode.NONE) {
                    commitInTransaction(proven, first);
                } else {
                    first.give(CommitAnswer.all(error, lines));
                }
            });
        });
    }

    /** OffsetFetch of one group. */
    public void fetch(OffsetsAsk ask, Reply<OffsetsAnswer> reply) {
        shards.ask(
                ask.groupId(),
                reply,
                OffsetsAnswer::refused,
                (machine, first, turn) -> machine.fetch(ask, first, turn));
    }

    /** OffsetDelete. */
    public void forget(OffsetDeleteAsk ask, Reply<OffsetDeleteAnswer> reply) {
        shards.ask(
                ask.groupId(),
                reply,
                OffsetDeleteAnswer::refused,
                (machine, first, turn) -> machine.forget(ask, first, turn));
    }

    /** DescribeGroups of one group. */
    public void describe(String groupId, Reply<GroupDescription> reply) {
        shards.ask(
                groupId,
                reply,
                why -> GroupDescription.absent(groupId, why),
                (machine, first, turn) -> machine.describe(groupId, first, turn));
    }

    /** DeleteGroups of one group. */
    public void delete(String groupId, Reply<ErrorCode> reply) {
        shards.ask(groupId, reply, why -> why, (machine, first, turn) -> machine.delete(groupId, first, turn));
    }

    /**
     * ListGroups: the groups of all shards that this broker leads. Those that can be told are, also beside an error.
     */
    public void list(Reply<GroupListing> reply) {
        shards.<GroupListing>askAll(
                GroupListing::refused,
                (machine, part, turn) -> machine.list(part, turn),
                listings -> reply.give(together(listings)));
    }

    private static GroupListing together(List<GroupListing> listings) {
        ErrorCode error = ErrorCode.NONE;
        List<GroupListing.ListedGroup> groups = new ArrayList<>();
        for (GroupListing listing : listings) {
            boolean isLost = listing.error() == ErrorCode.NOT_COORDINATOR;
            error = error == ErrorCode.NONE && !isLost ? listing.error() : error;
            groups.addAll(listing.groups());
        }
        return new GroupListing(error, groups);
    }

    /** These topics are gone for good, and with them what groups know of them. */
    public void topicsDeleted(Set<String> topics) {
        Set<String> names = new TreeSet<>(topics);
        shards.tellAll((machine, turn) -> machine.topicsDeleted(names, turn));
    }

    /** The partition of {@code __consumer_offsets} that keeps a group; negative as long as there is no such topic. */
    public int partitionOf(String groupId) {
        return shards.partitionOf(groupId);
    }

    /**
     * WriteTxnMarkers on a partition of {@code __consumer_offsets}: a transaction ends there.
     * The reply says NONE when the marker is committed.
     */
    void endTransaction(int partition, EndMarker marker, Reply<ErrorCode> reply) {
        shards.give(partition, new Errand.Marker<>(marker, new FirstAnswer<>(reply)));
    }

    /** Knows whether a transaction is open, and the group's partition takes part in it. */
    @FunctionalInterface
    public interface Voucher {

        /** Does not block. The reply, from any thread, is NONE, or what the client is told. */
        void ask(Reply<ErrorCode> reply);
    }
}
