package io.milena.clients.producer;

import static io.milena.common.config.Importance.HIGH;
import static io.milena.common.config.Importance.LOW;
import static io.milena.common.config.Importance.MEDIUM;
import static io.milena.common.config.SettingType.BOOLEAN;
import static io.milena.common.config.SettingType.CLASS;
import static io.milena.common.config.SettingType.CLASSES;
import static io.milena.common.config.SettingType.INT;
import static io.milena.common.config.SettingType.LONG;
import static io.milena.common.config.SettingType.STRING;

import io.milena.clients.CommonSettings;
import io.milena.common.config.Allowed;
import io.milena.common.config.Setting;
import io.milena.common.config.SettingTable;
import io.milena.record.compression.Compression;
import java.util.List;

/** The settings of a producer: its own, and those of all clients with its defaults. */
final class ProducerSettings {

    static final Setting<String> ACKS = Setting.of(
            ProducerConfig.ACKS_CONFIG,
            STRING,
            "all",
            Allowed.oneOf("all", "-1", "0", "1"),
            LOW,
            "Who has to have a record before it counts as sent: all in-sync replicas (all or -1), the"
                    + " leader (1), nobody (0).");
    static final Setting<Integer> BATCH_SIZE = Setting.of(
            ProducerConfig.BATCH_SIZE_CONFIG,
            INT,
            16_384,
            Allowed.atLeast(0),
            MEDIUM,
            "Bytes that a batch is to take when it is sent, compressed if it is; records of one"
                    + " partition go together up to that.");
    static final Setting<Long> BUFFER_MEMORY = Setting.of(
            ProducerConfig.BUFFER_MEMORY_CONFIG,
            LONG,
            33_554_432L,
            Allowed.atLeast(0),
            HIGH,
            "Bytes for records that wait or are on their way; where they are used up, sending waits,"
                    + " see max.block.ms.");
    static final Setting<String> COMPRESSION_TYPE = Setting.of(
            ProducerConfig.COMPRESSION_TYPE_CONFIG,
            STRING,
            "none",
            Allowed.oneOf("none", "gzip", "snappy", "lz4", "zstd"),
            HIGH,
            "How batches are compressed.");
    static final Setting<Integer> COMPRESSION_GZIP_LEVEL = Setting.of(
            ProducerConfig.COMPRESSION_GZIP_LEVEL_CONFIG,
            INT,
            Compression.GZIP_DEFAULT_LEVEL,
            new Allowed<>("[1,...,9] or -1", level -> level == -1 || level >= 1 && level <= 9),
            MEDIUM,
            "How hard gzip tries.");
    static final Setting<Integer> COMPRESSION_LZ4_LEVEL = Setting.of(
            ProducerConfig.COMPRESSION_LZ4_LEVEL_CONFIG,
            INT,
            Compression.LZ4_DEFAULT_LEVEL,
            Allowed.between(1, 17),
            MEDIUM,
            "How hard lz4 tries.");
    static final Setting<Integer> COMPRESSION_ZSTD_LEVEL = Setting.of(
            ProducerConfig.COMPRESSION_ZSTD_LEVEL_CONFIG,
            INT,
            Compression.ZSTD_DEFAULT_LEVEL,
            Allowed.between(-131_072, 22),
            MEDIUM,
            "How hard zstd tries.");
    static final Setting<Integer> DELIVERY_TIMEOUT_MS = Setting.of(
            ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
            INT,
            120_000,
            Allowed.atLeast(0),
            MEDIUM,
            "Milliseconds after which a record that is not acknowledged has failed, retries included;"
                    + " at least linger.ms and request.timeout.ms together.");
    static final Setting<Boolean> ENABLE_IDEMPOTENCE = Setting.of(
            ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
            BOOLEAN,
            true,
            LOW,
            "Whether records are appended once and in order though they may be sent more than once."
                    + " Needs acks=all, retries, and at most 5 requests in flight.");
    static final Setting<List<Class<?>>> INTERCEPTOR_CLASSES = Setting.of(
            ProducerConfig.INTERCEPTOR_CLASSES_CONFIG,
            CLASSES,
            List.of(),
            LOW,
            "Classes that see and may change records before they are sent: ProducerInterceptor.");
    static final Setting<Long> LINGER_MS = Setting.of(
            ProducerConfig.LINGER_MS_CONFIG,
            LONG,
            0L,
            Allowed.atLeast(0),
            MEDIUM,
            "Milliseconds that a batch waits for more records, if it is not full before.");
    static final Setting<Long> MAX_BLOCK_MS = Setting.of(
            ProducerConfig.MAX_BLOCK_MS_CONFIG,
            LONG,
            60_000L,
            Allowed.atLeast(0),
            MEDIUM,
            "Milliseconds that sending waits for memory or for knowledge of a topic, and that calls"
                    + " about transactions wait.");
    static final Setting<Integer> MAX_IN_FLIGHT = Setting.of(
            ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION,
            INT,
            5,
            Allowed.atLeast(1),
            LOW,
            "Requests to one broker that may be without answer; with more than 1 and without"
                    + " idempotence a retry may change the order.");
    static final Setting<Integer> MAX_REQUEST_SIZE = Setting.of(
            ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
            INT,
            1_048_576,
            Allowed.atLeast(0),
            MEDIUM,
            "Bytes that a record may take before compression, and the batches of a request as they" + " are sent.");
    static final Setting<Long> METADATA_MAX_IDLE_MS = Setting.of(
            ProducerConfig.METADATA_MAX_IDLE_CONFIG,
            LONG,
            300_000L,
            Allowed.atLeast(5_000),
            LOW,
            "Milliseconds after which a topic that nothing is sent to is forgotten.");
    static final Setting<Boolean> ADAPTIVE = Setting.of(
            ProducerConfig.PARTITIONER_ADPATIVE_PARTITIONING_ENABLE_CONFIG,
            BOOLEAN,
            true,
            LOW,
            "Whether brokers that are slow get fewer of the records without a key.");
    static final Setting<Long> AVAILABILITY_TIMEOUT_MS = Setting.of(
            ProducerConfig.PARTITIONER_AVAILABILITY_TIMEOUT_MS_CONFIG,
            LONG,
            0L,
            Allowed.atLeast(0),
            LOW,
            "Milliseconds after which a broker that cannot be reached gets no records without a key;"
                    + " 0 for never.");
    static final Setting<Class<?>> PARTITIONER_CLASS = Setting.of(
            ProducerConfig.PARTITIONER_CLASS_CONFIG,
            CLASS,
            null,
            MEDIUM,
            "Class that chooses partitions: Partitioner. Without one, by the hash of the key, and by"
                    + " load without a key.");
    static final Setting<Boolean> IGNORE_KEYS = Setting.of(
            ProducerConfig.PARTITIONER_IGNORE_KEYS_CONFIG,
            BOOLEAN,
            false,
            MEDIUM,
            "Whether records with a key are spread like those without.");
    static final Setting<Integer> RETRIES = Setting.of(
            ProducerConfig.RETRIES_CONFIG,
            INT,
            Integer.MAX_VALUE,
            Allowed.between(0, Integer.MAX_VALUE),
            HIGH,
            "How often a record is sent again before it has failed; delivery.timeout.ms is the better" + " bound.");
    static final Setting<Integer> TRANSACTION_TIMEOUT_MS = Setting.of(
            ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
            INT,
            60_000,
            LOW,
            "Milliseconds after which the coordinator aborts a transaction that is not ended.");
    static final Setting<String> TRANSACTIONAL_ID = Setting.of(
            ProducerConfig.TRANSACTIONAL_ID_CONFIG,
            STRING,
            null,
            Allowed.nonEmpty(),
            LOW,
            "Name of the producer over restarts; makes it transactional, and one that has the same"
                    + " name and is older is fenced.");
    static final Setting<Class<?>> KEY_SERIALIZER = Setting.required(
            ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, CLASS, HIGH, "Class that makes bytes of keys: Serializer.");
    static final Setting<Class<?>> VALUE_SERIALIZER = Setting.required(
            ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, CLASS, HIGH, "Class that makes bytes of values: Serializer.");

    /** All of these. */
    static final SettingTable TABLE = CommonSettings.TABLE.with(List.of(
            CommonSettings.CLIENT_ID.neverNull(),
            CommonSettings.RECEIVE_BUFFER.withDefault(32_768),
            ACKS,
            BATCH_SIZE,
            BUFFER_MEMORY,
            COMPRESSION_TYPE,
            COMPRESSION_GZIP_LEVEL,
            COMPRESSION_LZ4_LEVEL,
            COMPRESSION_ZSTD_LEVEL,
            DELIVERY_TIMEOUT_MS,
            ENABLE_IDEMPOTENCE,
            INTERCEPTOR_CLASSES,
            LINGER_MS,
            MAX_BLOCK_MS,
            MAX_IN_FLIGHT,
            MAX_REQUEST_SIZE,
            METADATA_MAX_IDLE_MS,
            ADAPTIVE,
            AVAILABILITY_TIMEOUT_MS,
            PARTITIONER_CLASS,
            IGNORE_KEYS,
            RETRIES,
            TRANSACTION_TIMEOUT_MS,
            TRANSACTIONAL_ID,
            KEY_SERIALIZER,
            VALUE_SERIALIZER));

    private ProducerSettings() {}
}
