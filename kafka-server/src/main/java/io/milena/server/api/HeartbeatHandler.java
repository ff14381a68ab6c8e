package io.milena.server.api;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.messages.HeartbeatRequest;
import io.milena.protocol.messages.HeartbeatResponse;
import io.milena.server.coordinator.GroupCoordinator;
import io.milena.server.coordinator.group.GenerationRef;
import io.milena.server.coordinator.group.MemberAsk;

/**
 * Heartbeat (key 12): a member tells its coordinator that it is alive, and hears whether its group is rebalancing.
 *
 * <pre>
 * v1  throttle time
 * v2  throttled clients throttle themselves
 * v3  static members (KIP-345)
 * v4  flexible encoding
 * </pre>
 */
final class HeartbeatHandler implements ApiHandler<HeartbeatRequest, HeartbeatResponse> {

    private final GroupCoordinator groups;

    HeartbeatHandler(GroupCoordinator groups) {
        this.groups = groups;
    }

    @Override
    public void handle(HeartbeatRequest request, Caller<HeartbeatResponse> caller) {
        var from = GenerationRef.of(request.generationId(), request.memberId(), request.groupInstanceId());
        groups.heartbeat(
                new MemberAsk(request.groupId(), from),
                error -> caller.reply(new HeartbeatResponse().errorCode(error.code())));
    }

    @Override
    public HeartbeatResponse failed(HeartbeatRequest request, ErrorCode error) {
        return new HeartbeatResponse().errorCode(error.code());
    }
}
