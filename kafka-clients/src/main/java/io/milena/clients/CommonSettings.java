package io.milena.clients;

import static io.milena.common.config.Importance.HIGH;
import static io.milena.common.config.Importance.LOW;
import static io.milena.common.config.Importance.MEDIUM;
import static io.milena.common.config.SettingType.BOOLEAN;
import static io.milena.common.config.SettingType.INT;
import static io.milena.common.config.SettingType.LIST;
import static io.milena.common.config.SettingType.LONG;
import static io.milena.common.config.SettingType.STRING;

import io.milena.common.config.Allowed;
import io.milena.common.config.Setting;
import io.milena.common.config.SettingTable;
import java.util.ArrayList;
import java.util.List;

/**
 * The settings that all clients have. A client puts its own behind them, and where its default is another, that too:
 *
 * <pre>
 * SettingTable table = CommonSettings.TABLE.with(List.of(
 *         CommonSettings.RECEIVE_BUFFER.withDefault(32_768), BATCH_SIZE, LINGER));
 * </pre>
 */
public final class CommonSettings {

    public static final Setting<List<String>> BOOTSTRAP_SERVERS = Setting.of(
            CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG,
            LIST,
            List.of(),
            HIGH,
            "Brokers to begin with, as host:port with commas between them; IPv6 addresses in brackets. All other"
                    + " brokers are learned from them.");
    public static final Setting<String> CLIENT_DNS_LOOKUP = Setting.of(
            CommonClientConfigs.CLIENT_DNS_LOOKUP_CONFIG,
            STRING,
            DnsLookup.USE_ALL_DNS_IPS.word(),
            Allowed.oneOf(DnsLookup.USE_ALL_DNS_IPS.word(), DnsLookup.RESOLVE_CANONICAL_BOOTSTRAP_SERVERS_ONLY.word()),
            MEDIUM,
            "Whether each address of a broker's name is tried in turn, or names of bootstrap.servers are first"
                    + " replaced by the canonical ones of all their addresses, and tried so.");
    public static final Setting<String> CLIENT_ID = Setting.of(
            CommonClientConfigs.CLIENT_ID_CONFIG,
            STRING,
            "",
            MEDIUM,
            "How the client calls itself to brokers, in logs and in metrics.");
    public static final Setting<Long> CONNECTIONS_MAX_IDLE_MS = Setting.of(
            CommonClientConfigs.CONNECTIONS_MAX_IDLE_MS_CONFIG,
            LONG,
            540_000L,
            MEDIUM,
            "Milliseconds after which a connection without any request is closed; negative for never.");
    public static final Setting<Integer> REQUEST_TIMEOUT_MS = Setting.of(
            CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG,
            INT,
            30_000,
            Allowed.atLeast(0),
            MEDIUM,
            "Milliseconds that a broker may take for an answer; then the connection is given up.");
    public static final Setting<Integer> RECEIVE_BUFFER = Setting.of(
            CommonClientConfigs.RECEIVE_BUFFER_CONFIG,
            INT,
            65_536,
            Allowed.atLeast(-1),
            MEDIUM,
            "Size of the receive buffer of a socket in bytes; -1 for the system's default.");
    public static final Setting<Integer> SEND_BUFFER = Setting.of(
            CommonClientConfigs.SEND_BUFFER_CONFIG,
            INT,
            131_072,
            Allowed.atLeast(-1),
            MEDIUM,
            "Size of the send buffer of a socket in bytes; -1 for the system's default.");
    public static final Setting<Long> RECONNECT_BACKOFF_MS = Setting.of(
            CommonClientConfigs.RECONNECT_BACKOFF_MS_CONFIG,
            LONG,
            50L,
            Allowed.atLeast(0),
            LOW,
            "Milliseconds after which a connection that failed is tried again for the first time.");
    public static final Setting<Long> RECONNECT_BACKOFF_MAX_MS = Setting.of(
            CommonClientConfigs.RECONNECT_BACKOFF_MAX_MS_CONFIG,
            LONG,
            1_000L,
            Allowed.atLeast(0),
            LOW,
            "Milliseconds between two attempts to connect to a broker at most; the time doubles with each, a fifth of"
                    + " it left to chance.");
    public static final Setting<Long> RETRY_BACKOFF_MS = Setting.of(
            CommonClientConfigs.RETRY_BACKOFF_MS_CONFIG,
            LONG,
            CommonClientConfigs.DEFAULT_RETRY_BACKOFF_MS,
            Allowed.atLeast(0),
            LOW,
            "Milliseconds after which a request that failed is sent again for the first time.");
    public static final Setting<Long> RETRY_BACKOFF_MAX_MS = Setting.of(
            CommonClientConfigs.RETRY_BACKOFF_MAX_MS_CONFIG,
            LONG,
            CommonClientConfigs.DEFAULT_RETRY_BACKOFF_MAX_MS,
            Allowed.atLeast(0),
            LOW,
            "Milliseconds between two attempts of a request at most; the time doubles with each, a fifth of it left to"
                    + " chance.");
    public static final Setting<Long> SOCKET_CONNECTION_SETUP_TIMEOUT_MS = Setting.of(
            CommonClientConfigs.SOCKET_CONNECTION_SETUP_TIMEOUT_MS_CONFIG,
            LONG,
            CommonClientConfigs.DEFAULT_SOCKET_CONNECTION_SETUP_TIMEOUT_MS,
            MEDIUM,
            "Milliseconds that making a connection may take at first.");
    public static final Setting<Long> SOCKET_CONNECTION_SETUP_TIMEOUT_MAX_MS = Setting.of(
            CommonClientConfigs.SOCKET_CONNECTION_SETUP_TIMEOUT_MAX_MS_CONFIG,
            LONG,
            CommonClientConfigs.DEFAULT_SOCKET_CONNECTION_SETUP_TIMEOUT_MAX_MS,
            MEDIUM,
            "Milliseconds that making a connection may take after it failed several times, by which the time doubles.");
    public static final Setting<Long> METADATA_MAX_AGE_MS = Setting.of(
            CommonClientConfigs.METADATA_MAX_AGE_CONFIG,
            LONG,
            300_000L,
            Allowed.atLeast(0),
            LOW,
            "Milliseconds after which brokers and leaders are asked for anew, though nothing seems to have changed.");
    public static final Setting<String> METADATA_RECOVERY_STRATEGY = Setting.of(
            CommonClientConfigs.METADATA_RECOVERY_STRATEGY_CONFIG,
            STRING,
            CommonClientConfigs.DEFAULT_METADATA_RECOVERY_STRATEGY,
            Allowed.oneOfAnyCase("REBOOTSTRAP", "NONE"),
            LOW,
            "What a client does when none of the brokers that it knows can be reached: go back to bootstrap.servers,"
                    + " or go on trying.");
    public static final Setting<Integer> METRICS_NUM_SAMPLES = Setting.of(
            CommonClientConfigs.METRICS_NUM_SAMPLES_CONFIG,
            INT,
            2,
            Allowed.atLeast(1),
            LOW,
            "Windows of time over which averages and rates are told.");
    public static final Setting<Long> METRICS_SAMPLE_WINDOW_MS = Setting.of(
            CommonClientConfigs.METRICS_SAMPLE_WINDOW_MS_CONFIG,
            LONG,
            30_000L,
            Allowed.atLeast(0),
            LOW,
            "Length of such a window in milliseconds.");
    public static final Setting<String> METRICS_RECORDING_LEVEL = Setting.of(
            CommonClientConfigs.METRICS_RECORDING_LEVEL_CONFIG,
            STRING,
            "INFO",
            Allowed.oneOf("INFO", "DEBUG", "TRACE"),
            LOW,
            "Without effect: all metrics are recorded.");
    public static final Setting<List<String>> METRIC_REPORTERS = Setting.of(
            CommonClientConfigs.METRIC_REPORTER_CLASSES_CONFIG,
            LIST,
            List.of(),
            LOW,
            "Has to be empty or JmxReporter: metrics are told over JMX and by metrics() only.");
    public static final Setting<Boolean> AUTO_INCLUDE_JMX_REPORTER = Setting.of(
            CommonClientConfigs.AUTO_INCLUDE_JMX_REPORTER_CONFIG,
            BOOLEAN,
            true,
            LOW,
            "Whether metrics are shown over JMX though metric.reporters does not say so.");
    public static final Setting<Boolean> ENABLE_METRICS_PUSH = Setting.of(
            CommonClientConfigs.ENABLE_METRICS_PUSH_CONFIG,
            BOOLEAN,
            true,
            LOW,
            "Without effect: no metrics are sent to brokers.");
    public static final Setting<String> SECURITY_PROTOCOL = Setting.of(
            CommonClientConfigs.SECURITY_PROTOCOL_CONFIG,
            STRING,
            CommonClientConfigs.DEFAULT_SECURITY_PROTOCOL,
            Allowed.oneOfAnyCase("SASL_SSL", "PLAINTEXT", "SSL", "SASL_PLAINTEXT"),
            MEDIUM,
            "How brokers are spoken to. Has to be PLAINTEXT: any other stops the start.");
    public static final Setting<String> SECURITY_PROVIDERS = Setting.of(
            CommonClientConfigs.SECURITY_PROVIDERS_CONFIG,
            STRING,
            null,
            LOW,
            "Classes that make security providers. Has to be null: any other stops the start.");

