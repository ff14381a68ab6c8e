package io.milena.server.api;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.messages.DescribeGroupsRequest;
import io.milena.protocol.messages.DescribeGroupsResponse;
import io.milena.protocol.messages.DescribeGroupsResponse.DescribedGroup;
import io.milena.protocol.messages.DescribeGroupsResponse.DescribedGroupMember;
import io.milena.server.coordinator.Gathering;
import io.milena.server.coordinator.GroupCoordinator;
import io.milena.server.coordinator.group.GroupDescription;
import io.milena.server.coordinator.group.GroupDescription.MemberDescription;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * DescribeGroups (key 15): the state, the members and the assignment of groups.
 *
 * <pre>
 * v1  throttle time
 * v2  throttled clients throttle themselves
 * v3  which operations the caller may do (KIP-430)
 * v4  static members (KIP-345)
 * v5  flexible encoding
 * </pre>
 */
final class DescribeGroupsHandler implements ApiHandler<DescribeGroupsRequest, DescribeGroupsResponse> {

    private final GroupCoordinator groups;

    DescribeGroupsHandler(GroupCoordinator groups) {
        this.groups = groups;
    }

    @Override
    public void handle(DescribeGroupsRequest request, Caller<DescribeGroupsResponse> caller) {
        boolean asked = request.includeAuthorizedOperations();
        // Whoever names a group again and again hears of it once: its members may have said much.
        List<String> names = List.copyOf(new LinkedHashSet<>(request.groups()));
        Gathering.of(names, groups::describe, (List<GroupDescription> found) -> {
            List<DescribedGroup> described = found.stream()
                    .map(group -> described(group)
                            .authorizedOperations(
                                    group.error() == ErrorCode.NONE
                                            ? AuthorizedOperations.ofGroup(asked)
                                            : AuthorizedOperations.NOT_ASKED))
                    .toList();
            caller.reply(new DescribeGroupsResponse().groups(described));
        });
    }

    private static DescribedGroup described(GroupDescription group) {
        boolean known = group.error() == ErrorCode.NONE;
        return new DescribedGroup()
                .errorCode(group.error().code())
                .groupId(group.groupId())
                .groupState(known ? group.state().label() : "")
                .protocolType(group.protocolType())
                .protocolData(group.protocol())
                .members(group.members().stream()
                        .map(DescribeGroupsHandler::member)
                        .toList());
    }

    private static DescribedGroupMember member(MemberDescription member) {
        return new DescribedGroupMember()
                .memberId(member.member().memberId())
                .groupInstanceId(member.member().instanceId())
                .clientId(member.client().id())
                .clientHost(member.client().host())
                .memberMetadata(member.metadata())
                .memberAssignment(member.assignment());
    }

    @Override
    public DescribeGroupsResponse failed(DescribeGroupsRequest request, ErrorCode error) {
        return new DescribeGroupsResponse()
                .groups(request.groups().stream()
                        .map(group -> described(GroupDescription.absent(group, error)))
                        .toList());
    }
}
