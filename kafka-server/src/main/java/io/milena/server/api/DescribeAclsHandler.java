package io.milena.server.api;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.messages.DescribeAclsRequest;
import io.milena.protocol.messages.DescribeAclsResponse;

/**
 * DescribeAcls (key 29): who may do what. A broker without an authorizer has no such rules and says so.
 *
 * <pre>
 * v1  pattern types (KIP-290)
 * v2  flexible encoding
 * v3  users as resources
 * </pre>
 */
final class DescribeAclsHandler implements ApiHandler<DescribeAclsRequest, DescribeAclsResponse> {

    static final String NO_AUTHORIZER = "No Authorizer is configured.";

    @Override
    public void handle(DescribeAclsRequest request, Caller<DescribeAclsResponse> caller) {
        caller.reply(failed(request, ErrorCode.SECURITY_DISABLED).errorMessage(NO_AUTHORIZER));
    }

    @Override
    public DescribeAclsResponse failed(DescribeAclsRequest request, ErrorCode error) {
        return new DescribeAclsResponse().errorCode(error.code());
    }
}
