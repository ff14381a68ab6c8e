package io.milena.server.api;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.messages.EndTxnRequest;
import io.milena.protocol.messages.EndTxnResponse;
import io.milena.server.coordinator.TransactionCoordinator;
import io.milena.server.coordinator.state.TransactionResult;
import io.milena.server.coordinator.state.TransactionalProducer;
import io.milena.server.coordinator.transaction.EndAsk;

/**
 * EndTxn (key 26): a producer commits or aborts its transaction. It is answered when the outcome is certain; the
 * partitions hear of it afterwards.
 *
 * <pre>
 * v1  throttled clients throttle themselves
 * v2  PRODUCER_FENCED
 * v3  flexible encoding
 * v4  TRANSACTION_ABORTABLE (KIP-890)
 * </pre>
 */
final class EndTxnHandler implements ApiHandler<EndTxnRequest, EndTxnResponse> {

    private static final short FIRST_WITH_FENCED = 2;

    private final TransactionCoordinator transactions;

    EndTxnHandler(TransactionCoordinator transactions) {
        this.transactions = transactions;
    }

    @Override
    public void handle(EndTxnRequest request, Caller<EndTxnResponse> caller) {
        var ask = new EndAsk(
                request.transactionalId(),
                new TransactionalProducer(request.producerId(), request.producerEpoch()),
                request.committed() ? TransactionResult.COMMIT : TransactionResult.ABORT);
        short version = caller.version();
        transactions.end(
                ask,
                error -> caller.reply(
                        new EndTxnResponse().errorCode(FencedProducers.code(error, version, FIRST_WITH_FENCED))));
    }

    @Override
    public EndTxnResponse failed(EndTxnRequest request, ErrorCode error) {
        return new EndTxnResponse().errorCode(error.code());
    }
}
