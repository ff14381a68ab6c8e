package io.milena.server.coordinator.group;

import java.util.List;

/**
 * LeaveGroup: members go, or are removed by an administrator.
 *
 * @param members a static one may be named by its instance id alone; requests before v3 name one member by its id
 */
public record LeaveAsk(String groupId, List<MemberRef> members) {

    public LeaveAsk {
        members = List.copyOf(members);
    }
}
