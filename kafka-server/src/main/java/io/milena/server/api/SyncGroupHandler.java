package io.milena.server.api;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.messages.SyncGroupRequest;
import io.milena.protocol.messages.SyncGroupRequest.SyncGroupRequestAssignment;
import io.milena.protocol.messages.SyncGroupResponse;
import io.milena.server.coordinator.GroupCoordinator;
import io.milena.server.coordinator.group.GenerationRef;
import io.milena.server.coordinator.group.SyncAnswer;
import io.milena.server.coordinator.group.SyncAsk;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * SyncGroup (key 14): a member wants its share of the work; the leader brings the shares of all.
 *
 * <pre>
 * v1  throttle time
 * v2  throttled clients throttle themselves
 * v3  static members (KIP-345)
 * v4  flexible encoding
 * v5  protocol type and name (KIP-559), which must be told and right
 * </pre>
 */
final class SyncGroupHandler implements ApiHandler<SyncGroupRequest, SyncGroupResponse> {

    private static final short FIRST_WITH_PROTOCOL = 5;

    private final GroupCoordinator groups;

    SyncGroupHandler(GroupCoordinator groups) {
        this.groups = groups;
    }

    @Override
    public void handle(SyncGroupRequest request, Caller<SyncGroupResponse> caller) {
        if (caller.version() >= FIRST_WITH_PROTOCOL
                && (request.protocolType() == null || request.protocolName() == null)) {
            caller.reply(failed(request, ErrorCode.INCONSISTENT_GROUP_PROTOCOL));
            return;
        }
        Map<String, byte[]> assignments = new LinkedHashMap<>();
        for (SyncGroupRequestAssignment share : request.assignments()) {
            assignments.put(share.memberId(), share.assignment());
        }
        var ask = new SyncAsk(
                request.groupId(),
                GenerationRef.of(request.generationId(), request.memberId(), request.groupInstanceId()),
                request.protocolType(),
                request.protocolName(),
                assignments);
        groups.sync(ask, answer -> caller.reply(response(answer)));
    }

    private static SyncGroupResponse response(SyncAnswer answer) {
        return new SyncGroupResponse()
                .errorCode(answer.error().code())
                .protocolType(answer.protocolType())
                .protocolName(answer.protocol())
                .assignment(answer.assignment());
    }

    @Override
    public SyncGroupResponse failed(SyncGroupRequest request, ErrorCode error) {
        return response(SyncAnswer.refused(error));
    }
}
