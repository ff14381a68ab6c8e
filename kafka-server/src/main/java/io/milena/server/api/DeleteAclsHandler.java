package io.milena.server.api;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.messages.DeleteAclsRequest;
import io.milena.protocol.messages.DeleteAclsResponse;
import io.milena.protocol.messages.DeleteAclsResponse.DeleteAclsFilterResult;

/**
 * DeleteAcls (key 31): fewer rules of who may do what. A broker without an authorizer refuses each filter.
 *
 * <pre>
 * v1  pattern types (KIP-290)
 * v2  flexible encoding
 * v3  users as resources
 * </pre>
 */
final class DeleteAclsHandler implements ApiHandler<DeleteAclsRequest, DeleteAclsResponse> {

    @Override
    public void handle(DeleteAclsRequest request, Caller<DeleteAclsResponse> caller) {
        caller.reply(each(request, ErrorCode.SECURITY_DISABLED, DescribeAclsHandler.NO_AUTHORIZER));
    }

    @Override
    public DeleteAclsResponse failed(DeleteAclsRequest request, ErrorCode error) {
        return each(request, error, "");
    }

    private static DeleteAclsResponse each(DeleteAclsRequest request, ErrorCode error, String message) {
        return new DeleteAclsResponse()
                .filterResults(request.filters().stream()
                        .map(filter -> new DeleteAclsFilterResult()
                                .errorCode(error.code())
                                .errorMessage(message))
                        .toList());
    }
}
