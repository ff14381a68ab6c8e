package io.milena.server.api;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.messages.CreateAclsRequest;
import io.milena.protocol.messages.CreateAclsResponse;
import io.milena.protocol.messages.CreateAclsResponse.AclCreationResult;

/**
 * CreateAcls (key 30): more rules of who may do what. A broker without an authorizer refuses each.
 *
 * <pre>
 * v1  pattern types (KIP-290)
 * v2  flexible encoding
 * v3  users as resources
 * </pre>
 */
final class CreateAclsHandler implements ApiHandler<CreateAclsRequest, CreateAclsResponse> {

    @Override
    public void handle(CreateAclsRequest request, Caller<CreateAclsResponse> caller) {
        caller.reply(each(request, ErrorCode.SECURITY_DISABLED, DescribeAclsHandler.NO_AUTHORIZER));
    }

    @Override
    public CreateAclsResponse failed(CreateAclsRequest request, ErrorCode error) {
        return each(request, error, "");
    }

    private static CreateAclsResponse each(CreateAclsRequest request, ErrorCode error, String message) {
        return new CreateAclsResponse()
                .results(request.creations().stream()
                        .map(creation ->
                                new AclCreationResult().errorCode(error.code()).errorMessage(message))
                        .toList());
    }
}
