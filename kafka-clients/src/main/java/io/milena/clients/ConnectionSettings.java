package io.milena.clients;

import io.milena.clients.MetadataSettings.MissingTopics;
import io.milena.clients.MetadataSettings.Recovery;
import io.milena.common.config.Setting;
import io.milena.common.config.SettingValues;
import io.milena.metrics.StatsWindow;
import io.milena.transport.SocketSettings;
import java.util.List;
import java.util.Locale;

/**
 * What a client's connections and its picture of the cluster are to be like. Immutable.
 *
 * @param clientId how the client calls itself; not empty where the program made a name
 * @param bootstrap addresses to begin with, at least one
 * @param dnsLookup how names become addresses
 * @param sockets what the system is asked for
 * @param setupTimeout how long making a connection may take: at first, and after failures in a row
 * @param reconnect how long to wait before a broker is tried again
 * @param retry how long to wait before something else is tried again
 * @param requestTimeoutMs how long an answer may take
 * @param maxIdleMs after which a connection that nothing goes over is closed; negative for never
 * @param metadata when a new picture is asked for
 * @param statsWindow over how much time metrics are told
 */
public record ConnectionSettings(
        String clientId,
        List<BrokerAddress> bootstrap,
        DnsLookup dnsLookup,
        SocketSettings sockets,
        Backoff setupTimeout,
        Backoff reconnect,
        Backoff retry,
        int requestTimeoutMs,
        long maxIdleMs,
        MetadataSettings metadata,
        StatsWindow statsWindow) {

    private static final String JMX_REPORTER = "JmxReporter";

    /**
     * Reads the settings that all clients have.
     *
     * @param clientId the user's, or one that the client has made for itself
     * @param maxTopicIdleMs see {@link MetadataSettings#maxIdleMs}
     * @throws io.milena.common.config.ConfigException naming key, value and what is allowed
     */
    public static ConnectionSettings from(
            SettingValues values, String clientId, long maxTopicIdleMs, MissingTopics missingTopics) {
        refuseWhatIsNotBuilt(values);
        return new ConnectionSettings(
                clientId,
                BrokerAddress.parseAll(values.get(CommonSettings.BOOTSTRAP_SERVERS)),
                DnsLookup.of(values.get(CommonSettings.CLIENT_DNS_LOOKUP)),
                new SocketSettings(values.get(CommonSettings.SEND_BUFFER), values.get(CommonSettings.RECEIVE_BUFFER)),
                positive(
                        values,
                        CommonSettings.SOCKET_CONNECTION_SETUP_TIMEOUT_MS,
                        CommonSettings.SOCKET_CONNECTION_SETUP_TIMEOUT_MAX_MS),
                reconnect(values),
                new Backoff(
                        values.get(CommonSettings.RETRY_BACKOFF_MS), values.get(CommonSettings.RETRY_BACKOFF_MAX_MS)),
                values.get(CommonSettings.REQUEST_TIMEOUT_MS),
                values.get(CommonSettings.CONNECTIONS_MAX_IDLE_MS),
                new MetadataSettings(
                        values.get(CommonSettings.METADATA_MAX_AGE_MS),
                        maxTopicIdleMs,
                        missingTopics,
                        Recovery.valueOf(values.get(CommonSettings.METADATA_RECOVERY_STRATEGY)
                                .toUpperCase(Locale.ROOT))),
                StatsWindow.ofMs(
                        values.get(CommonSettings.METRICS_NUM_SAMPLES),
                        values.get(CommonSettings.METRICS_SAMPLE_WINDOW_MS)));
    }

    /** A client that was told to be secured must not speak in the open. */
    private static void refuseWhatIsNotBuilt(SettingValues values) {
        String protocol = values.get(CommonSettings.SECURITY_PROTOCOL);
        if (!protocol.equalsIgnoreCase(CommonClientConfigs.DEFAULT_SECURITY_PROTOCOL)) {
            throw CommonSettings.SECURITY_PROTOCOL.refused(
                    protocol, "PLAINTEXT; TLS and SASL are not supported by the clients of this version");
        }
        String providers = values.find(CommonSettings.SECURITY_PROVIDERS);
        if (providers != null) {
            throw CommonSettings.SECURITY_PROVIDERS.refused(providers, "no value; not supported in this version");
        }
        for (String reporter : values.get(CommonSettings.METRIC_REPORTERS)) {
            if (!reporter.endsWith(JMX_REPORTER)) {
                throw CommonSettings.METRIC_REPORTERS.refused(
                        reporter, JMX_REPORTER + " or none; others are not supported in this version");
            }
        }
    }

    /** Whoever says how long to wait at first, and not at most, means always. */
    private static Backoff reconnect(SettingValues values) {
        long initialMs = values.get(CommonSettings.RECONNECT_BACKOFF_MS);
        boolean isConstant = values.isGiven(CommonSettings.RECONNECT_BACKOFF_MS)
                && !values.isGiven(CommonSettings.RECONNECT_BACKOFF_MAX_MS);
        return new Backoff(initialMs, isConstant ? initialMs : values.get(CommonSettings.RECONNECT_BACKOFF_MAX_MS));
    }

    private static Backoff positive(SettingValues values, Setting<Long> initial, Setting<Long> max) {
        return new Backoff(positive(values, initial), positive(values, max));
    }

    private static long positive(SettingValues values, Setting<Long> setting) {
        long value = values.get(setting);
        if (value < 0) {
            throw setting.refused(value, "0 or more");
        }
        return value;
    }
}
