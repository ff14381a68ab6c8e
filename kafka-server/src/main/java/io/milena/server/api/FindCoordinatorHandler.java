package io.milena.server.api;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.messages.FindCoordinatorRequest;
import io.milena.protocol.messages.FindCoordinatorResponse;
import io.milena.server.coordinator.CoordinatorKind;
import io.milena.server.coordinator.CoordinatorPlace;
import io.milena.server.coordinator.CoordinatorTopics;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * FindCoordinator (key 10): which broker coordinates a group or a transactional id. The topic that says so is made when
 * someone asks for the first time.
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

    private final CoordinatorTopics topics;

    FindCoordinatorHandler(CoordinatorTopics topics) {
        this.topics = topics;
    }

    @Override
    public void handle(FindCoordinatorRequest request, Caller<FindCoordinatorResponse> caller) {
        CoordinatorKind kind = kind(request.keyType());
        if (kind == null) {
            boolean isNever = request.keyType() == SHARE && caller.version() >= FIRST_WITH_SHARE_GROUPS;
            ErrorCode why = isNever ? ErrorCode.COORDINATOR_NOT_AVAILABLE : ErrorCode.INVALID_REQUEST;
            caller.reply(answer(request, caller.version(), key -> CoordinatorPlace.unknown(why)));
            return;
        }
        String listener = caller.peer().listener();
        topics.ensure(
                kind,
                outcome -> caller.reply(answer(
                        request,
                        caller.version(),
                        key -> outcome == ErrorCode.NONE
                                ? topics.locate(kind, key, listener)
                                : CoordinatorPlace.unknown(outcome))));
    }

    private static @Nullable CoordinatorKind kind(byte keyType) {
        return switch (keyType) {
            case GROUP -> CoordinatorKind.GROUPS;
            case TRANSACTION -> CoordinatorKind.TRANSACTIONS;
            default -> null;
        };
    }

    private static FindCoordinatorResponse answer(
            FindCoordinatorRequest request, short version, Function<String, CoordinatorPlace> places) {
        if (version < FIRST_WITH_MANY_KEYS) {
            CoordinatorPlace place = places.apply(request.key());
            return new FindCoordinatorResponse()
                    .errorCode(place.error().code())
                    .errorMessage(message(place.error()))
                    .nodeId(place.brokerId())
                    .host(place.host())
                    .port(place.port());
        }
        List<FindCoordinatorResponse.Coordinator> coordinators = request.coordinatorKeys().stream()
                .map(key -> coordinator(key, places.apply(key)))
                .toList();
        return new FindCoordinatorResponse().coordinators(coordinators);
    }

    private static FindCoordinatorResponse.Coordinator coordinator(String key, CoordinatorPlace place) {
        return new FindCoordinatorResponse.Coordinator()
                .key(key)
                .nodeId(place.brokerId())
                .host(place.host())
                .port(place.port())
                .errorCode(place.error().code())
                .errorMessage(place.error() == ErrorCode.NONE ? "" : message(place.error()));
    }

    /** As the reference words it. */
    private static String message(ErrorCode error) {
        return switch (error) {
            case NONE -> "NONE";
            case COORDINATOR_NOT_AVAILABLE -> "The coordinator is not available.";
            default -> "key type is unknown";
        };
    }
}
