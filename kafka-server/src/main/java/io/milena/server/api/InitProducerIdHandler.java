package io.milena.server.api;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.messages.InitProducerIdRequest;
import io.milena.protocol.messages.InitProducerIdResponse;
import io.milena.server.coordinator.ProducerIds;

/**
 * InitProducerId (key 22): a producer asks for the id under which its batches are numbered.
 *
 * <pre>
 * v1  throttled clients throttle themselves
 * v2  flexible encoding
 * v3  the producer may bring its id and epoch, to have the epoch raised (KIP-360)
 * v4  PRODUCER_FENCED
 * v5  TRANSACTION_ABORTABLE (KIP-890)
 * </pre>
 *
 * <p>Without a transactional id every call gets a new id with epoch 0. There is no coordinator to give one with a
 * transactional id.
 */
final class InitProducerIdHandler implements ApiHandler<InitProducerIdRequest, InitProducerIdResponse> {

    private static final long NO_PRODUCER_ID = -1;
    private static final short NO_EPOCH = -1;

    private final ProducerIds ids;

    InitProducerIdHandler(ProducerIds ids) {
        this.ids = ids;
    }

    @Override
    public void handle(InitProducerIdRequest request, Caller<InitProducerIdResponse> caller) {
        ErrorCode refusal = refusal(request);
        if (refusal != ErrorCode.NONE) {
            caller.reply(failed(request, refusal));
            return;
        }
        ids.next(
                id -> caller.reply(new InitProducerIdResponse().producerId(id).producerEpoch((short) 0)),
                error -> caller.reply(failed(request, error)));
    }

    private static ErrorCode refusal(InitProducerIdRequest request) {
        boolean bringsId = request.producerId() != NO_PRODUCER_ID;
        boolean bringsEpoch = request.producerEpoch() != NO_EPOCH;
        String transactionalId = request.transactionalId();
        if (bringsId != bringsEpoch || "".equals(transactionalId)) {
            return ErrorCode.INVALID_REQUEST;
        }
        return transactionalId == null ? ErrorCode.NONE : ErrorCode.COORDINATOR_NOT_AVAILABLE;
    }

    @Override
    public InitProducerIdResponse failed(InitProducerIdRequest request, ErrorCode error) {
        return new InitProducerIdResponse()
                .errorCode(error.code())
                .producerId(NO_PRODUCER_ID)
                .producerEpoch(NO_EPOCH);
    }
}
