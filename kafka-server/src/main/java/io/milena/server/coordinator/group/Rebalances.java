package io.milena.server.coordinator.group;

import io.milena.common.errors.ErrorCode;
import io.milena.server.coordinator.group.GroupRecord.GroupStored;
import io.milena.server.coordinator.group.JoinAnswer.Assignment;
import io.milena.server.coordinator.group.JoinAnswer.JoinedMember;
import io.milena.server.coordinator.state.Reply;
import io.milena.server.coordinator.state.Timers;
import io.milena.server.coordinator.state.Turn;
import io.milena.server.coordinator.state.UndoLog;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a group from one generation to the next: it begins a wait for all members, ends it, and tells everyone who was
 * there. A member that does not join again in time is out, unless it is static: that one has until its session ends.
 * One that does not ask for its share within another rebalance time-out is out too.
 *
 * <p>Confined to the shard's thread.
 */
final class Rebalances implements Sessions.Silence {

    private static final Logger log = LoggerFactory.getLogger(Rebalances.class);

    /** When a generation without members could not be written, it is tried again after this time. */
    private static final int RETRY_MS = 5_000;

    /** Where nobody has joined, who is left is silent, and looked at again after this time at the least. */
    static final int LEAST_WAIT_MS = 1_000;

    private final GroupConfig config;
    private final Timers<GroupRecord> timers;
    private final UndoLog undo;
    private final Sessions sessions;

    Rebalances(GroupConfig config, Timers<GroupRecord> timers, UndoLog undo) {
        this.config = config;
        this.timers = timers;
        this.undo = undo;
        this.sessions = new Sessions(timers, this);
    }

    Sessions sessions() {
        return sessions;
    }

    /** What a group waits for; one wait of a kind at a time. */
    private enum Wait {
        FOR_MEMBERS,
        FOR_SYNCS,
        TO_WRITE
    }

    private record TimerKey(Wait kind, String groupId) {}

    /** The members of the next generation are asked to join, unless that is under way. */
    void begin(ClassicGroup group, String why, Turn<GroupRecord> turn) {
        if (group.is(GroupState.PREPARING_REBALANCE)) {
            return;
        }
        JoinPhase phase = group.is(GroupState.EMPTY)
                ? JoinPhase.first(config.initialDelayMs(), group.roll().rebalanceTimeoutMs())
                : JoinPhase.again(group.roll().rebalanceTimeoutMs());
        endSyncs(group, ErrorCode.REBALANCE_IN_PROGRESS, turn);
        openJoins(group, phase, turn.nowMs());
        log.info("group {} rebalances after generation {}: {}", group.id(), group.generation(), why);
    }

    private void openJoins(ClassicGroup group, JoinPhase phase, long nowMs) {
        timers.cancel(new TimerKey(Wait.FOR_SYNCS, group.id()));
        timers.cancel(new TimerKey(Wait.TO_WRITE, group.id()));
        for (Member member : group.members()) {
            member.assigned(SyncAnswer.NO_ASSIGNMENT);
        }
        group.moveTo(GroupState.PREPARING_REBALANCE, nowMs);
        awaitMembers(group, phase);
    }

    private void awaitMembers(ClassicGroup group, JoinPhase phase) {
        group.joinPhase(phase);
        timers.set(
                new TimerKey(Wait.FOR_MEMBERS, group.id()),
                phase.delayMs(),
                turn -> joinTimePassed(group, phase, turn));
    }

    private void joinTimePassed(ClassicGroup group, JoinPhase phase, Turn<GroupRecord> turn) {
        if (group.joinPhase() != phase) {
            return;
        }
        if (phase.goesOn()) {
            awaitMembers(group, phase);
        } else {
            end(group, turn);
        }
    }

    /** The assignment of the stable generation is not in the log after all; its members must make another. */
    void assignmentRefused(ClassicGroup group, int generation, long nowMs) {
        if (group.is(GroupState.STABLE) && group.generation() == generation) {
            log.info("group {}: the assignment of generation {} could not be written", group.id(), generation);
            openJoins(group, JoinPhase.again(group.roll().rebalanceTimeoutMs()), nowMs);
        }
    }

    /** Ends the wait if there is nobody left to wait for. */
    void endIfAllJoined(ClassicGroup group, Turn<GroupRecord> turn) {
        JoinPhase phase = group.joinPhase();
        if (phase != null && phase.endsWhenAllJoined() && group.haveAllJoined()) {
            end(group, turn);
        }
    }

    private void end(ClassicGroup group, Turn<GroupRecord> turn) {
        timers.cancel(new TimerKey(Wait.FOR_MEMBERS, group.id()));
        removeMissing(group, turn);
        if (!group.electJoinedLeader() && group.hasMembers()) {
            awaitMembers(
                    group, JoinPhase.again(Math.max(LEAST_WAIT_MS, group.roll().rebalanceTimeoutMs())));
            return;
        }
        group.nextGeneration(turn.nowMs());
        if (group.hasMembers()) {
            announce(group, turn);
        } else {
            write(group, turn);
        }
        log.info("group {} came to generation {} with {} members", group.id(), group.generation(), group.size());
    }

