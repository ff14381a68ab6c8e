package io.milena.server.api;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.messages.AddOffsetsToTxnRequest;
import io.milena.protocol.messages.AddOffsetsToTxnResponse;
import io.milena.server.coordinator.CoordinatorKind;
import io.milena.server.coordinator.CoordinatorTopics;
import io.milena.server.coordinator.TransactionCoordinator;
import io.milena.server.coordinator.state.Reply;
import io.milena.server.coordinator.state.TransactionalProducer;
import io.milena.server.coordinator.transaction.AddOffsetsAsk;

/**
 * AddOffsetsToTxn (key 25): a producer is going to commit offsets of a group in its transaction. The topic of groups is
 * made if this is the first that anybody hears of one.
 *
 * <pre>
 * v1  throttled clients throttle themselves
 * v2  PRODUCER_FENCED
 * v3  flexible encoding
 * v4  TRANSACTION_ABORTABLE (KIP-890)
 * </pre>
 */
final class AddOffsetsToTxnHandler implements ApiHandler<AddOffsetsToTxnRequest, AddOffsetsToTxnResponse> {

    private static final short FIRST_WITH_FENCED = 2;

    private final TransactionCoordinator transactions;
    private final CoordinatorTopics topics;

    AddOffsetsToTxnHandler(TransactionCoordinator transactions, CoordinatorTopics topics) {
        this.transactions = transactions;
        this.topics = topics;
    }

    @Override
    public void handle(AddOffsetsToTxnRequest request, Caller<AddOffsetsToTxnResponse> caller) {
        var ask = new AddOffsetsAsk(
                request.transactionalId(),
                new TransactionalProducer(request.producerId(), request.producerEpoch()),
                request.groupId());
        short version = caller.version();
        Reply<ErrorCode> reply = error -> caller.reply(
                new AddOffsetsToTxnResponse().errorCode(FencedProducers.code(error, version, FIRST_WITH_FENCED)));
        topics.ensure(CoordinatorKind.GROUPS, outcome -> {
            if (outcome == ErrorCode.NONE) {
                transactions.addOffsets(ask, reply);
            } else {
                reply.give(outcome);
            }
        });
    }

    @Override
    public AddOffsetsToTxnResponse failed(AddOffsetsToTxnRequest request, ErrorCode error) {
        return new AddOffsetsToTxnResponse().errorCode(error.code());
    }
}
