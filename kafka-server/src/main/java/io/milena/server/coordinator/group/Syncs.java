package io.milena.server.coordinator.group;

import io.milena.common.errors.ErrorCode;
import io.milena.server.coordinator.group.GroupRecord.GroupStored;
import io.milena.server.coordinator.state.Reply;
import io.milena.server.coordinator.state.Turn;
import io.milena.server.coordinator.state.UndoLog;
import org.jspecify.annotations.Nullable;

/**
 * SyncGroup and Heartbeat: hands the shares that the leader brings to the members that wait for them, and tells members
 * that live whether the group rebalances.
 *
 * <p>The assignment of a generation is written before anyone is told of it; if that is refused, whoever waits hears
 * why, and the group rebalances again. Confined to the shard's thread.
 */
final class Syncs {

    private final GroupTable groups;
    private final Rebalances rebalances;
    private final GroupFigures figures;
    private final UndoLog undo;

    Syncs(GroupTable groups, Rebalances rebalances, GroupFigures figures, UndoLog undo) {
        this.groups = groups;
        this.rebalances = rebalances;
        this.figures = figures;
        this.undo = undo;
    }

    void sync(SyncAsk ask, Reply<SyncAnswer> reply, Turn<GroupRecord> turn) {
        if (ask.groupId().isEmpty()) {
            refuse(ErrorCode.INVALID_GROUP_ID, reply, turn);
            return;
        }
        ClassicGroup group = groups.find(ask.groupId());
        ErrorCode error = group == null ? ErrorCode.UNKNOWN_MEMBER_ID : check(group, ask);
        Member member = group == null ? null : group.member(ask.from().member().memberId());
        if (error != ErrorCode.NONE || group == null || member == null) {
            refuse(error, reply, turn);
            return;
        }
        member.session().heard(turn.nowMs());
        syncAsMember(group, member, ask, reply, turn);
    }

    private static ErrorCode check(ClassicGroup group, SyncAsk ask) {
        ErrorCode error = group.check(ask.from());
        if (error != ErrorCode.NONE) {
            return error;
        }
        boolean agrees = isSame(ask.protocolType(), group.protocolType()) && isSame(ask.protocol(), group.protocol());
        return agrees ? ErrorCode.NONE : ErrorCode.INCONSISTENT_GROUP_PROTOCOL;
    }

    private static boolean isSame(@Nullable String told, @Nullable String known) {
        return told == null || told.equals(known);
    }

    private void syncAsMember(
            ClassicGroup group, Member member, SyncAsk ask, Reply<SyncAnswer> reply, Turn<GroupRecord> turn) {
        switch (group.state()) {
            case EMPTY, DEAD -> refuse(ErrorCode.UNKNOWN_MEMBER_ID, reply, turn);
            case PREPARING_REBALANCE -> refuse(ErrorCode.REBALANCE_IN_PROGRESS, reply, turn);
            case COMPLETING_REBALANCE -> {
                await(member, reply, turn);
                if (group.isLedBy(member)) {
                    assign(group, ask, turn);
                }
            }
            case STABLE -> {
                member.owesSync(false);
                answer(group, member, reply, turn);
            }
        }
    }

    private static void await(Member member, Reply<SyncAnswer> reply, Turn<GroupRecord> turn) {
        Reply<SyncAnswer> before = member.syncing();
        member.owesSync(false);
        member.syncing(reply);
        if (before != null) {
            refuse(ErrorCode.REBALANCE_IN_PROGRESS, before, turn);
        }
    }

    private void assign(ClassicGroup group, SyncAsk ask, Turn<GroupRecord> turn) {
        for (Member member : group.members()) {
            byte[] share = ask.assignments().get(member.id());
            member.assigned(share == null ? SyncAnswer.NO_ASSIGNMENT : share);
        }
        int generation = group.generation();
        long nowMs = turn.nowMs();
        group.moveTo(GroupState.STABLE, nowMs);
        turn.write(new GroupStored(group.id(), group.image()));
        undo.note(() -> rebalances.assignmentRefused(group, generation, nowMs));
        figures.rebalanceCompleted();
        for (Member member : group.members()) {
            handOut(group, member, turn);
        }
    }

    private static void handOut(ClassicGroup group, Member member, Turn<GroupRecord> turn) {
        Reply<SyncAnswer> waiting = member.syncing();
        member.syncing(null);
        if (waiting != null) {
            member.session().heard(turn.nowMs());
            answer(group, member, waiting, turn);
        }
    }

    private static void answer(ClassicGroup group, Member member, Reply<SyncAnswer> reply, Turn<GroupRecord> turn) {
        var answer = new SyncAnswer(ErrorCode.NONE, group.protocolType(), group.protocol(), member.assignment());
        turn.answer(reply, answer, Syncs::refusal);
    }

    /** A group too large for a record is nothing that a client could mend. */
    private static SyncAnswer refusal(ErrorCode code) {
        return SyncAnswer.refused(WriteErrors.ofOthers(code));
    }

    private static void refuse(ErrorCode error, Reply<SyncAnswer> reply, Turn<GroupRecord> turn) {
        turn.answer(reply, SyncAnswer.refused(error), SyncAnswer::refused);
    }

    /** Heartbeats come all the time, so nothing is made for one; the answer rests on nothing that is written. */
    void heartbeat(MemberAsk ask, Reply<ErrorCode> reply, Turn<GroupRecord> turn) {
        turn.answerAtOnce(reply, heard(ask, turn.nowMs()));
    }

    private ErrorCode heard(MemberAsk ask, long nowMs) {
        if (ask.groupId().isEmpty()) {
            return ErrorCode.INVALID_GROUP_ID;
        }
        ClassicGroup group = groups.find(ask.groupId());
        if (group == null) {
            return ErrorCode.UNKNOWN_MEMBER_ID;
        }
        ErrorCode error = group.check(ask.from());
        Member member = group.member(ask.from().member().memberId());
        if (error != ErrorCode.NONE || member == null) {
            return error;
        }
        member.session().heard(nowMs);
        return group.is(GroupState.PREPARING_REBALANCE) ? ErrorCode.REBALANCE_IN_PROGRESS : ErrorCode.NONE;
    }
}
