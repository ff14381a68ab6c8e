package io.milena.server.api;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.messages.DeleteGroupsRequest;
import io.milena.protocol.messages.DeleteGroupsResponse;
import io.milena.protocol.messages.DeleteGroupsResponse.DeletableGroupResult;
import io.milena.server.coordinator.Gathering;
import io.milena.server.coordinator.GroupCoordinator;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * DeleteGroups (key 42): groups without members go, with their offsets (KIP-229).
 *
 * <pre>
 * v1  throttled clients throttle themselves
 * v2  flexible encoding
 * </pre>
 */
final class DeleteGroupsHandler implements ApiHandler<DeleteGroupsRequest, DeleteGroupsResponse> {

    private final GroupCoordinator groups;

    DeleteGroupsHandler(GroupCoordinator groups) {
        this.groups = groups;
    }

    @Override
    public void handle(DeleteGroupsRequest request, Caller<DeleteGroupsResponse> caller) {
        // A group named twice is deleted once, and answered once.
        List<String> names = List.copyOf(new LinkedHashSet<>(request.groupsNames()));
        Gathering.of(names, groups::delete, (List<ErrorCode> errors) -> {
            List<DeletableGroupResult> results = new ArrayList<>(names.size());
            for (int i = 0; i < names.size(); i++) {
                results.add(result(names.get(i), errors.get(i)));
            }
            caller.reply(new DeleteGroupsResponse().results(results));
        });
    }

    private static DeletableGroupResult result(String group, ErrorCode error) {
        return new DeletableGroupResult().groupId(group).errorCode(error.code());
    }

    @Override
    public DeleteGroupsResponse failed(DeleteGroupsRequest request, ErrorCode error) {
        return new DeleteGroupsResponse()
                .results(request.groupsNames().stream()
                        .map(group -> result(group, error))
                        .toList());
    }
}
