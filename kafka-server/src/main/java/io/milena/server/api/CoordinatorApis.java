package io.milena.server.api;

import io.milena.protocol.ApiKey;
import io.milena.server.coordinator.Coordinators;

/** The lines of the table for groups and transactions. */
public final class CoordinatorApis {

    private CoordinatorApis() {}

    /** Adds the APIs of the coordinators to {@code table}. */
    public static void serve(ApiTable table, Coordinators coordinators) {
        table.serve(ApiKey.FIND_COORDINATOR, 0, 6, new FindCoordinatorHandler(coordinators.topics()));
    }
}