    private void removeMissing(ClassicGroup group, Turn<GroupRecord> turn) {
        for (Member member : List.copyOf(group.members())) {
            if (member.joining() == null && !member.isStatic()) {
                log.debug("group {}: {} did not join again", group.id(), member.id());
                remove(group, member, turn);
            }
        }
    }

    private void announce(ClassicGroup group, Turn<GroupRecord> turn) {
        for (Member member : group.members()) {
            member.owesSync(true);
            Reply<JoinAnswer> waiting = group.roll().stopsWaiting(member);
            member.newcomer(false);
            sessions.begin(group, member, turn.nowMs());
            if (waiting != null) {
                answer(waiting, joined(group, member), turn);
            }
        }
        int generation = group.generation();
        timers.set(
                new TimerKey(Wait.FOR_SYNCS, group.id()),
                group.roll().rebalanceTimeoutMs(),
                later -> syncTimePassed(group, generation, later));
    }

    /** What a member is told of its generation. */
    static JoinAnswer joined(ClassicGroup group, Member member) {
        List<JoinedMember> all = group.isLedBy(member) ? roster(group) : List.of();
        return joined(group, member, idOf(group.leader()), Assignment.WANTED, all);
    }

    static JoinAnswer joined(
            ClassicGroup group, Member member, String leader, Assignment assignment, List<JoinedMember> members) {
        return new JoinAnswer(
                ErrorCode.NONE,
                member.id(),
                group.generation(),
                group.protocolType(),
                group.protocol(),
                leader,
                assignment,
                members);
    }

    static String idOf(@Nullable Member member) {
        return member == null ? MemberRef.UNKNOWN_ID : member.id();
    }

    /** All members, as their leader sees them. */
    static List<JoinedMember> roster(ClassicGroup group) {
        List<JoinedMember> members = new ArrayList<>(group.size());
        for (Member member : group.members()) {
            members.add(new JoinedMember(member.ref(), member.metadata(group.protocol())));
        }
        return members;
    }

    static void answer(Reply<JoinAnswer> reply, JoinAnswer answer, Turn<GroupRecord> turn) {
        turn.answer(reply, answer, code -> JoinAnswer.refused(code, answer.memberId()));
    }

    private void syncTimePassed(ClassicGroup group, int generation, Turn<GroupRecord> turn) {
        if (group.generation() != generation || group.is(GroupState.PREPARING_REBALANCE)) {
            return;
        }
        List<Member> late = group.members().stream().filter(Member::owesSync).toList();
        for (Member member : late) {
            log.debug("group {}: {} did not ask for its share of generation {}", group.id(), member.id(), generation);
            remove(group, member, turn);
        }
        if (!late.isEmpty()) {
            begin(group, "members did not ask for their share", turn);
            endIfAllJoined(group, turn);
        }
    }

    private void endSyncs(ClassicGroup group, ErrorCode error, Turn<GroupRecord> turn) {
        for (Member member : group.members()) {
            answerSync(member, error, turn);
        }
    }

    private static void answerSync(Member member, ErrorCode error, Turn<GroupRecord> turn) {
        Reply<SyncAnswer> waiting = member.syncing();
        member.syncing(null);
        if (waiting != null) {
            turn.answer(waiting, SyncAnswer.refused(error), SyncAnswer::refused);
        }
    }

    @Override
    public void memberSilent(ClassicGroup group, Member member, Turn<GroupRecord> turn) {
        log.debug("group {}: {} was silent for its session time-out", group.id(), member.id());
        gone(group, member, turn);
    }

    /** The member is in the group no more. */
    void gone(ClassicGroup group, Member member, Turn<GroupRecord> turn) {
        remove(group, member, turn);
        begin(group, "a member went", turn);
        endIfAllJoined(group, turn);
    }

    private void remove(ClassicGroup group, Member member, Turn<GroupRecord> turn) {
        sessions.end(group, member);
        dismiss(group, member, ErrorCode.UNKNOWN_MEMBER_ID, turn);
        group.remove(member);
    }

    /** Whoever waits in the name of this member need not any more. */
    static void dismiss(ClassicGroup group, Member member, ErrorCode error, Turn<GroupRecord> turn) {
        Reply<JoinAnswer> waiting = group.roll().stopsWaiting(member);
        if (waiting != null) {
            String memberId = error == ErrorCode.FENCED_INSTANCE_ID ? member.id() : MemberRef.UNKNOWN_ID;
            answer(waiting, JoinAnswer.refused(error, memberId), turn);
        }
        answerSync(member, error, turn);
    }

    private void write(ClassicGroup group, Turn<GroupRecord> turn) {
        turn.write(new GroupStored(group.id(), group.image()));
        int generation = group.generation();
        undo.note(() -> timers.set(
                new TimerKey(Wait.TO_WRITE, group.id()), RETRY_MS, later -> writeAgain(group, generation, later)));
    }

    private void writeAgain(ClassicGroup group, int generation, Turn<GroupRecord> turn) {
        if (group.is(GroupState.EMPTY) && group.generation() == generation) {
            write(group, turn);
        }
    }
}
