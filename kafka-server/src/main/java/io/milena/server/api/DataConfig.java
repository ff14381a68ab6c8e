package io.milena.server.api;

import io.milena.common.config.ConfigKey;
import io.milena.record.RecordValidation;
import java.util.Locale;
import java.util.Map;

/**
 * Settings of the data path.
 *
 * @param fetchMaxBytes most bytes of one fetch response, but for a first batch that is larger
 * @param maxConvertedBytes most bytes of all answers that are converted for old clients and not sent so far
 * @param maxFetchSessions most fetch sessions
 * @param sessionEvictionMs how long a fetch session is safe from being evicted for its size or disuse
 * @param validation how deep batches of clients are checked
 * @param finalizedFeaturesEpoch version of the cluster's feature record; -1 below inter-broker protocol 2.7
 */
public record DataConfig(
        int fetchMaxBytes,
        long maxConvertedBytes,
        int maxFetchSessions,
        long sessionEvictionMs,
        RecordValidation validation,
        long finalizedFeaturesEpoch) {

    private static final int SMALLEST_FETCH = 1024;
    private static final long FEATURES_OF_AN_UNTOUCHED_CLUSTER = 0;

    static final ConfigKey<Integer> FETCH_MAX_BYTES = ConfigKey.intKey(
            "fetch.max.bytes", 55 << 20, SMALLEST_FETCH, Integer.MAX_VALUE, "Most bytes of one fetch response.");
    static final ConfigKey<Integer> MAX_FETCH_SESSIONS = ConfigKey.intKey(
            "max.incremental.fetch.session.cache.slots",
            1_000,
            0,
            Integer.MAX_VALUE,
            "Most fetch sessions at the same time.");
    static final ConfigKey<RecordValidation> VALIDATION = new ConfigKey<>(
            "log.record.validation",
            RecordValidation.FULL,
            "How deep batches of clients are checked: full, or header.",
            text -> RecordValidation.valueOf(text.toUpperCase(Locale.ROOT)));

    /** Part of the memory for buffers that converted answers may take. */
    private static final int SHARE_OF_MEMORY = 4;

    /** The reference has no setting for it (KIP-227). */
    private static final long SESSION_EVICTION_MS = 120_000;

    /**
     * Reads the broker's settings.
     *
     * @param memoryBytes how much memory there is for buffers, such as the JVM's limit of direct memory
     */
    public static DataConfig from(Map<String, String> properties, long memoryBytes) {
        return new DataConfig(
                FETCH_MAX_BYTES.read(properties),
                memoryBytes / SHARE_OF_MEMORY,
                MAX_FETCH_SESSIONS.read(properties),
                SESSION_EVICTION_MS,
                VALIDATION.read(properties),
                FEATURES_OF_AN_UNTOUCHED_CLUSTER);
    }
}
