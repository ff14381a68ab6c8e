package io.milena.server.metadata;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A live broker. Immutable.
 *
 * @param id broker id
 * @param epoch broker epoch: the creation zxid of its registration, another one at each registration
 * @param endpoints where it is reached, by listener name
 * @param rack its rack, if it has one
 */
public record BrokerImage(
        int id,
        long epoch,
        SortedMap<String, EndpointImage> endpoints,
        @Nullable String rack) {

    public BrokerImage {
        endpoints = Collections.unmodifiableSortedMap(new TreeMap<>(endpoints));
    }

    /** Where {@code listenerName} is reached; null when this broker has no such listener. */
    public @Nullable EndpointImage endpoint(String listenerName) {
        return endpoints.get(listenerName);
    }
}
