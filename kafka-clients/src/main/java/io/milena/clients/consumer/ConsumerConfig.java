package io.milena.clients.consumer;

import static io.milena.common.config.Importance.HIGH;
import static io.milena.common.config.Importance.LOW;
import static io.milena.common.config.Importance.MEDIUM;
import static io.milena.common.config.SettingType.BOOLEAN;
import static io.milena.common.config.SettingType.CLASS;
import static io.milena.common.config.SettingType.CLASSES;
import static io.milena.common.config.SettingType.INT;
import static io.milena.common.config.SettingType.STRING;

import io.milena.clients.CommonClientConfigs;
import io.milena.clients.CommonSettings;
import io.milena.common.config.Allowed;
import io.milena.common.config.Setting;
import io.milena.common.config.SettingTable;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The settings of a consumer: their names, as applications know them, and what they mean. */
public final class ConsumerConfig {

    public static final String BOOTSTRAP_SERVERS_CONFIG = CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG;
    public static final String CLIENT_DNS_LOOKUP_CONFIG = CommonClientConfigs.CLIENT_DNS_LOOKUP_CONFIG;
    public static final String CLIENT_ID_CONFIG = CommonClientConfigs.CLIENT_ID_CONFIG;
    public static final String GROUP_ID_CONFIG = CommonClientConfigs.GROUP_ID_CONFIG;
    public static final String GROUP_INSTANCE_ID_CONFIG = CommonClientConfigs.GROUP_INSTANCE_ID_CONFIG;
    public static final String MAX_POLL_RECORDS_CONFIG = "max.poll.records";
    public static final String MAX_POLL_INTERVAL_MS_CONFIG = CommonClientConfigs.MAX_POLL_INTERVAL_MS_CONFIG;
    public static final String SESSION_TIMEOUT_MS_CONFIG = CommonClientConfigs.SESSION_TIMEOUT_MS_CONFIG;
    public static final String HEARTBEAT_INTERVAL_MS_CONFIG = CommonClientConfigs.HEARTBEAT_INTERVAL_MS_CONFIG;
    public static final String GROUP_PROTOCOL_CONFIG = "group.protocol";
    public static final String GROUP_REMOTE_ASSIGNOR_CONFIG = "group.remote.assignor";
    public static final String ENABLE_AUTO_COMMIT_CONFIG = "enable.auto.commit";
    public static final String AUTO_COMMIT_INTERVAL_MS_CONFIG = "auto.commit.interval.ms";
    public static final String PARTITION_ASSIGNMENT_STRATEGY_CONFIG = "partition.assignment.strategy";
    public static final String AUTO_OFFSET_RESET_CONFIG = "auto.offset.reset";
    public static final String FETCH_MIN_BYTES_CONFIG = "fetch.min.bytes";
    public static final String FETCH_MAX_BYTES_CONFIG = "fetch.max.bytes";
    public static final String FETCH_MAX_WAIT_MS_CONFIG = "fetch.max.wait.ms";
    public static final String MAX_PARTITION_FETCH_BYTES_CONFIG = "max.partition.fetch.bytes";
    public static final String CLIENT_RACK_CONFIG = CommonClientConfigs.CLIENT_RACK_CONFIG;
    public static final String METADATA_MAX_AGE_CONFIG = CommonClientConfigs.METADATA_MAX_AGE_CONFIG;
    public static final String SEND_BUFFER_CONFIG = CommonClientConfigs.SEND_BUFFER_CONFIG;
    public static final String RECEIVE_BUFFER_CONFIG = CommonClientConfigs.RECEIVE_BUFFER_CONFIG;
    public static final String RECONNECT_BACKOFF_MS_CONFIG = CommonClientConfigs.RECONNECT_BACKOFF_MS_CONFIG;
    public static final String RECONNECT_BACKOFF_MAX_MS_CONFIG = CommonClientConfigs.RECONNECT_BACKOFF_MAX_MS_CONFIG;
    public static final String RETRY_BACKOFF_MS_CONFIG = CommonClientConfigs.RETRY_BACKOFF_MS_CONFIG;
    public static final String RETRY_BACKOFF_MAX_MS_CONFIG = CommonClientConfigs.RETRY_BACKOFF_MAX_MS_CONFIG;
    public static final String REQUEST_TIMEOUT_MS_CONFIG = CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG;
    public static final String DEFAULT_API_TIMEOUT_MS_CONFIG = CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG;
    public static final String CONNECTIONS_MAX_IDLE_MS_CONFIG = CommonClientConfigs.CONNECTIONS_MAX_IDLE_MS_CONFIG;
    public static final String CHECK_CRCS_CONFIG = "check.crcs";
    public static final String KEY_DESERIALIZER_CLASS_CONFIG = "key.deserializer";
    public static final String VALUE_DESERIALIZER_CLASS_CONFIG = "value.deserializer";
    public static final String INTERCEPTOR_CLASSES_CONFIG = "interceptor.classes";
    public static final String EXCLUDE_INTERNAL_TOPICS_CONFIG = "exclude.internal.topics";
    public static final String ISOLATION_LEVEL_CONFIG = "isolation.level";
    public static final String ALLOW_AUTO_CREATE_TOPICS_CONFIG = "allow.auto.create.topics";
    public static final String SECURITY_PROTOCOL_CONFIG = CommonClientConfigs.SECURITY_PROTOCOL_CONFIG;
    public static final String SECURITY_PROVIDERS_CONFIG = CommonClientConfigs.SECURITY_PROVIDERS_CONFIG;
    public static final String SOCKET_CONNECTION_SETUP_TIMEOUT_MS_CONFIG =
            CommonClientConfigs.SOCKET_CONNECTION_SETUP_TIMEOUT_MS_CONFIG;
    public static final String SOCKET_CONNECTION_SETUP_TIMEOUT_MAX_MS_CONFIG =
            CommonClientConfigs.SOCKET_CONNECTION_SETUP_TIMEOUT_MAX_MS_CONFIG;
    public static final String ENABLE_METRICS_PUSH_CONFIG = CommonClientConfigs.ENABLE_METRICS_PUSH_CONFIG;
    public static final String METRICS_SAMPLE_WINDOW_MS_CONFIG = CommonClientConfigs.METRICS_SAMPLE_WINDOW_MS_CONFIG;
    public static final String METRICS_NUM_SAMPLES_CONFIG = CommonClientConfigs.METRICS_NUM_SAMPLES_CONFIG;
    public static final String METRICS_RECORDING_LEVEL_CONFIG = CommonClientConfigs.METRICS_RECORDING_LEVEL_CONFIG;
    public static final String METRIC_REPORTER_CLASSES_CONFIG = CommonClientConfigs.METRIC_REPORTER_CLASSES_CONFIG;