    /** All of these, with those of TLS and SASL. */
    public static final SettingTable TABLE = SettingTable.of(List.of(
                    BOOTSTRAP_SERVERS,
                    CLIENT_DNS_LOOKUP,
                    CLIENT_ID,
                    CONNECTIONS_MAX_IDLE_MS,
                    REQUEST_TIMEOUT_MS,
                    RECEIVE_BUFFER,
                    SEND_BUFFER,
                    RECONNECT_BACKOFF_MS,
                    RECONNECT_BACKOFF_MAX_MS,
                    RETRY_BACKOFF_MS,
                    RETRY_BACKOFF_MAX_MS,
                    SOCKET_CONNECTION_SETUP_TIMEOUT_MS,
                    SOCKET_CONNECTION_SETUP_TIMEOUT_MAX_MS,
                    METADATA_MAX_AGE_MS,
                    METADATA_RECOVERY_STRATEGY,
                    METRICS_NUM_SAMPLES,
                    METRICS_SAMPLE_WINDOW_MS,
                    METRICS_RECORDING_LEVEL,
                    METRIC_REPORTERS,
                    AUTO_INCLUDE_JMX_REPORTER,
                    ENABLE_METRICS_PUSH,
                    SECURITY_PROTOCOL,
                    SECURITY_PROVIDERS))
            .with(withNull(TlsSettings.ALL))
            .with(withNull(SaslSettings.ALL));

    private CommonSettings() {}

    /** As applications may have it that pass on what they have of TLS and SASL, and what they have not. */
    private static List<Setting<?>> withNull(List<Setting<?>> settings) {
        List<Setting<?>> all = new ArrayList<>();
        for (Setting<?> setting : settings) {
            all.add(setting.allowed().words().isEmpty() ? setting.nullable() : setting);
        }
        return all;
    }
}
