package io.milena.server.coordinator.group;

import io.milena.common.errors.ErrorCode;
import io.milena.server.coordinator.group.GroupRecord.OffsetCommitted;
import io.milena.server.coordinator.state.Reply;
import io.milena.server.coordinator.state.Turn;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * OffsetCommit and TxnOffsetCommit: who may say how far a group is, and what is kept of it.
 *
 * <p>Members commit in their generation. Whoever is no member may commit to a group without members, and, as clients of
 * old do not tell who they are (before KIP-447), to any in a transaction. What is committed in one needs a proof that
 * it is open ({@link OffsetsProof}).
 *
 * <p>Confined to the shard's thread.
 */
final class Commits {

    private final GroupConfig config;
    private final GroupTable groups;
    private final EndedTransactions ended;
    private final GroupFigures figures;

    Commits(GroupConfig config, GroupTable groups, EndedTransactions ended, GroupFigures figures) {
        this.config = config;
        this.groups = groups;
        this.ended = ended;
        this.figures = figures;
    }

    void commit(CommitAsk ask, Reply<CommitAnswer> reply, Turn<GroupRecord> turn) {
        ClassicGroup group = groups.find(ask.groupId());
        ErrorCode error = group == null ? ofNoGroup(ask.from()) : mayCommit(group, ask.from(), turn.nowMs());
        int lines = ask.offsets().size();
        if (error != ErrorCode.NONE) {
            answer(reply, CommitAnswer.all(error, lines), turn);
            return;
        }
        long expireMs = expireMs(ask.retentionMs(), turn.nowMs());
        int tooLarge = 0;
        for (OffsetToCommit offset : ask.offsets()) {
            if (isTooLarge(offset)) {
                tooLarge++;
            } else {
                turn.write(record(ask.groupId(), offset, expireMs, turn.nowMs()));
            }
        }
        written(ask.groupId(), lines - tooLarge, turn.nowMs());
        answer(reply, tooLarge == 0 ? CommitAnswer.all(ErrorCode.NONE, lines) : eachOf(ask.offsets()), turn);
    }

    /** Whoever wants offsets to be kept for longer than there is time wants them to be kept for good. */
    private static long expireMs(long retentionMs, long nowMs) {
        if (retentionMs == CommitAsk.DEFAULT_RETENTION) {
            return CommittedOffset.NEVER_TOLD;
        }
        return retentionMs > Long.MAX_VALUE - nowMs ? Long.MAX_VALUE : nowMs + retentionMs;
    }

    private static ErrorCode ofNoGroup(GenerationRef from) {
        return from.generation() < 0 ? ErrorCode.NONE : ErrorCode.ILLEGAL_GENERATION;
    }

    private static ErrorCode mayCommit(ClassicGroup group, GenerationRef from, long nowMs) {
        if (from.generation() < 0 && group.is(GroupState.EMPTY)) {
            return ErrorCode.NONE;
        }
        ErrorCode error = group.check(from);
        Member member = group.member(from.member().memberId());
        if (error != ErrorCode.NONE || member == null) {
            return error;
        }
        member.session().heard(nowMs);
        boolean isBetween = group.is(GroupState.COMPLETING_REBALANCE);
        return isBetween ? ErrorCode.REBALANCE_IN_PROGRESS : ErrorCode.NONE;
    }

    private boolean isTooLarge(OffsetToCommit offset) {
        String metadata = offset.metadata();
        return metadata != null && metadata.length() > config.maxMetadataLength();
    }

    private static OffsetCommitted record(String groupId, OffsetToCommit offset, long expireMs, long nowMs) {
        long commitMs = offset.commitTimeMs() == CommittedOffset.NEVER_TOLD ? nowMs : offset.commitTimeMs();
        var committed =
                new CommittedOffset(offset.offset(), offset.leaderEpoch(), kept(offset.metadata()), commitMs, expireMs);
        return new OffsetCommitted(groupId, offset.partition(), committed);
    }

    private static String kept(@Nullable String metadata) {
        return metadata == null || metadata.isEmpty() ? CommittedOffset.NO_METADATA : metadata;
    }

    /** Where something is written of a group, it lives. */
    private void written(String groupId, int lines, long nowMs) {
        if (lines > 0) {
            groups.findOrMake(groupId, nowMs);
            figures.offsetsCommitted(lines);
        }
    }

    private CommitAnswer eachOf(List<OffsetToCommit> offsets) {
        List<ErrorCode> errors = new ArrayList<>(offsets.size());
        for (OffsetToCommit offset : offsets) {
            errors.add(isTooLarge(offset) ? ErrorCode.OFFSET_METADATA_TOO_LARGE : ErrorCode.NONE);
        }
        return new CommitAnswer(errors);
    }

    private static void answer(Reply<CommitAnswer> reply, CommitAnswer answer, Turn<GroupRecord> turn) {
        int lines = answer.errors().size();
        turn.answer(reply, answer, code -> CommitAnswer.all(WriteErrors.ofCommit(code), lines));
    }

    void commitInTransaction(TransactionalCommitAsk ask, Reply<CommitAnswer> reply, Turn<GroupRecord> turn) {
        ErrorCode error = mayCommitInTransaction(ask);
        int lines = ask.offsets().size();
        if (error != ErrorCode.NONE) {
            answer(reply, CommitAnswer.all(error, lines), turn);
            return;
        }
        int tooLarge = 0;
        for (OffsetToCommit offset : ask.offsets()) {
            if (isTooLarge(offset)) {
                tooLarge++;
            } else {
                var record = record(ask.groupId(), offset, CommittedOffset.NEVER_TOLD, turn.nowMs());
                turn.writePending(record, ask.producer());
            }
        }
        written(ask.groupId(), lines - tooLarge, turn.nowMs());
        answer(reply, eachOf(ask.offsets()), turn);
    }

    private ErrorCode mayCommitInTransaction(TransactionalCommitAsk ask) {
        ErrorCode unproven = ended.check(ask.producer().id(), ask.proof());
        if (unproven != ErrorCode.NONE) {
            return unproven;
        }
        ClassicGroup group = groups.find(ask.groupId());
        GenerationRef from = ask.from();
        boolean isEmpty = group == null || group.is(GroupState.EMPTY);
        boolean isNobody = from.generation() < 0 && from.member().equals(MemberRef.NOBODY);
        if (isNobody || isEmpty && from.generation() < 0) {
            return ErrorCode.NONE;
        }
        return group == null ? ErrorCode.UNKNOWN_MEMBER_ID : group.check(from);
    }
}
