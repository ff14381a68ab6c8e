package io.milena.clients.consumer;

import io.milena.protocol.messages.HeartbeatRequest;
import io.milena.protocol.messages.JoinGroupRequest;
import io.milena.protocol.messages.LeaveGroupRequest;
import io.milena.protocol.messages.SyncGroupRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The requests that a member of a group makes of what {@link Membership} knows. Guarded by the consumer's lock. */
final class GroupRequests {

    static final String PROTOCOL_TYPE = "consumer";

    /** The first versions that name a static member. */
    static final int STATIC_JOIN = 5;

    static final int STATIC_SYNC = 3;
    static final int STATIC_HEARTBEAT = 3;

    static final int HIGHEST_JOIN = 9;
    static final int HIGHEST_SYNC = 5;
    static final int HIGHEST_HEARTBEAT = 4;
    static final int HIGHEST_LEAVE = 5;

    private static final int LEAVE_WITH_LISTS = 3;
    private static final int MAX_REASON_CHARS = 255;

    private final GroupSettings settings;
    private final Membership membership;

    GroupRequests(GroupSettings settings, Membership membership) {
        this.settings = settings;
        this.membership = membership;
    }

    JoinGroupRequest join(int version, Map<String, byte[]> protocols) {
        List<JoinGroupRequest.JoinGroupRequestProtocol> offered = new ArrayList<>();
        protocols.forEach((name, metadata) -> offered.add(
                new JoinGroupRequest.JoinGroupRequestProtocol().name(name).metadata(metadata)));
        return new JoinGroupRequest()
                .groupId(settings.requiredGroupId())
                .sessionTimeoutMs(settings.sessionTimeoutMs())
                .rebalanceTimeoutMs(settings.maxPollIntervalMs())
                .memberId(membership.memberId())
                .groupInstanceId(settings.instanceId())
                .protocolType(PROTOCOL_TYPE)
                .protocols(offered)
                .reason(cut(membership.reason()));
    }

    SyncGroupRequest sync(Map<String, byte[]> assignments) {
        List<SyncGroupRequest.SyncGroupRequestAssignment> decided = new ArrayList<>();
        assignments.forEach((member, assignment) -> decided.add(new SyncGroupRequest.SyncGroupRequestAssignment()
                .memberId(member)
                .assignment(assignment)));
        return new SyncGroupRequest()
                .groupId(settings.requiredGroupId())
                .generationId(membership.generation())
                .memberId(membership.memberId())
                .groupInstanceId(settings.instanceId())
                .protocolType(PROTOCOL_TYPE)
                .protocolName(membership.protocol())
                .assignments(decided);
    }

    HeartbeatRequest heartbeat() {
        return new HeartbeatRequest()
                .groupId(settings.requiredGroupId())
                .generationId(membership.generation())
                .memberId(membership.memberId())
                .groupInstanceId(settings.instanceId());
    }

    LeaveGroupRequest leave(int version, String memberId, String why) {
        var request = new LeaveGroupRequest().groupId(settings.requiredGroupId());
        if (version < LEAVE_WITH_LISTS) {
            return request.memberId(memberId);
        }
        return request.members(List.of(new LeaveGroupRequest.MemberIdentity()
                .memberId(memberId)
                .groupInstanceId(settings.instanceId())
                .reason(cut(why))));
    }

    private static String cut(String reason) {
        return reason.length() > MAX_REASON_CHARS ? reason.substring(0, MAX_REASON_CHARS) : reason;
    }
}
