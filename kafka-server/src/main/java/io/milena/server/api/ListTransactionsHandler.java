package io.milena.server.api;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.messages.ListTransactionsRequest;
import io.milena.protocol.messages.ListTransactionsResponse;
import io.milena.protocol.messages.ListTransactionsResponse.TransactionState;
import io.milena.server.coordinator.TransactionCoordinator;
import io.milena.server.coordinator.transaction.TransactionFilter;
import io.milena.server.coordinator.transaction.TransactionListing;
import java.util.TreeSet;

/**
 * ListTransactions (key 66): the transactional ids that this broker coordinates (KIP-664).
 *
 * <pre>
 * v1  only those that run for some time (KIP-994)
 * </pre>
 */
final class ListTransactionsHandler implements ApiHandler<ListTransactionsRequest, ListTransactionsResponse> {

    private final TransactionCoordinator transactions;

    ListTransactionsHandler(TransactionCoordinator transactions) {
        this.transactions = transactions;
    }

    @Override
    public void handle(ListTransactionsRequest request, Caller<ListTransactionsResponse> caller) {
        var filter = new TransactionFilter(
                new TreeSet<>(request.stateFilters()),
                new TreeSet<>(request.producerIdFilters()),
                request.durationFilter());
        transactions.list(filter, listing -> caller.reply(response(filter, listing)));
    }

    private static ListTransactionsResponse response(TransactionFilter filter, TransactionListing listing) {
        return new ListTransactionsResponse()
                .errorCode(listing.error().code())
                .unknownStateFilters(filter.unknownStates())
                .transactionStates(listing.entries().stream()
                        .map(entry -> new TransactionState()
                                .transactionalId(entry.transactionalId())
                                .producerId(entry.producerId())
                                .transactionState(entry.state().wireName()))
                        .toList());
    }

    @Override
    public ListTransactionsResponse failed(ListTransactionsRequest request, ErrorCode error) {
        return new ListTransactionsResponse().errorCode(error.code());
    }
}
