package io.milena.server.coordinator.group;

import io.milena.common.Randomness;
import io.milena.common.errors.ErrorCode;
import io.milena.server.coordinator.state.Reply;
import io.milena.server.coordinator.state.Turn;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * JoinGroup: lets newcomers in, and members into the next generation. Who asks for what the group has already agreed on
 * is told so at once; everyone else is answered when the rebalance ends, by {@link Rebalances}.
 *
 * <p>Confined to the shard's thread.
 */
final class Joins {

    private static final long VERSION_MASK = 0xffff_ffff_ffff_0fffL;
    private static final long VERSION_4 = 0x4000L;
    private static final long VARIANT_MASK = 0x3fff_ffff_ffff_ffffL;
    private static final long VARIANT_2 = 0x8000_0000_0000_0000L;

    /** Most characters of a client's name in the ids of its members, which have to fit into every answer and record. */
    static final int MOST_PREFIX = 1_000;

    private final GroupConfig config;
    private final GroupTable groups;
    private final Rebalances rebalances;
    private final Invitations invitations;
    private final StaticReturns staticReturns;
    private final Randomness randomness;

    Joins(
            GroupConfig config,
            GroupTable groups,
            Rebalances rebalances,
            Invitations invitations,
            StaticReturns staticReturns,
            Randomness randomness) {
        this.config = config;
        this.groups = groups;
        this.rebalances = rebalances;
        this.invitations = invitations;
        this.staticReturns = staticReturns;
        this.randomness = randomness;
    }

    void join(JoinAsk ask, Reply<JoinAnswer> reply, Turn<GroupRecord> turn) {
        if (ask.groupId().isEmpty()) {
            refuse(ask, ErrorCode.INVALID_GROUP_ID, reply, turn);
            return;
        }
        int sessionMs = ask.timeouts().sessionMs();
        if (sessionMs < config.minSessionMs() || sessionMs > config.maxSessionMs()) {
            refuse(ask, ErrorCode.INVALID_SESSION_TIMEOUT, reply, turn);
            return;
        }
        ClassicGroup group = groups.find(ask.groupId());
        if (group == null) {
            joinNoGroup(ask, reply, turn);
            return;
        }
        joinGroup(group, ask, reply, turn);
        rebalances.endIfAllJoined(group, turn);
    }

    private void joinNoGroup(JoinAsk ask, Reply<JoinAnswer> reply, Turn<GroupRecord> turn) {
        if (!ask.member().isUnknown()) {
            refuse(ask, ErrorCode.UNKNOWN_MEMBER_ID, reply, turn);
        } else if (ask.protocolType().isEmpty() || ask.protocols().isEmpty()) {
            refuse(ask, ErrorCode.INCONSISTENT_GROUP_PROTOCOL, reply, turn);
        } else {
            joinGroup(groups.findOrMake(ask.groupId(), turn.nowMs()), ask, reply, turn);
        }
    }

    private void joinGroup(ClassicGroup group, JoinAsk ask, Reply<JoinAnswer> reply, Turn<GroupRecord> turn) {
        if (!hasRoom(group, ask.member())) {
            invitations.accepted(group, ask.member().memberId());
            Rebalances.answer(reply, JoinAnswer.refused(ErrorCode.GROUP_MAX_SIZE_REACHED, MemberRef.UNKNOWN_ID), turn);
        } else if (!group.suits(ask.protocolType(), ask.protocols())) {
            refuse(ask, ErrorCode.INCONSISTENT_GROUP_PROTOCOL, reply, turn);
        } else if (ask.member().isUnknown()) {
            joinAsNewcomer(group, ask, reply, turn);
        } else {
            joinAsKnown(group, ask, reply, turn);
        }
    }

    /** Whoever is in the group needs no room, nor does a static member that comes back as somebody else. */
    private boolean hasRoom(ClassicGroup group, MemberRef ref) {
        String instanceId = ref.isUnknown() ? ref.instanceId() : null;
        Member member = instanceId == null ? group.member(ref.memberId()) : group.staticMember(instanceId);
        return switch (group.state()) {
            case EMPTY, DEAD -> true;
            case PREPARING_REBALANCE ->
                member != null && member.joining() != null || group.roll().joining() < config.maxSize();
            case COMPLETING_REBALANCE, STABLE -> member != null || group.size() < config.maxSize();
        };
    }

