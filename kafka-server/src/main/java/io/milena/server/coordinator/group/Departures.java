package io.milena.server.coordinator.group;

import io.milena.common.errors.ErrorCode;
import io.milena.server.coordinator.group.LeaveAnswer.Departure;
import io.milena.server.coordinator.state.Reply;
import io.milena.server.coordinator.state.Turn;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * LeaveGroup: members that go by themselves, or are removed by an administrator, who may name static ones by their
 * instance id alone (KIP-345). Confined to the shard's thread.
 */
final class Departures {

    private final GroupTable groups;
    private final Rebalances rebalances;
    private final Invitations invitations;

    Departures(GroupTable groups, Rebalances rebalances, Invitations invitations) {
        this.groups = groups;
        this.rebalances = rebalances;
        this.invitations = invitations;
    }

    void leave(LeaveAsk ask, Reply<LeaveAnswer> reply, Turn<GroupRecord> turn) {
        turn.answer(reply, left(ask, turn), LeaveAnswer::refused);
    }

    private LeaveAnswer left(LeaveAsk ask, Turn<GroupRecord> turn) {
        if (ask.groupId().isEmpty()) {
            return LeaveAnswer.refused(ErrorCode.INVALID_GROUP_ID);
        }
        ClassicGroup group = groups.find(ask.groupId());
        List<Departure> departures = new ArrayList<>(ask.members().size());
        for (MemberRef member : ask.members()) {
            ErrorCode error = group == null ? ErrorCode.UNKNOWN_MEMBER_ID : left(group, member, turn);
            departures.add(new Departure(member, error));
        }
        return new LeaveAnswer(ErrorCode.NONE, departures);
    }

    private ErrorCode left(ClassicGroup group, MemberRef ref, Turn<GroupRecord> turn) {
        if (!ref.isUnknown() && invitations.withdraw(group, ref.memberId(), turn)) {
            return ErrorCode.NONE;
        }
        ErrorCode error = ref.isUnknown() ? ErrorCode.NONE : group.check(ref);
        Member member = memberOf(group, ref);
        if (error != ErrorCode.NONE || member == null) {
            return error == ErrorCode.NONE ? ErrorCode.UNKNOWN_MEMBER_ID : error;
        }
        rebalances.gone(group, member, turn);
        return ErrorCode.NONE;
    }

    @Nullable
    private static Member memberOf(ClassicGroup group, MemberRef ref) {
        String instanceId = ref.instanceId();
        if (!ref.isUnknown()) {
            return group.member(ref.memberId());
        }
        return instanceId == null ? null : group.staticMember(instanceId);
    }
}
