package io.milena.server.coordinator.group;

import io.milena.common.errors.ErrorCode;
import java.util.List;

/** The groups of one shard, or of all, as ListGroups shows them. */
public record GroupListing(ErrorCode error, List<ListedGroup> groups) {

    /** The type of all groups of this room, against which a request's filter of types is held. */
    public static final String TYPE = "classic";

    public GroupListing {
        groups = List.copyOf(groups);
    }

    /** @param protocolType empty if the group never had a member */
    public record ListedGroup(String groupId, String protocolType, GroupState state) {}

    public static GroupListing refused(ErrorCode error) {
        return new GroupListing(error, List.of());
    }
}
