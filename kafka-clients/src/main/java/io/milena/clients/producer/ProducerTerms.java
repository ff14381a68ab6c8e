package io.milena.clients.producer;

import io.milena.clients.Backoff;
import io.milena.clients.CommonSettings;
import io.milena.common.config.ConfigException;
import io.milena.common.config.SettingValues;
import io.milena.record.compression.Codec;
import io.milena.record.compression.Compression;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What a producer's settings come to, once they are found to go together. Immutable.
 *
 * @param batches how large batches become
 * @param sending how they are sent
 * @param partitioning how partitions are chosen without a partitioner of the application's own
 * @param bufferBytes {@code buffer.memory}
 * @param maxBlockNanos {@code max.block.ms}
 * @param transactionTimeoutMs {@code transaction.timeout.ms}
 */
record ProducerTerms(
        BatchRules batches,
        SenderRules sending,
        Partitioning partitioning,
        long bufferBytes,
        long maxBlockNanos,
        int transactionTimeoutMs) {

    /**
     * @param ignoresKeys whether records with a key are spread like those without
     * @param isAdaptive whether slow brokers get less
     * @param availabilityNanos after which a broker that cannot be reached gets nothing; 0 for never
     */
    record Partitioning(boolean ignoresKeys, boolean isAdaptive, long availabilityNanos) {}

    private static final int MOST_IN_FLIGHT_WITH_IDEMPOTENCE = Idempotence.MOST_OUT;

    /** @throws ConfigException if settings contradict idempotence, which is asked for, naming them */
    static void refuseContradictions(SettingValues values) {
        boolean idempotent = isIdempotent(values);
        String transactionalId = values.find(ProducerSettings.TRANSACTIONAL_ID);
        if (transactionalId != null && !idempotent) {
            throw ProducerSettings.TRANSACTIONAL_ID.refused(
                    transactionalId, "enable.idempotence=true, which transactions need");
        }
    }

    /**
     * @param values without contradictions
     * @throws ConfigException if they leave no time for a delivery
     */
    static ProducerTerms from(SettingValues values) {
        return new ProducerTerms(
                new BatchRules(
                        values.get(ProducerSettings.BATCH_SIZE),
                        values.get(ProducerSettings.MAX_REQUEST_SIZE),
                        compression(values)),
                sending(values),
                new Partitioning(
                        values.get(ProducerSettings.IGNORE_KEYS),
                        values.get(ProducerSettings.ADAPTIVE),
                        TimeUnit.MILLISECONDS.toNanos(values.get(ProducerSettings.AVAILABILITY_TIMEOUT_MS))),
                values.get(ProducerSettings.BUFFER_MEMORY),
                TimeUnit.MILLISECONDS.toNanos(values.get(ProducerSettings.MAX_BLOCK_MS)),
                values.get(ProducerSettings.TRANSACTION_TIMEOUT_MS));
    }

    private static SenderRules sending(SettingValues values) {
        return new SenderRules(
                acks(values),
                TimeUnit.MILLISECONDS.toNanos(values.get(ProducerSettings.LINGER_MS)),
                TimeUnit.MILLISECONDS.toNanos(deliveryMs(values)),
                values.get(CommonSettings.REQUEST_TIMEOUT_MS),
                values.get(ProducerSettings.RETRIES),
                new Backoff(
                        values.get(CommonSettings.RETRY_BACKOFF_MS), values.get(CommonSettings.RETRY_BACKOFF_MAX_MS)),
                values.get(ProducerSettings.MAX_IN_FLIGHT),
                values.get(ProducerSettings.MAX_REQUEST_SIZE),
                isIdempotent(values),
                values.find(ProducerSettings.TRANSACTIONAL_ID));
    }

    private static short acks(SettingValues values) {
        return switch (values.get(ProducerSettings.ACKS)) {
            case "0" -> SenderRules.ACKS_NONE;
            case "1" -> 1;
            default -> SenderRules.ACKS_ALL;
        };
    }

    /** A bound that the user did not give follows the others, one that was given has to hold them. */
    private static long deliveryMs(SettingValues values) {
        long deliveryMs = values.get(ProducerSettings.DELIVERY_TIMEOUT_MS);
        long leastMs = values.get(ProducerSettings.LINGER_MS) + (long) values.get(CommonSettings.REQUEST_TIMEOUT_MS);
        if (deliveryMs >= leastMs) {
            return deliveryMs;
        }
        if (values.isGiven(ProducerSettings.DELIVERY_TIMEOUT_MS)) {
            throw ProducerSettings.DELIVERY_TIMEOUT_MS.refused(
                    deliveryMs, "linger.ms and request.timeout.ms together, " + leastMs + ", or more");
        }
        return leastMs;
    }

    /** Idempotence that was not asked for gives way to settings that contradict it, and one that was does not. */
    private static boolean isIdempotent(SettingValues values) {
        if (!values.get(ProducerSettings.ENABLE_IDEMPOTENCE)) {
            return false;
        }
        String conflict = conflict(values);
        boolean wanted = values.isGiven(ProducerSettings.ENABLE_IDEMPOTENCE)
                || values.find(ProducerSettings.TRANSACTIONAL_ID) != null;
        if (conflict != null && wanted) {
            throw ProducerSettings.ENABLE_IDEMPOTENCE.refused(true, conflict);
        }
        return conflict == null;
    }

    private static @Nullable String conflict(SettingValues values) {
        if (acks(values) != SenderRules.ACKS_ALL) {
            return "acks=all with it";
        }
        if (values.get(ProducerSettings.RETRIES) == 0) {
            return "retries of 1 or more with it";
        }
        if (values.get(ProducerSettings.MAX_IN_FLIGHT) > MOST_IN_FLIGHT_WITH_IDEMPOTENCE) {
            return "max.in.flight.requests.per.connection of at most " + MOST_IN_FLIGHT_WITH_IDEMPOTENCE + " with it";
        }
        return null;
    }

    private static Compression compression(SettingValues values) {
        Codec codec = Codec.ofLabel(values.get(ProducerSettings.COMPRESSION_TYPE));
        return switch (codec) {
            case NONE, SNAPPY -> Compression.of(codec);
            case GZIP -> new Compression(codec, values.get(ProducerSettings.COMPRESSION_GZIP_LEVEL));
            case LZ4 -> new Compression(codec, values.get(ProducerSettings.COMPRESSION_LZ4_LEVEL));
            case ZSTD -> new Compression(codec, values.get(ProducerSettings.COMPRESSION_ZSTD_LEVEL));
        };
    }
}
