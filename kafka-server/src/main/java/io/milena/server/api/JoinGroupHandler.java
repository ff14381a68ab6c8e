package io.milena.server.api;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.messages.JoinGroupRequest;
import io.milena.protocol.messages.JoinGroupResponse;
import io.milena.protocol.messages.JoinGroupResponse.JoinGroupResponseMember;
import io.milena.server.coordinator.GroupCoordinator;
import io.milena.server.coordinator.group.ClientRef;
import io.milena.server.coordinator.group.JoinAnswer;
import io.milena.server.coordinator.group.JoinAnswer.Assignment;
import io.milena.server.coordinator.group.JoinAsk;
import io.milena.server.coordinator.group.JoinManner;
import io.milena.server.coordinator.group.MemberProtocol;
import io.milena.server.coordinator.group.MemberRef;
import io.milena.server.coordinator.group.MemberTimeouts;
import java.util.List;

/**
 * JoinGroup (key 11): a member wants to be in the next generation of its group. The answer comes when the group knows
 * who is in it.
 *
 * <pre>
 * v1  rebalance time-out (KIP-62)
 * v2  throttle time
 * v4  a newcomer is told its id first, and joins again with it (KIP-394)
 * v5  static members (KIP-345)
 * v6  flexible encoding
 * v7  protocol type (KIP-559)
 * v8  reason (KIP-800)
 * v9  the assignment may be left as it is (KIP-814)
 * </pre>
 */
final class JoinGroupHandler implements ApiHandler<JoinGroupRequest, JoinGroupResponse> {

    private static final short FIRST_WITH_ID_FIRST = 4;
    private static final short FIRST_WITH_NO_PROTOCOL = 7;
    private static final short FIRST_WITH_SKIPPED_ASSIGNMENT = 9;
    private static final String NO_PROTOCOL = "";

    private final GroupCoordinator groups;

    JoinGroupHandler(GroupCoordinator groups) {
        this.groups = groups;
    }

    @Override
    public void handle(JoinGroupRequest request, Caller<JoinGroupResponse> caller) {
        List<MemberProtocol> protocols = request.protocols().stream()
                .map(protocol -> new MemberProtocol(protocol.name(), protocol.metadata()))
                .toList();
        var ask = new JoinAsk(
                request.groupId(),
                new MemberRef(request.memberId(), request.groupInstanceId()),
                new ClientRef(caller.clientId(), caller.host()),
                new MemberTimeouts(request.sessionTimeoutMs(), request.rebalanceTimeoutMs()),
                request.protocolType(),
                protocols,
                manner(caller.version()));
        groups.join(ask, answer -> caller.reply(response(answer, caller.version())));
    }

    private static JoinManner manner(short version) {
        if (version >= FIRST_WITH_SKIPPED_ASSIGNMENT) {
            return JoinManner.ASSIGNMENT_SKIPPED;
        }
        return version >= FIRST_WITH_ID_FIRST ? JoinManner.ID_FIRST : JoinManner.ID_AT_THE_END;
    }

    private static JoinGroupResponse response(JoinAnswer answer, short version) {
        boolean saysEmpty = answer.protocol() == null && version < FIRST_WITH_NO_PROTOCOL;
        return new JoinGroupResponse()
                .errorCode(answer.error().code())
                .generationId(answer.generation())
                .protocolType(answer.protocolType())
                .protocolName(saysEmpty ? NO_PROTOCOL : answer.protocol())
                .leader(answer.leader())
                .skipAssignment(answer.assignment() == Assignment.SKIPPED)
                .memberId(answer.memberId())
                .members(members(answer.members()));
    }

    /** Only a leader is told of members, and it has many followers. */
    private static List<JoinGroupResponseMember> members(List<JoinAnswer.JoinedMember> joined) {
        return joined.isEmpty()
                ? List.of()
                : joined.stream().map(JoinGroupHandler::member).toList();
    }

    private static JoinGroupResponseMember member(JoinAnswer.JoinedMember joined) {
        return new JoinGroupResponseMember()
                .memberId(joined.member().memberId())
                .groupInstanceId(joined.member().instanceId())
                .metadata(joined.metadata());
    }

    @Override
    public JoinGroupResponse failed(JoinGroupRequest request, ErrorCode error) {
        return response(JoinAnswer.refused(error, request.memberId()), (short) 0);
    }
}
