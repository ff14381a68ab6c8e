package io.milena.server.coordinator.group;

import io.milena.common.errors.ErrorCode;
import java.util.List;

/**
 * A group as DescribeGroups shows it.
 *
 * @param protocolType empty if it never had a member
 * @param protocol what it agreed on; empty unless it is stable
 */
public record GroupDescription(
        ErrorCode error,
        String groupId,
        GroupState state,
        String protocolType,
        String protocol,
        List<MemberDescription> members) {

    private static final String NONE = "";

    public GroupDescription {
        members = List.copyOf(members);
    }

    /**
     * One member.
     *
     * @param metadata of the agreed protocol; empty unless the group is stable
     * @param assignment empty unless the group is stable
     */
    public record MemberDescription(MemberRef member, ClientRef client, byte[] metadata, byte[] assignment) {}

    /** A group that is not, and any if the answer cannot be given. */
    public static GroupDescription absent(String groupId, ErrorCode error) {
        return new GroupDescription(error, groupId, GroupState.DEAD, NONE, NONE, List.of());
    }
}
