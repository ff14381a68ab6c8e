package io.milena.admin;

import io.milena.common.KafkaFuture;
import io.milena.common.config.ConfigResource;
import java.util.Map;

/** What comes of {@link Admin#describeConfigs(java.util.Collection)}. Thread-safe. */
public final class DescribeConfigsResult {

    private final Map<ConfigResource, KafkaFuture<Config>> resources;

    DescribeConfigsResult(Map<ConfigResource, KafkaFuture<Config>> resources) {
        this.resources = resources;
    }

    public Map<ConfigResource, KafkaFuture<Config>> values() {
        return resources;
    }

    /** All by resource; fails if one could not be described. */
    public KafkaFuture<Map<ConfigResource, Config>> all() {
        return Futures.allByKey(resources);
    }
}