    static final String CLASSIC = "classic";
    static final String READ_COMMITTED = "read_committed";
    static final String READ_UNCOMMITTED = "read_uncommitted";

    static final Setting<String> GROUP_ID = Setting.of(
            GROUP_ID_CONFIG, STRING, null, HIGH, "The group that this consumer is a member of, and commits for.");
    static final Setting<String> GROUP_INSTANCE_ID = Setting.of(
            GROUP_INSTANCE_ID_CONFIG,
            STRING,
            null,
            Allowed.nonEmpty(),
            MEDIUM,
            "Makes the consumer a static member: one that comes back within session.timeout.ms under the same id"
                    + " gets its partitions back without a rebalance.");
    static final Setting<Integer> MAX_POLL_RECORDS = Setting.of(
            MAX_POLL_RECORDS_CONFIG, INT, 500, Allowed.atLeast(1), MEDIUM, "Most records that one poll returns.");
    static final Setting<Integer> MAX_POLL_INTERVAL_MS = Setting.of(
            MAX_POLL_INTERVAL_MS_CONFIG,
            INT,
            300_000,
            Allowed.atLeast(1),
            MEDIUM,
            "Milliseconds between two polls after which the consumer gives up its partitions to the other members.");
    static final Setting<Integer> SESSION_TIMEOUT_MS = Setting.of(
            SESSION_TIMEOUT_MS_CONFIG,
            INT,
            45_000,
            HIGH,
            "Milliseconds without a heartbeat after which the coordinator gives the member up.");
    static final Setting<Integer> HEARTBEAT_INTERVAL_MS = Setting.of(
            HEARTBEAT_INTERVAL_MS_CONFIG,
            INT,
            3_000,
            HIGH,
            "Milliseconds between two heartbeats; a third of session.timeout.ms or less.");
    static final Setting<String> GROUP_PROTOCOL = Setting.of(
            GROUP_PROTOCOL_CONFIG,
            STRING,
            CLASSIC,
            Allowed.oneOfAnyCase("CONSUMER", "CLASSIC"),
            HIGH,
            "How the group is coordinated. Has to be classic: consumer stops the start.");
    static final Setting<String> GROUP_REMOTE_ASSIGNOR = Setting.of(
            GROUP_REMOTE_ASSIGNOR_CONFIG, STRING, null, MEDIUM, "Without effect: for the consumer protocol only.");
    static final Setting<Boolean> ENABLE_AUTO_COMMIT = Setting.of(
            ENABLE_AUTO_COMMIT_CONFIG, BOOLEAN, true, MEDIUM, "Whether polls commit positions from time to time.");
    static final Setting<Integer> AUTO_COMMIT_INTERVAL_MS = Setting.of(
            AUTO_COMMIT_INTERVAL_MS_CONFIG,
            INT,
            5_000,
            Allowed.atLeast(0),
            LOW,
            "Milliseconds between two commits, if enable.auto.commit is true.");
    static final Setting<List<Class<?>>> PARTITION_ASSIGNMENT_STRATEGY = Setting.of(
            PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
            CLASSES,
            List.of(RangeAssignor.class, CooperativeStickyAssignor.class),
            MEDIUM,
            "Assignors that this member can work with, the best first; the group takes one that all its members have.");
    static final Setting<String> AUTO_OFFSET_RESET = Setting.of(
            AUTO_OFFSET_RESET_CONFIG,
            STRING,
            "latest",
            Allowed.oneOf("latest", "earliest", "none"),
            MEDIUM,
            "Where to begin in a partition without a committed offset, or whose offset is gone; none is an error.");
    static final Setting<Integer> FETCH_MIN_BYTES = Setting.of(
            FETCH_MIN_BYTES_CONFIG,
            INT,
            1,
            Allowed.atLeast(0),
            HIGH,
            "Bytes that a broker waits for before it answers, up to fetch.max.wait.ms.");
    static final Setting<Integer> FETCH_MAX_BYTES = Setting.of(
            FETCH_MAX_BYTES_CONFIG,
            INT,
            52_428_800,
            Allowed.atLeast(0),
            MEDIUM,
            "Most bytes of one answer, and of what is fetched ahead; a first batch that is larger comes all the same.");
    static final Setting<Integer> FETCH_MAX_WAIT_MS = Setting.of(
            FETCH_MAX_WAIT_MS_CONFIG,
            INT,
            500,
            Allowed.atLeast(0),
            LOW,
            "Milliseconds that a broker waits for fetch.min.bytes.");
    static final Setting<Integer> MAX_PARTITION_FETCH_BYTES = Setting.of(
            MAX_PARTITION_FETCH_BYTES_CONFIG,
            INT,
            1_048_576,
            Allowed.atLeast(0),
            HIGH,
            "Most bytes of one partition in one answer; a first batch that is larger comes all the same.");
    static final Setting<String> CLIENT_RACK = Setting.of(
            CLIENT_RACK_CONFIG,
            STRING,
            CommonClientConfigs.DEFAULT_CLIENT_RACK,
            LOW,
            "Where this consumer is: brokers with broker.rack may send it to a replica that is near.");
    static final Setting<Integer> DEFAULT_API_TIMEOUT_MS = Setting.of(
            DEFAULT_API_TIMEOUT_MS_CONFIG,
            INT,
            60_000,
            Allowed.atLeast(0),
            MEDIUM,
            "Milliseconds that calls without a time-out of their own may take.");
    static final Setting<Boolean> CHECK_CRCS =
            Setting.of(CHECK_CRCS_CONFIG, BOOLEAN, true, LOW, "Whether batches are held against their checksums.");
    static final Setting<Class<?>> KEY_DESERIALIZER =
            Setting.required(KEY_DESERIALIZER_CLASS_CONFIG, CLASS, HIGH, "The deserializer of keys.");
    static final Setting<Class<?>> VALUE_DESERIALIZER =
            Setting.required(VALUE_DESERIALIZER_CLASS_CONFIG, CLASS, HIGH, "The deserializer of values.");
    static final Setting<List<Class<?>>> INTERCEPTOR_CLASSES = Setting.of(
            INTERCEPTOR_CLASSES_CONFIG, CLASSES, List.of(), LOW, "Interceptors, in the order of their calls.");
    static final Setting<Boolean> EXCLUDE_INTERNAL_TOPICS = Setting.of(
            EXCLUDE_INTERNAL_TOPICS_CONFIG,
            BOOLEAN,
            true,
            MEDIUM,
            "Whether a pattern leaves out the cluster's own topics.");
    static final Setting<String> ISOLATION_LEVEL = Setting.of(
            ISOLATION_LEVEL_CONFIG,
            STRING,
            READ_UNCOMMITTED,
            Allowed.oneOf(READ_COMMITTED, READ_UNCOMMITTED),
            MEDIUM,
            "Whether records of transactions are read that are open or aborted.");
    static final Setting<Boolean> ALLOW_AUTO_CREATE_TOPICS = Setting.of(
            ALLOW_AUTO_CREATE_TOPICS_CONFIG,
            BOOLEAN,
            true,
            MEDIUM,
            "Whether a broker may create a topic that is subscribed to and does not exist.");
    static final Setting<Boolean> LEAVE_GROUP_ON_CLOSE =
            Setting.of("internal.leave.group.on.close", BOOLEAN, true, LOW, "Whether a consumer that closes says so.");
    static final Setting<Boolean> THROW_ON_UNSTABLE =
            Setting.of("internal.throw.on.fetch.stable.offset.unsupported", BOOLEAN, false, LOW, "Without effect.");

