package io.milena.clients.producer;

import io.milena.clients.CommonClientConfigs;
import io.milena.common.config.Setting;
import java.util.Set;
import java.util.TreeSet;

/** Keys of a producer's settings, as programs name them. What they mean, and their defaults, is in the documents. */
public final class ProducerConfig {

    public static final String BOOTSTRAP_SERVERS_CONFIG = CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG;
    public static final String CLIENT_DNS_LOOKUP_CONFIG = CommonClientConfigs.CLIENT_DNS_LOOKUP_CONFIG;
    public static final String METADATA_MAX_AGE_CONFIG = CommonClientConfigs.METADATA_MAX_AGE_CONFIG;
    public static final String METADATA_MAX_IDLE_CONFIG = "metadata.max.idle.ms";
    public static final String METADATA_RECOVERY_STRATEGY_CONFIG =
            CommonClientConfigs.METADATA_RECOVERY_STRATEGY_CONFIG;
    public static final String BATCH_SIZE_CONFIG = "batch.size";
    public static final String PARTITIONER_ADPATIVE_PARTITIONING_ENABLE_CONFIG =
            "partitioner.adaptive.partitioning.enable";
    public static final String PARTITIONER_AVAILABILITY_TIMEOUT_MS_CONFIG = "partitioner.availability.timeout.ms";
    public static final String PARTITIONER_IGNORE_KEYS_CONFIG = "partitioner.ignore.keys";
    public static final String ACKS_CONFIG = "acks";
    public static final String LINGER_MS_CONFIG = "linger.ms";
    public static final String REQUEST_TIMEOUT_MS_CONFIG = CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG;
    public static final String DELIVERY_TIMEOUT_MS_CONFIG = "delivery.timeout.ms";
    public static final String CLIENT_ID_CONFIG = CommonClientConfigs.CLIENT_ID_CONFIG;
    public static final String SEND_BUFFER_CONFIG = CommonClientConfigs.SEND_BUFFER_CONFIG;
    public static final String RECEIVE_BUFFER_CONFIG = CommonClientConfigs.RECEIVE_BUFFER_CONFIG;
    public static final String MAX_REQUEST_SIZE_CONFIG = "max.request.size";
    public static final String RECONNECT_BACKOFF_MS_CONFIG = CommonClientConfigs.RECONNECT_BACKOFF_MS_CONFIG;
    public static final String RECONNECT_BACKOFF_MAX_MS_CONFIG = CommonClientConfigs.RECONNECT_BACKOFF_MAX_MS_CONFIG;
    public static final String MAX_BLOCK_MS_CONFIG = "max.block.ms";
    public static final String BUFFER_MEMORY_CONFIG = "buffer.memory";
    public static final String RETRY_BACKOFF_MS_CONFIG = CommonClientConfigs.RETRY_BACKOFF_MS_CONFIG;
    public static final String RETRY_BACKOFF_MAX_MS_CONFIG = CommonClientConfigs.RETRY_BACKOFF_MAX_MS_CONFIG;
    public static final String ENABLE_METRICS_PUSH_CONFIG = CommonClientConfigs.ENABLE_METRICS_PUSH_CONFIG;
    public static final String COMPRESSION_TYPE_CONFIG = "compression.type";
    public static final String COMPRESSION_GZIP_LEVEL_CONFIG = "compression.gzip.level";
    public static final String COMPRESSION_LZ4_LEVEL_CONFIG = "compression.lz4.level";
    public static final String COMPRESSION_ZSTD_LEVEL_CONFIG = "compression.zstd.level";
    public static final String METRICS_SAMPLE_WINDOW_MS_CONFIG = CommonClientConfigs.METRICS_SAMPLE_WINDOW_MS_CONFIG;
    public static final String METRICS_NUM_SAMPLES_CONFIG = CommonClientConfigs.METRICS_NUM_SAMPLES_CONFIG;
    public static final String METRICS_RECORDING_LEVEL_CONFIG = CommonClientConfigs.METRICS_RECORDING_LEVEL_CONFIG;
    public static final String METRIC_REPORTER_CLASSES_CONFIG = CommonClientConfigs.METRIC_REPORTER_CLASSES_CONFIG;
    public static final String AUTO_INCLUDE_JMX_REPORTER_CONFIG = CommonClientConfigs.AUTO_INCLUDE_JMX_REPORTER_CONFIG;
    public static final String MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION = "max.in.flight.requests.per.connection";
    public static final String RETRIES_CONFIG = CommonClientConfigs.RETRIES_CONFIG;
    public static final String KEY_SERIALIZER_CLASS_CONFIG = "key.serializer";
    public static final String VALUE_SERIALIZER_CLASS_CONFIG = "value.serializer";
    public static final String SOCKET_CONNECTION_SETUP_TIMEOUT_MS_CONFIG =
            CommonClientConfigs.SOCKET_CONNECTION_SETUP_TIMEOUT_MS_CONFIG;
    public static final String SOCKET_CONNECTION_SETUP_TIMEOUT_MAX_MS_CONFIG =
            CommonClientConfigs.SOCKET_CONNECTION_SETUP_TIMEOUT_MAX_MS_CONFIG;
    public static final String CONNECTIONS_MAX_IDLE_MS_CONFIG = CommonClientConfigs.CONNECTIONS_MAX_IDLE_MS_CONFIG;
    public static final String PARTITIONER_CLASS_CONFIG = "partitioner.class";
    public static final String INTERCEPTOR_CLASSES_CONFIG = "interceptor.classes";
    public static final String ENABLE_IDEMPOTENCE_CONFIG = "enable.idempotence";
    public static final String TRANSACTION_TIMEOUT_CONFIG = "transaction.timeout.ms";
    public static final String TRANSACTIONAL_ID_CONFIG = "transactional.id";
    public static final String SECURITY_PROVIDERS_CONFIG = CommonClientConfigs.SECURITY_PROVIDERS_CONFIG;

    private ProducerConfig() {}

    /** Every key that a producer knows, those of TLS and SASL included. */
    public static Set<String> configNames() {
        Set<String> names = new TreeSet<>();
        for (Setting<?> setting : ProducerSettings.TABLE.settings()) {
            names.add(setting.name());
        }
        return names;
    }
}
