package io.milena.storage;

import static io.milena.common.config.ConfigKey.intKey;

import io.milena.common.config.ConfigKey;
import java.util.Map;

/**
 * How long logs remember a producer that sends nothing more.
 *
 * @param expirationMs it is forgotten when its last batch is this old, unless it has an open transaction
 * @param checkIntervalMs between two searches
 */
public record ProducerExpiryConfig(int expirationMs, int checkIntervalMs) {

    static final ConfigKey<Integer> EXPIRATION_MS = intKey(
            "producer.id.expiration.ms",
            86_400_000,
            1,
            Integer.MAX_VALUE,
            "Milliseconds after its last batch until a producer is forgotten; then it may send a batch twice.");
    static final ConfigKey<Integer> CHECK_INTERVAL_MS = intKey(
            "producer.id.expiration.check.interval.ms",
            600_000,
            1,
            Integer.MAX_VALUE,
            "Milliseconds between two searches for producers to forget.");

    /**
     * Reads the broker's settings.
     *
     * @throws io.milena.common.config.ConfigException naming key, value and what is allowed
     */
    static ProducerExpiryConfig from(Map<String, String> properties) {
        return new ProducerExpiryConfig(EXPIRATION_MS.read(properties), CHECK_INTERVAL_MS.read(properties));
    }
}
