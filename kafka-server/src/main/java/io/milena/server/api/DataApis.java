package io.milena.server.api;

import io.milena.protocol.ApiKey;

/**
 * The lines of the table for the data path: writing, reading, finding offsets, deleting, and what clients ask before
 * they begin.
 */
public final class DataApis {

    private DataApis() {}

    /** Adds the APIs of the data path to {@code table}. */
    public static void serve(ApiTable table, DataServices services) {
        var holdings = new Holdings(services.partitions(), services.cluster());
        DataConfig config = services.config();
        var sessions = new FetchSessions(
                new FetchSessionTable(
                        config.maxFetchSessions(),
                        config.sessionEvictionMs(),
                        () -> 1 + services.randomness().nextInt(Integer.MAX_VALUE)),
                services.time(),
                services.registry());
        var conversions = new ConversionBudget(config.maxConvertedBytes());
        conversions.show(services.registry());
        var forOldClients = new OldFetch.Means(holdings, sessions, services.workers(), conversions, services.time());
        table.serve(ApiKey.PRODUCE, 0, 11, new ProduceHandler(holdings, config.validation(), services.verifier()))
                .serve(ApiKey.FETCH, 0, 17, new FetchHandler(holdings, sessions, config.fetchMaxBytes(), forOldClients))
                .serve(ApiKey.LIST_OFFSETS, 0, 9, new ListOffsetsHandler(holdings))
                .serve(ApiKey.DELETE_RECORDS, 0, 2, new DeleteRecordsHandler(holdings))
                .serve(ApiKey.API_VERSIONS, 0, 4, new ApiVersionsHandler(table, config.finalizedFeaturesEpoch()))
                .serve(ApiKey.DESCRIBE_PRODUCERS, 0, 0, new DescribeProducersHandler(holdings, services.workers()))
                .serve(ApiKey.OFFSET_FOR_LEADER_EPOCH, 0, 4, new OffsetForLeaderEpochHandler(holdings));
    }
}
