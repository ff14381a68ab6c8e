package io.milena.compat;

import io.milena.protocol.ApiKey;
import io.milena.testkit.WireClient;
import io.milena.testkit.WireTopic;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Something that a client does to a topic, to see what the meters make of it. Immutable.
 *
 * @param name what it is, in words
 * @param api whose requests are watched
 * @param configs settings of the topic, which has one partition
 * @param before what happens to the topic first, unwatched
 * @param action what is watched; it may leave the connection closed
 */
record MeteredCase(
        String name, ApiKey api, Map<String, String> configs, Consumer<WireTopic> before, Consumer<Stage> action) {

    /** A connection, and the topic of the case. */
    record Stage(WireClient client, WireTopic topic) {}

    static MeteredCase of(ApiKey api, String name, Consumer<Stage> action) {
        return new MeteredCase(name, api, Map.of(), topic -> {}, action);
    }

    MeteredCase with(Map<String, String> settings) {
        return new MeteredCase(name, api, settings, before, action);
    }

    MeteredCase after(Consumer<WireTopic> preparation) {
        return new MeteredCase(name, api, configs, preparation, action);
    }

    @Override
    public String toString() {
        return api.apiName() + ": " + name;
    }
}