    static final SettingTable TABLE = CommonSettings.TABLE.with(List.of(
            GROUP_ID,
            GROUP_INSTANCE_ID,
            MAX_POLL_RECORDS,
            MAX_POLL_INTERVAL_MS,
            SESSION_TIMEOUT_MS,
            HEARTBEAT_INTERVAL_MS,
            GROUP_PROTOCOL,
            GROUP_REMOTE_ASSIGNOR,
            ENABLE_AUTO_COMMIT,
            AUTO_COMMIT_INTERVAL_MS,
            PARTITION_ASSIGNMENT_STRATEGY,
            AUTO_OFFSET_RESET,
            FETCH_MIN_BYTES,
            FETCH_MAX_BYTES,
            FETCH_MAX_WAIT_MS,
            MAX_PARTITION_FETCH_BYTES,
            CLIENT_RACK,
            DEFAULT_API_TIMEOUT_MS,
            CHECK_CRCS,
            KEY_DESERIALIZER,
            VALUE_DESERIALIZER,
            INTERCEPTOR_CLASSES,
            EXCLUDE_INTERNAL_TOPICS,
            ISOLATION_LEVEL,
            ALLOW_AUTO_CREATE_TOPICS,
            LEAVE_GROUP_ON_CLOSE,
            THROW_ON_UNSTABLE));

    private ConsumerConfig() {}

    /** The names of all settings. */
    public static Set<String> configNames() {
        Set<String> names = new TreeSet<>();
        TABLE.settings().forEach(setting -> names.add(setting.name()));
        return names;
    }
}
