package io.milena.admin;

import io.milena.clients.CommonClientConfigs;
import io.milena.clients.CommonSettings;
import io.milena.common.config.Allowed;
import io.milena.common.config.Importance;
import io.milena.common.config.Setting;
import io.milena.common.config.SettingTable;
import io.milena.common.config.SettingType;
import io.milena.common.config.SettingValues;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Keys of the settings of an {@link Admin}, as programs name them. */
public final class AdminClientConfig {

    public static final String BOOTSTRAP_SERVERS_CONFIG = CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG;
    public static final String BOOTSTRAP_CONTROLLERS_CONFIG = "bootstrap.controllers";
    public static final String CLIENT_DNS_LOOKUP_CONFIG = CommonClientConfigs.CLIENT_DNS_LOOKUP_CONFIG;
    public static final String CLIENT_ID_CONFIG = CommonClientConfigs.CLIENT_ID_CONFIG;
    public static final String CONNECTIONS_MAX_IDLE_MS_CONFIG = CommonClientConfigs.CONNECTIONS_MAX_IDLE_MS_CONFIG;
    public static final String DEFAULT_API_TIMEOUT_MS_CONFIG = CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG;
    public static final String REQUEST_TIMEOUT_MS_CONFIG = CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG;
    public static final String RETRIES_CONFIG = CommonClientConfigs.RETRIES_CONFIG;
    public static final String RETRY_BACKOFF_MS_CONFIG = CommonClientConfigs.RETRY_BACKOFF_MS_CONFIG;
    public static final String RETRY_BACKOFF_MAX_MS_CONFIG = CommonClientConfigs.RETRY_BACKOFF_MAX_MS_CONFIG;
    public static final String RECONNECT_BACKOFF_MS_CONFIG = CommonClientConfigs.RECONNECT_BACKOFF_MS_CONFIG;
    public static final String RECONNECT_BACKOFF_MAX_MS_CONFIG = CommonClientConfigs.RECONNECT_BACKOFF_MAX_MS_CONFIG;
    public static final String METADATA_MAX_AGE_CONFIG = CommonClientConfigs.METADATA_MAX_AGE_CONFIG;
    public static final String METADATA_RECOVERY_STRATEGY_CONFIG =
            CommonClientConfigs.METADATA_RECOVERY_STRATEGY_CONFIG;
    public static final String SEND_BUFFER_CONFIG = CommonClientConfigs.SEND_BUFFER_CONFIG;
    public static final String RECEIVE_BUFFER_CONFIG = CommonClientConfigs.RECEIVE_BUFFER_CONFIG;
    public static final String SECURITY_PROTOCOL_CONFIG = CommonClientConfigs.SECURITY_PROTOCOL_CONFIG;
    public static final String ENABLE_METRICS_PUSH_CONFIG = CommonClientConfigs.ENABLE_METRICS_PUSH_CONFIG;
    public static final String METRICS_SAMPLE_WINDOW_MS_CONFIG = CommonClientConfigs.METRICS_SAMPLE_WINDOW_MS_CONFIG;
    public static final String METRICS_NUM_SAMPLES_CONFIG = CommonClientConfigs.METRICS_NUM_SAMPLES_CONFIG;
    public static final String METRICS_RECORDING_LEVEL_CONFIG = CommonClientConfigs.METRICS_RECORDING_LEVEL_CONFIG;
    public static final String METRIC_REPORTER_CLASSES_CONFIG = CommonClientConfigs.METRIC_REPORTER_CLASSES_CONFIG;
    public static final String AUTO_INCLUDE_JMX_REPORTER_CONFIG = CommonClientConfigs.AUTO_INCLUDE_JMX_REPORTER_CONFIG;
    public static final String SOCKET_CONNECTION_SETUP_TIMEOUT_MS_CONFIG =
            CommonClientConfigs.SOCKET_CONNECTION_SETUP_TIMEOUT_MS_CONFIG;
    public static final String SOCKET_CONNECTION_SETUP_TIMEOUT_MAX_MS_CONFIG =
            CommonClientConfigs.SOCKET_CONNECTION_SETUP_TIMEOUT_MAX_MS_CONFIG;
    public static final String SECURITY_PROVIDERS_CONFIG = CommonClientConfigs.SECURITY_PROVIDERS_CONFIG;

    static final Setting<Integer> DEFAULT_API_TIMEOUT_MS = Setting.of(
            DEFAULT_API_TIMEOUT_MS_CONFIG,
            SettingType.INT,
            60_000,
            Allowed.atLeast(0),
            Importance.MEDIUM,
            "Milliseconds from a call to its end, where the call does not say otherwise.");

    static final Setting<Integer> RETRIES = Setting.of(
            RETRIES_CONFIG,
            SettingType.INT,
            Integer.MAX_VALUE,
            Allowed.atLeast(0),
            Importance.LOW,
            "Further tries of a call after the first, at most; its time is over in any case.");

    static final Setting<List<String>> BOOTSTRAP_CONTROLLERS = Setting.of(
            BOOTSTRAP_CONTROLLERS_CONFIG,
            SettingType.LIST,
            List.of(),
            Importance.HIGH,
            "Has to be empty: controllers that are no brokers are not asked in this version.");

    private static final long MAX_IDLE_MS = 300_000;

    private static final SettingTable TABLE = CommonSettings.TABLE.with(List.of(
            CommonSettings.CLIENT_ID.neverNull(),
            CommonSettings.CONNECTIONS_MAX_IDLE_MS.withDefault(MAX_IDLE_MS),
            CommonSettings.METRIC_REPORTERS.nullable(),
            DEFAULT_API_TIMEOUT_MS,
            RETRIES,
            BOOTSTRAP_CONTROLLERS.nullable()));

    private AdminClientConfig() {}

    /** Every key that an admin client knows, those of TLS and SASL included. */
    public static Set<String> configNames() {
        Set<String> names = new TreeSet<>();
        TABLE.settings().forEach(setting -> names.add(setting.name()));
        return names;
    }

    /** @throws io.milena.common.config.ConfigException naming key, value and what is allowed */
    static SettingValues read(Map<?, ?> given) {
        SettingValues values = TABLE.read(given);
        List<String> controllers = values.get(BOOTSTRAP_CONTROLLERS);
        if (!controllers.isEmpty()) {
            throw BOOTSTRAP_CONTROLLERS.refused(controllers, "no value; not supported in this version");
        }
        return values;
    }
}
