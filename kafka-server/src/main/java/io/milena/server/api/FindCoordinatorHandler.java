package io.milena.server.api;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.messages.FindCoordinatorRequest;
import io.milena.protocol.messages.FindCoordinatorResponse;
import java.util.List;

/**
 * FindCoordinator (key 10): which broker coordinates a group or a transactional id. None does on this broker's word.
 *
 * <pre>
 * v1  transactional ids too, throttle time and error message
 * v2  throttled clients throttle themselves
 * v3  flexible encoding
 * v4  many keys at once (KIP-699)
 * v5  TRANSACTION_ABORTABLE (KIP-890)
 * v6  share groups (KIP-932), which a broker on ZooKeeper never has
 * </pre>
 */
final class FindCoordinatorHandler implements ApiHandler<FindCoordinatorRequest, FindCoordinatorResponse> {

    private static final short FIRST_WITH_MANY_KEYS = 4;
    private static final short FIRST_WITH_SHARE_GROUPS = 6;
    private static final byte GROUP = 0;
    private static final byte TRANSACTION = 1;
    private static final byte SHARE = 2;
    private static final int NO_NODE = -1;
    private static final int NO_PORT = -1;

    @Override
    public void handle(FindCoordinatorRequest request, Caller<FindCoordinatorResponse> caller) {
        boolean known = isKnown(request.keyType(), caller.version());
        ErrorCode error = known ? ErrorCode.COORDINATOR_NOT_AVAILABLE : ErrorCode.INVALID_REQUEST;
        String message = known ? "The coordinator is not available." : "key type " + request.keyType() + " is unknown";
        caller.reply(
                caller.version() < FIRST_WITH_MANY_KEYS
                        ? one(error, message)
                        : each(request.coordinatorKeys(), error, message));
    }

    private static boolean isKnown(byte keyType, short version) {
        return keyType == GROUP || keyType == TRANSACTION || keyType == SHARE && version >= FIRST_WITH_SHARE_GROUPS;
    }

    private static FindCoordinatorResponse one(ErrorCode error, String message) {
        return new FindCoordinatorResponse()
                .errorCode(error.code())
                .errorMessage(message)
                .nodeId(NO_NODE)
                .port(NO_PORT);
    }

    private static FindCoordinatorResponse each(List<String> keys, ErrorCode error, String message) {
        List<FindCoordinatorResponse.Coordinator> coordinators = keys.stream()
                .map(key -> new FindCoordinatorResponse.Coordinator()
                        .key(key)
                        .nodeId(NO_NODE)
                        .port(NO_PORT)
                        .errorCode(error.code())
                        .errorMessage(message))
                .toList();
        return new FindCoordinatorResponse().coordinators(coordinators);
    }
}
