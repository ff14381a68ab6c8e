package io.milena.server.coordinator.transaction;

import io.milena.common.config.ConfigKey;
import java.util.Map;

/**
 * Settings of the transaction coordinator. Immutable.
 *
 * @param maxTimeoutMs longest time that a producer may want its transactions to stay open
 * @param timeoutCheckMs time between two looks for transactions that are open for too long
 * @param idExpirationMs how long a transactional id without an open transaction is kept
 * @param expiryCheckMs time between two looks for transactional ids to forget
 */
public record TransactionConfig(int maxTimeoutMs, long timeoutCheckMs, long idExpirationMs, long expiryCheckMs) {

    static final ConfigKey<Integer> MAX_TIMEOUT_MS = ConfigKey.intKey(
            "transaction.max.timeout.ms",
            900_000,
            1,
            Integer.MAX_VALUE,
            "Longest transaction time-out that a producer may ask for, in milliseconds.");
    static final ConfigKey<Integer> TIMEOUT_CHECK_MS = ConfigKey.intKey(
            "transaction.abort.timed.out.transaction.cleanup.interval.ms",
            10_000,
            1,
            Integer.MAX_VALUE,
            "Milliseconds between two looks for transactions that are open for too long, to be aborted.");
    static final ConfigKey<Integer> ID_EXPIRATION_MS = ConfigKey.intKey(
            "transactional.id.expiration.ms",
            604_800_000,
            1,
            Integer.MAX_VALUE,
            "How many milliseconds a transactional id is kept without any change.");
    static final ConfigKey<Integer> EXPIRY_CHECK_MS = ConfigKey.intKey(
            "transaction.remove.expired.transaction.cleanup.interval.ms",
            3_600_000,
            1,
            Integer.MAX_VALUE,
            "Milliseconds between two looks for transactional ids to forget.");

    /** Reads the broker's settings. */
    public static TransactionConfig from(Map<String, String> properties) {
        return new TransactionConfig(
                MAX_TIMEOUT_MS.read(properties),
                TIMEOUT_CHECK_MS.read(properties),
                ID_EXPIRATION_MS.read(properties),
                EXPIRY_CHECK_MS.read(properties));
    }
}
