package io.milena.server.api;

import io.milena.server.controller.Controller;
import io.milena.server.metadata.ClusterView;
import io.milena.server.settings.ConfigDescriptions;
import io.milena.server.settings.DynamicConfigs;
import io.milena.server.settings.TopicConfigAdmin;
import io.milena.server.settings.TopicConfigRules;

/**
 * What the handlers of the admin APIs are given by the composition root.
 *
 * @param brokerId id of this broker
 * @param autoCreation {@code auto.create.topics.enable}
 * @param cluster what is known of the cluster
 * @param controller carries out what is wanted of topics
 * @param settings all that concerns settings
 */
public record AdminServices(
        int brokerId, AutoCreation autoCreation, ClusterView cluster, Controller controller, Settings settings) {

    /** Whether topics that clients name come into being by that. */
    public enum AutoCreation {
        ENABLED,
        DISABLED
    }

    /**
     * What the handlers of settings are given.
     *
     * @param topics settings of topics as they are
     * @param admin changes them
     * @param rules says which changes are allowed
     * @param descriptions says where values come from
     */
    public record Settings(
            DynamicConfigs topics, TopicConfigAdmin admin, TopicConfigRules rules, ConfigDescriptions descriptions) {}
}
