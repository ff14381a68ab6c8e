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

/** The groups and offsets of one partition of {@code __consumer_offsets}. */
public final class GroupMachine implements StateMachine<GroupRecord> {

    public GroupMachine(
            GroupConfig config,
            GroupFigures figures,
            Randomness randomness,
            Timers<GroupRecord> timers,
            UndoLog undo) {}

    public void join(JoinAsk ask, Reply<JoinAnswer> reply, Turn<GroupRecord> turn) {
        turn.answer(
                reply,
                JoinAnswer.refused(
                        ErrorCode.COORDINATOR_NOT_AVAILABLE, ask.member().memberId()),
                code -> JoinAnswer.refused(code, ask.member().memberId()));
    }

    public void sync(SyncAsk ask, Reply<SyncAnswer> reply, Turn<GroupRecord> turn) {
        turn.answer(reply, SyncAnswer.refused(ErrorCode.COORDINATOR_NOT_AVAILABLE), SyncAnswer::refused);
    }

    public void heartbeat(MemberAsk ask, Reply<ErrorCode> reply, Turn<GroupRecord> turn) {
        turn.answerAtOnce(reply, ErrorCode.COORDINATOR_NOT_AVAILABLE);
    }

    public void leave(LeaveAsk ask, Reply<LeaveAnswer> reply, Turn<GroupRecord> turn) {
        turn.answer(reply, LeaveAnswer.refused(ErrorCode.COORDINATOR_NOT_AVAILABLE), LeaveAnswer::refused);
    }

    public void commit(CommitAsk ask, Reply<CommitAnswer> reply, Turn<GroupRecord> turn) {
        int lines = ask.offsets().size();
        turn.answer(
                reply,
                CommitAnswer.all(ErrorCode.COORDINATOR_NOT_AVAILABLE, lines),
                code -> CommitAnswer.all(code, lines));
    }

    public void commitInTransaction(TransactionalCommitAsk ask, Reply<CommitAnswer> reply, Turn<GroupRecord> turn) {
        int lines = ask.offsets().size();
        turn.answer(
                reply,
                CommitAnswer.all(ErrorCode.COORDINATOR_NOT_AVAILABLE, lines),
                code -> CommitAnswer.all(code, lines));
    }

    public void fetch(OffsetsAsk ask, Reply<OffsetsAnswer> reply, Turn<GroupRecord> turn) {
        turn.answer(reply, OffsetsAnswer.refused(ErrorCode.COORDINATOR_NOT_AVAILABLE), OffsetsAnswer::refused);
    }

    public void forget(OffsetDeleteAsk ask, Reply<OffsetDeleteAnswer> reply, Turn<GroupRecord> turn) {
        turn.answer(
                reply, OffsetDeleteAnswer.refused(ErrorCode.COORDINATOR_NOT_AVAILABLE), OffsetDeleteAnswer::refused);
    }

    public void describe(String groupId, Reply<GroupDescription> reply, Turn<GroupRecord> turn) {
        turn.answer(
                reply,
                GroupDescription.absent(groupId, ErrorCode.COORDINATOR_NOT_AVAILABLE),
                code -> GroupDescription.absent(groupId, code));
    }

    public void delete(String groupId, Reply<ErrorCode> reply, Turn<GroupRecord> turn) {
        turn.answer(reply, ErrorCode.COORDINATOR_NOT_AVAILABLE, code -> code);
    }

    public void list(Reply<GroupListing> reply, Turn<GroupRecord> turn) {
        turn.answer(reply, GroupListing.refused(ErrorCode.COORDINATOR_NOT_AVAILABLE), GroupListing::refused);
    }

    /** These topics are gone for good, and with them all that groups know of them. */
    public void topicsDeleted(Set<String> topics, Turn<GroupRecord> turn) {}

    @Override
    public void apply(long offset, GroupRecord record) {}

    @Override
    public void applyPending(long offset, GroupRecord record, TransactionalProducer producer) {}

    @Override
    public void transactionEnded(long offset, TransactionalProducer producer, TransactionResult result) {}

    @Override
    public void loaded(Turn<GroupRecord> turn) {}

    @Override
    public void abandoned() {}
}
