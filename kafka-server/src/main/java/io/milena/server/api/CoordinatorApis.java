package io.milena.server.api;

import io.milena.protocol.ApiKey;
import io.milena.server.coordinator.Coordinators;
import io.milena.server.coordinator.ProducerIds;
import io.milena.server.coordinator.TransactionCoordinator;
import io.milena.server.metadata.ClusterView;

/** The lines of the table for finding coordinators, and for transactions; {@link GroupApis} has those for groups. */
public final class CoordinatorApis {

    private CoordinatorApis() {}

    /** Adds them to {@code table}. */
    public static void serve(
            ApiTable table,
            Coordinators coordinators,
            TransactionVerifier verifier,
            ProducerIds ids,
            ClusterView cluster) {
        TransactionCoordinator transactions = coordinators.transactions();
        table.serve(ApiKey.FIND_COORDINATOR, 0, 6, new FindCoordinatorHandler(coordinators.topics()))
                .serve(ApiKey.INIT_PRODUCER_ID, 0, 5, new InitProducerIdHandler(ids, transactions::initProducerId))
                .serve(ApiKey.ADD_PARTITIONS_TO_TXN, 0, 5, new AddPartitionsToTxnHandler(transactions, cluster))
                .serve(ApiKey.ADD_OFFSETS_TO_TXN, 0, 4, new AddOffsetsToTxnHandler(transactions, coordinators.topics()))
                .serve(ApiKey.END_TXN, 0, 4, new EndTxnHandler(transactions))
                .serve(
                        ApiKey.TXN_OFFSET_COMMIT,
                        0,
                        4,
                        new TxnOffsetCommitHandler(coordinators.groups(), verifier, cluster))
                .serve(ApiKey.WRITE_TXN_MARKERS, 0, 1, new WriteTxnMarkersHandler(coordinators.markers()))
                .serve(ApiKey.DESCRIBE_TRANSACTIONS, 0, 0, new DescribeTransactionsHandler(transactions))
                .serve(ApiKey.LIST_TRANSACTIONS, 0, 1, new ListTransactionsHandler(transactions));
    }
}
