package io.milena.server.api;

import io.milena.protocol.ApiKey;

/** The lines of the table for the data path: writing, reading, finding offsets, and what clients ask before they begin. */
public final class DataApis {

    private DataApis() {}

    /** Adds the APIs of the data path to {@code table}. */
    public static void serve(ApiTable table, DataServices services) {
        table.serve(ApiKey.API_VERSIONS, 0, 4, new ApiVersionsHandler(table, services.finalizedFeaturesEpoch()))
                .serve(ApiKey.FIND_COORDINATOR, 0, 6, new FindCoordinatorHandler())
                .serve(ApiKey.INIT_PRODUCER_ID, 0, 5, new InitProducerIdHandler(services.producerIds()));
    }
}
