package io.milena.server.api;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.messages.DescribeTransactionsRequest;
import io.milena.protocol.messages.DescribeTransactionsResponse;
import io.milena.protocol.messages.DescribeTransactionsResponse.TopicData;
import io.milena.protocol.messages.DescribeTransactionsResponse.TransactionState;
import io.milena.server.coordinator.Gathering;
import io.milena.server.coordinator.TransactionCoordinator;
import io.milena.server.coordinator.transaction.Transaction;
import io.milena.server.coordinator.transaction.TransactionDescription;
import java.util.ArrayList;
import java.util.List;

/** DescribeTransactions (key 65): what the coordinator knows of some transactional ids (KIP-664). */
final class DescribeTransactionsHandler
        implements ApiHandler<DescribeTransactionsRequest, DescribeTransactionsResponse> {

    private final TransactionCoordinator transactions;

    DescribeTransactionsHandler(TransactionCoordinator transactions) {
        this.transactions = transactions;
    }

    @Override
    public void handle(DescribeTransactionsRequest request, Caller<DescribeTransactionsResponse> caller) {
        List<String> ids = request.transactionalIds();
        Gathering.of(
                ids,
                transactions::describe,
                (List<TransactionDescription> all) -> caller.reply(new DescribeTransactionsResponse()
                        .transactionStates(all.stream()
                                .map(DescribeTransactionsHandler::state)
                                .toList())));
    }

    private static TransactionState state(TransactionDescription description) {
        var state = new TransactionState()
                .transactionalId(description.transactionalId())
                .errorCode(description.error().code());
        Transaction transaction = description.transaction();
        return transaction == null
                ? state
                : state.transactionState(transaction.state().wireName())
                        .transactionTimeoutMs(transaction.timeoutMs())
                        .transactionStartTimeMs(transaction.startedMs())
                        .producerId(transaction.producer().id())
                        .producerEpoch(transaction.producer().epoch())
                        .topics(topics(transaction));
    }

    private static List<TopicData> topics(Transaction transaction) {
        List<TopicData> topics = new ArrayList<>();
        transaction
                .partitionsByTopic()
                .forEach((topic, partitions) ->
                        topics.add(new TopicData().topic(topic).partitions(partitions)));
        return topics;
    }

    @Override
    public DescribeTransactionsResponse failed(DescribeTransactionsRequest request, ErrorCode error) {
        return new DescribeTransactionsResponse()
                .transactionStates(request.transactionalIds().stream()
                        .map(id -> state(TransactionDescription.failed(id, error)))
                        .toList());
    }
}
