package io.milena.server.api;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.messages.LeaveGroupRequest;
import io.milena.protocol.messages.LeaveGroupResponse;
import io.milena.protocol.messages.LeaveGroupResponse.MemberResponse;
import io.milena.server.coordinator.GroupCoordinator;
import io.milena.server.coordinator.group.LeaveAnswer;
import io.milena.server.coordinator.group.LeaveAsk;
import io.milena.server.coordinator.group.MemberRef;
import java.util.List;

/**
 * LeaveGroup (key 13): members go, or are removed by an administrator.
 *
 * <pre>
 * v1  throttle time
 * v2  throttled clients throttle themselves
 * v3  many members at once, static ones by their instance id (KIP-345)
 * v4  flexible encoding
 * v5  reason (KIP-800)
 * </pre>
 */
final class LeaveGroupHandler implements ApiHandler<LeaveGroupRequest, LeaveGroupResponse> {

    private static final short FIRST_WITH_MANY = 3;

    private final GroupCoordinator groups;

    LeaveGroupHandler(GroupCoordinator groups) {
        this.groups = groups;
    }

    @Override
    public void handle(LeaveGroupRequest request, Caller<LeaveGroupResponse> caller) {
        boolean many = caller.version() >= FIRST_WITH_MANY;
        List<MemberRef> members = many
                ? request.members().stream()
                        .map(member -> new MemberRef(member.memberId(), member.groupInstanceId()))
                        .toList()
                : List.of(new MemberRef(request.memberId(), null));
        groups.leave(
                new LeaveAsk(request.groupId(), members), answer -> caller.reply(many ? each(answer) : single(answer)));
    }

    private static LeaveGroupResponse each(LeaveAnswer answer) {
        return new LeaveGroupResponse()
                .errorCode(answer.error().code())
                .members(answer.members().stream()
                        .map(LeaveGroupHandler::departure)
                        .toList());
    }

    private static MemberResponse departure(LeaveAnswer.Departure departure) {
        return new MemberResponse()
                .memberId(departure.member().memberId())
                .groupInstanceId(departure.member().instanceId())
                .errorCode(departure.error().code());
    }

    private static LeaveGroupResponse single(LeaveAnswer answer) {
        boolean isOfMember =
                answer.error() == ErrorCode.NONE && !answer.members().isEmpty();
        ErrorCode error = isOfMember ? answer.members().get(0).error() : answer.error();
        return new LeaveGroupResponse().errorCode(error.code());
    }

    @Override
    public LeaveGroupResponse failed(LeaveGroupRequest request, ErrorCode error) {
        return new LeaveGroupResponse().errorCode(error.code());
    }
}
