package io.milena.server.coordinator;

import java.util.Map;

/**
 * Settings of the coordinators.
 *
 * @param groups of groups
 * @param transactions of transactions
 */
public record CoordinatorConfig(GroupSettings groups, TransactionSettings transactions) {

    /** Reads the broker's settings. */
    public static CoordinatorConfig from(Map<String, String> properties) {
        return new CoordinatorConfig(GroupSettings.from(properties), TransactionSettings.from(properties));
    }
}
