package io.milena.server.coordinator.group;

import io.milena.common.Randomness;
import io.milena.common.errors.ErrorCode;
import io.milena.server.coordinator.state.Reply;
import io.milena.server.coordinator.state.StateMachine;
import io.milena.server.coordinator.state.Timers;
import io.milena.server.coordinator.state.TransactionResult;
import io.milena.server.coordinator.state.TransactionalProducer;
import io.milena.server.coordinator.state.Turn;
import io.milena.server.coordinator.state.UndoLog;
import java.util.Set;

/**
 * The groups and offsets of one partition of {@code __consumer_offsets}: the front of this room, behind which one class
 * answers each kind of request.
 *
 * <p>Durable are the offsets, those of open transactions, and the generations of groups ({@link GroupTable}). Who
 * joins, waits or is silent is not, and begins anew when the shard is loaded. Pure; confined to the shard's thread.
 */
public final class GroupMachine implements StateMachine<GroupRecord> {

    private final GroupConfig config;
    private final GroupTable groups;
    private final Rebalances rebalances;
    private final Joins joins;
    private final Syncs syncs;
    private final Departures departures;
    private final EndedTransactions ended = new EndedTransactions();
    private final Commits commits;
    private final GroupViews views;
    private final Removals removals;
    private final OffsetExpiry expiry;

    /**
     * @param figures of all machines of the broker together
     * @param randomness where ids of members come from
     * @param undo takes back what the machine applied when a batch is refused; nothing is taken back while it is closed
     */
    public GroupMachine(
            GroupConfig config, GroupFigures figures, Randomness randomness, Timers<GroupRecord> timers, UndoLog undo) {
        this.config = config;
        this.groups = new GroupTable(undo, figures);
        this.rebalances = new Rebalances(config, timers, undo);
        var invitations = new Invitations(groups, timers, rebalances);
        var staticReturns = new StaticReturns(rebalances, undo);
        var ends = new GroupEnds(groups, invitations);
        this.joins = new Joins(config, groups, rebalances, invitations, staticReturns, randomness);
        this.syncs = new Syncs(groups, rebalances, figures, undo);
        this.departures = new Departures(groups, rebalances, invitations);
        this.commits = new Commits(config, groups, ended, figures);
        this.views = new GroupViews(groups);
        this.removals = new Removals(groups, ends, timers, figures);
        this.expiry = new OffsetExpiry(config, groups, ends, timers, figures);
    }

    /** JoinGroup. Answered when the group's rebalance ends, if it comes to one. */
    public void join(JoinAsk ask, Reply<JoinAnswer> reply, Turn<GroupRecord> turn) {
        joins.join(ask, reply, turn);
    }

    /** SyncGroup. Answered when the leader has brought the assignment. */
    public void sync(SyncAsk ask, Reply<SyncAnswer> reply, Turn<GroupRecord> turn) {
        syncs.sync(ask, reply, turn);
    }

    /** Heartbeat. Answered at once. */
    public void heartbeat(MemberAsk ask, Reply<ErrorCode> reply, Turn<GroupRecord> turn) {
        syncs.heartbeat(ask, reply, turn);
    }

    /** LeaveGroup. */
    public void leave(LeaveAsk ask, Reply<LeaveAnswer> reply, Turn<GroupRecord> turn) {
        departures.leave(ask, reply, turn);
    }

    /** OffsetCommit. */
    public void commit(CommitAsk ask, Reply<CommitAnswer> reply, Turn<GroupRecord> turn) {
        commits.commit(ask, reply, turn);
    }

    /** What makes a TxnOffsetCommit good whose transaction's coordinator is asked from now on. */
    public OffsetsProof proof() {
        return ended.proof();
    }

    /** TxnOffsetCommit. The turn must be for this alone. */
    public void commitInTransaction(TransactionalCommitAsk ask, Reply<CommitAnswer> reply, Turn<GroupRecord> turn) {
        commits.commitInTransaction(ask, reply, turn);
    }

    /** OffsetFetch of one group. */
    public void fetch(OffsetsAsk ask, Reply<OffsetsAnswer> reply, Turn<GroupRecord> turn) {
        views.fetch(ask, reply, turn);
    }

    /** OffsetDelete. */
    public void forget(OffsetDeleteAsk ask, Reply<OffsetDeleteAnswer> reply, Turn<GroupRecord> turn) {
        removals.forget(ask, reply, turn);
    }

    /** DescribeGroups, one group. */
    public void describe(String groupId, Reply<GroupDescription> reply, Turn<GroupRecord> turn) {
        views.describe(groupId, reply, turn);
    }

    /** DeleteGroups, one group. */
    public void delete(String groupId, Reply<ErrorCode> reply, Turn<GroupRecord> turn) {
        removals.delete(groupId, reply, turn);
    }

    /** ListGroups. */
    public void list(Reply<GroupListing> reply, Turn<GroupRecord> turn) {
        views.list(reply, turn);
    }

    /** These topics are gone for good, and with them all that groups know of them. */
    public void topicsDeleted(Set<String> topics, Turn<GroupRecord> turn) {
        removals.topicsDeleted(topics, turn);
    }

    @Override
    public void apply(long offset, GroupRecord record) {
        groups.apply(offset, record);
    }

    @Override
    public void applyPending(long offset, GroupRecord record, TransactionalProducer producer) {
        groups.applyPending(offset, record, producer.id());
    }

    @Override
    public void transactionEnded(long offset, TransactionalProducer producer, TransactionResult result) {
        groups.transactionEnded(producer.id(), result);
        ended.ended(producer.id());
    }

    @Override
    public void loaded(Turn<GroupRecord> turn) {
        groups.loaded(turn.nowMs());
        for (ClassicGroup group : groups.all()) {
            group.members().forEach(member -> rebalances.sessions().begin(group, member, turn.nowMs()));
            if (group.size() > config.maxSize()) {
                rebalances.begin(group, "it has more members than it may have", turn);
            }
        }
        expiry.begin();
    }

    @Override
    public void abandoned() {
        for (ClassicGroup group : groups.all()) {
            group.members().forEach(GroupMachine::turnAway);
        }
        removals.abandoned();
        groups.abandoned();
    }

    private static void turnAway(Member member) {
        if (member.joining() != null) {
            member.joining().give(JoinAnswer.refused(ErrorCode.NOT_COORDINATOR, member.id()));
        }
        if (member.syncing() != null) {
            member.syncing().give(SyncAnswer.refused(ErrorCode.NOT_COORDINATOR));
        }
    }

    /** What the machine keeps, for tests that compare two of them. */
    GroupTable groups() {
        return groups;
    }
}
