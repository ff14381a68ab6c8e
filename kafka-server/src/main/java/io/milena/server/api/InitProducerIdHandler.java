package io.milena.server.api;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.messages.InitProducerIdRequest;
import io.milena.protocol.messages.InitProducerIdResponse;
import io.milena.server.coordinator.ProducerIds;
import io.milena.server.coordinator.state.Reply;
import io.milena.server.coordinator.state.TransactionalProducer;
import io.milena.server.coordinator.transaction.InitAnswer;
import io.milena.server.coordinator.transaction.InitAsk;
import java.util.function.BiConsumer;

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
 * <p>Without a transactional id every call gets a new id with epoch 0. With one, the coordinator of that id decides.
 */
final class InitProducerIdHandler implements ApiHandler<InitProducerIdRequest, InitProducerIdResponse> {

    private static final long NO_PRODUCER_ID = -1;
    private static final short NO_EPOCH = -1;

    private static final short FIRST_WITH_FENCED = 4;

    private final ProducerIds ids;
    private final BiConsumer<InitAsk, Reply<InitAnswer>> transactions;

    /** @param transactions the coordinator of transactional ids */
    InitProducerIdHandler(ProducerIds ids, BiConsumer<InitAsk, Reply<InitAnswer>> transactions) {
        this.ids = ids;
        this.transactions = transactions;
    }

    @Override
    public void handle(InitProducerIdRequest request, Caller<InitProducerIdResponse> caller) {
        ErrorCode refusal = refusal(request);
        if (refusal != ErrorCode.NONE) {
            caller.reply(failed(request, refusal));
            return;
        }
        String transactionalId = request.transactionalId();
        if (transactionalId != null) {
            short version = caller.version();
            transactions.accept(ask(transactionalId, request), answer -> caller.reply(response(answer, version)));
            return;
        }
        ids.next(
                id -> caller.reply(new InitProducerIdResponse().producerId(id).producerEpoch((short) 0)),
                error -> caller.reply(failed(request, error)));
    }

    private static ErrorCode refusal(InitProducerIdRequest request) {
        boolean bringsId = request.producerId() != NO_PRODUCER_ID;
        boolean bringsEpoch = request.producerEpoch() != NO_EPOCH;
        boolean isSound = bringsId == bringsEpoch && !"".equals(request.transactionalId());
        return isSound ? ErrorCode.NONE : ErrorCode.INVALID_REQUEST;
    }

    private static InitAsk ask(String transactionalId, InitProducerIdRequest request) {
        var expected = request.producerId() == NO_PRODUCER_ID
                ? null
                : new TransactionalProducer(request.producerId(), request.producerEpoch());
        return new InitAsk(transactionalId, request.transactionTimeoutMs(), expected);
    }

    private static InitProducerIdResponse response(InitAnswer answer, short version) {
        return new InitProducerIdResponse()
                .errorCode(FencedProducers.code(answer.error(), version, FIRST_WITH_FENCED))
                .producerId(answer.producer().id())
                .producerEpoch(answer.producer().epoch());
    }

    @Override
    public InitProducerIdResponse failed(InitProducerIdRequest request, ErrorCode error) {
        return new InitProducerIdResponse()
                .errorCode(error.code())
                .producerId(NO_PRODUCER_ID)
                .producerEpoch(NO_EPOCH);
    }
}
