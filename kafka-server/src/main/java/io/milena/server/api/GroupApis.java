package io.milena.server.api;

import io.milena.protocol.ApiKey;
import io.milena.server.coordinator.GroupCoordinator;
import io.milena.server.metadata.ClusterView;

/** The lines of the table for groups and their offsets. */
public final class GroupApis {

    private GroupApis() {}

    /** Adds the APIs of groups to {@code table}. */
    public static void serve(ApiTable table, GroupCoordinator groups, ClusterView cluster) {
        table.serve(ApiKey.OFFSET_COMMIT, 0, 9, new OffsetCommitHandler(groups, cluster))
                .serve(ApiKey.OFFSET_FETCH, 0, 9, new OffsetFetchHandler(groups))
                .serve(ApiKey.JOIN_GROUP, 0, 9, new JoinGroupHandler(groups))
                .serve(ApiKey.HEARTBEAT, 0, 4, new HeartbeatHandler(groups))
                .serve(ApiKey.LEAVE_GROUP, 0, 5, new LeaveGroupHandler(groups))
                .serve(ApiKey.SYNC_GROUP, 0, 5, new SyncGroupHandler(groups))
                .serve(ApiKey.DESCRIBE_GROUPS, 0, 5, new DescribeGroupsHandler(groups))
                .serve(ApiKey.LIST_GROUPS, 0, 5, new ListGroupsHandler(groups))
                .serve(ApiKey.DELETE_GROUPS, 0, 2, new DeleteGroupsHandler(groups))
                .serve(ApiKey.OFFSET_DELETE, 0, 0, new OffsetDeleteHandler(groups, cluster));
    }
}
