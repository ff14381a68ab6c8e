package io.milena.server.api;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.messages.ListGroupsRequest;
import io.milena.protocol.messages.ListGroupsResponse;
import io.milena.protocol.messages.ListGroupsResponse.ListedGroup;
import io.milena.server.coordinator.GroupCoordinator;
import io.milena.server.coordinator.group.GroupListing;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * ListGroups (key 16): the groups that this broker coordinates.
 *
 * <pre>
 * v1  throttle time
 * v2  throttled clients throttle themselves
 * v3  flexible encoding
 * v4  filter of states, and the state of each group (KIP-518)
 * v5  filter of types, and the type of each group (KIP-848)
 * </pre>
 */
final class ListGroupsHandler implements ApiHandler<ListGroupsRequest, ListGroupsResponse> {

    private final GroupCoordinator groups;

    ListGroupsHandler(GroupCoordinator groups) {
        this.groups = groups;
    }

    @Override
    public void handle(ListGroupsRequest request, Caller<ListGroupsResponse> caller) {
        Set<String> states = lowerCase(request.statesFilter());
        Set<String> types = lowerCase(request.typesFilter());
        boolean none = !types.isEmpty() && !types.contains(GroupListing.TYPE);
        groups.list(listing -> {
            List<ListedGroup> found = listing.groups().stream()
                    .filter(group -> !none
                            && (states.isEmpty()
                                    || states.contains(group.state().label().toLowerCase(Locale.ROOT))))
                    .map(ListGroupsHandler::listed)
                    .toList();
            caller.reply(
                    new ListGroupsResponse().errorCode(listing.error().code()).groups(found));
        });
    }

    private static Set<String> lowerCase(List<String> names) {
        return names.stream().map(name -> name.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
    }

    private static ListedGroup listed(GroupListing.ListedGroup group) {
        return new ListedGroup()
                .groupId(group.groupId())
                .protocolType(group.protocolType())
                .groupState(group.state().label())
                .groupType(GroupListing.TYPE);
    }

    @Override
    public ListGroupsResponse failed(ListGroupsRequest request, ErrorCode error) {
        return new ListGroupsResponse().errorCode(error.code());
    }
}