    private void joinAsNewcomer(ClassicGroup group, JoinAsk ask, Reply<JoinAnswer> reply, Turn<GroupRecord> turn) {
        String instanceId = ask.member().instanceId();
        if (instanceId == null) {
            joinAsDynamicNewcomer(group, ask, reply, turn);
            return;
        }
        String memberId = newId(instanceId);
        Member old = group.staticMember(instanceId);
        if (old == null) {
            admit(group, ask, memberId, reply, turn);
        } else {
            staticReturns.returned(group, old, new StaticReturns.Return(ask, memberId, reply), turn);
        }
    }

    private void joinAsDynamicNewcomer(
            ClassicGroup group, JoinAsk ask, Reply<JoinAnswer> reply, Turn<GroupRecord> turn) {
        String memberId = newId(ask.client().id());
        if (ask.manner() == JoinManner.ID_AT_THE_END) {
            admit(group, ask, memberId, reply, turn);
        } else {
            invitations.invite(group, memberId, ask.timeouts().sessionMs());
            Rebalances.answer(reply, JoinAnswer.refused(ErrorCode.MEMBER_ID_REQUIRED, memberId), turn);
        }
    }

    private String newId(String name) {
        String prefix = name.length() <= MOST_PREFIX ? name : name.substring(0, MOST_PREFIX);
        long most = randomness.nextLong() & VERSION_MASK | VERSION_4;
        long least = randomness.nextLong() & VARIANT_MASK | VARIANT_2;
        return prefix + "-" + new UUID(most, least);
    }

    private void admit(
            ClassicGroup group, JoinAsk ask, String memberId, Reply<JoinAnswer> reply, Turn<GroupRecord> turn) {
        var ref = new MemberRef(memberId, ask.member().instanceId());
        var member = new Member(ref, ask.client(), ask.timeouts(), ask.protocols());
        JoinPhase phase = group.joinPhase();
        if (phase != null && group.generation() == 0) {
            phase.someoneCame();
        }
        member.newcomer(true);
        group.add(member, ask.protocolType());
        group.roll().waits(member, reply);
        rebalances.sessions().begin(group, member, turn.nowMs());
        rebalances.begin(group, "a member came", turn);
    }

    private void joinAsKnown(ClassicGroup group, JoinAsk ask, Reply<JoinAnswer> reply, Turn<GroupRecord> turn) {
        String memberId = ask.member().memberId();
        if (ask.member().instanceId() == null && group.invited().contains(memberId)) {
            invitations.accepted(group, memberId);
            admit(group, ask, memberId, reply, turn);
            return;
        }
        ErrorCode error = group.check(ask.member());
        Member member = group.member(memberId);
        if (error != ErrorCode.NONE || member == null) {
            refuse(ask, error, reply, turn);
        } else if (isSettled(group, member, ask)) {
            member.session().heard(turn.nowMs());
            Rebalances.answer(reply, Rebalances.joined(group, member), turn);
        } else {
            joinAgain(group, member, ask, reply, turn);
        }
    }

    /**
     * Whether the member only asks for what it could know already: the answer may have been lost. A leader that joins a
     * stable group again wants a new assignment.
     */
    private static boolean isSettled(ClassicGroup group, Member member, JoinAsk ask) {
        return switch (group.state()) {
            case COMPLETING_REBALANCE -> member.hasOffered(ask.protocols());
            case STABLE -> !group.isLedBy(member) && member.hasOffered(ask.protocols());
            case EMPTY, PREPARING_REBALANCE, DEAD -> false;
        };
    }

    private void joinAgain(
            ClassicGroup group, Member member, JoinAsk ask, Reply<JoinAnswer> reply, Turn<GroupRecord> turn) {
        group.roll().offered(member, ask.timeouts(), ask.protocols());
        supersede(group.roll().waits(member, reply), member, turn);
        rebalances.begin(group, "a member joins again", turn);
    }

    /** Whoever asked first in the name of the same member is not left waiting. */
    private static void supersede(@Nullable Reply<JoinAnswer> before, Member member, Turn<GroupRecord> turn) {
        if (before != null) {
            Rebalances.answer(before, JoinAnswer.refused(ErrorCode.REBALANCE_IN_PROGRESS, member.id()), turn);
        }
    }

    private static void refuse(JoinAsk ask, ErrorCode error, Reply<JoinAnswer> reply, Turn<GroupRecord> turn) {
        Rebalances.answer(reply, JoinAnswer.refused(error, ask.member().memberId()), turn);
    }
}
