package io.milena.clients.consumer;

import io.milena.clients.Backoff;
import io.milena.clients.CommonSettings;
import io.milena.clients.MetadataSettings.MissingTopics;
import io.milena.clients.consumer.FetchSettings.Isolation;
import io.milena.clients.consumer.PollSettings.AutoCommit;
import io.milena.common.config.ConfigException;
import io.milena.common.config.SettingValues;
import io.milena.common.errors.InvalidConfigurationException;
import java.util.Locale;
import java.util.regex.Pattern;

/** Turns what the user gave into the settings of the parts of a consumer; refuses what does not go together. */
final class ConsumerSettingsReader {

    private static final String INSTANCE_IDS = "1 to 249 letters, digits, '.', '_' and '-', but neither '.' nor '..'";
    private static final Pattern INSTANCE_ID = Pattern.compile("(?!\\.{1,2}$)[a-zA-Z0-9._-]{1,249}");
    private static final long NANOS_PER_MS = 1_000_000L;

    private ConsumerSettingsReader() {}

    /** @throws InvalidConfigurationException for what a consumer without a group cannot do, and an id that is none */
    static void refuseContradictions(SettingValues values) {
        boolean commits =
                values.isGiven(ConsumerConfig.ENABLE_AUTO_COMMIT) && values.get(ConsumerConfig.ENABLE_AUTO_COMMIT);
        if (commits && values.find(ConsumerConfig.GROUP_ID) == null) {
            throw new InvalidConfigurationException(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG
                    + ": 'true' (expected: false for a consumer without group.id)");
        }
        String instance = values.find(ConsumerConfig.GROUP_INSTANCE_ID);
        if (instance != null && !INSTANCE_ID.matcher(instance).matches()) {
            throw new InvalidConfigurationException(
                    ConsumerConfig.GROUP_INSTANCE_ID_CONFIG + ": '" + instance + "' (expected: " + INSTANCE_IDS + ")");
        }
    }

    /** @throws ConfigException naming key, value and what is allowed */
    static ConsumerSettings read(SettingValues values) {
        refuseConsumerProtocol(values);
        return new ConsumerSettings(
                fetch(values),
                group(values),
                retries(values),
                poll(values),
                OffsetResetStrategy.valueOf(
                        values.get(ConsumerConfig.AUTO_OFFSET_RESET).toUpperCase(Locale.ROOT)),
                values.get(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS)
                        ? MissingTopics.MAY_BE_CREATED
                        : MissingTopics.STAY_MISSING);
    }

    private static void refuseConsumerProtocol(SettingValues values) {
        String protocol = values.get(ConsumerConfig.GROUP_PROTOCOL);
        if (!protocol.equalsIgnoreCase(ConsumerConfig.CLASSIC)) {
            throw new ConfigException(
                    ConsumerConfig.GROUP_PROTOCOL_CONFIG,
                    protocol,
                    "classic; the consumer protocol of KIP-848 is not supported in this version");
        }
    }

    private static FetchSettings fetch(SettingValues values) {
        boolean onlyCommitted = values.get(ConsumerConfig.ISOLATION_LEVEL).equals(ConsumerConfig.READ_COMMITTED);
        return new FetchSettings(
                values.get(ConsumerConfig.FETCH_MIN_BYTES),
                values.get(ConsumerConfig.FETCH_MAX_BYTES),
                values.get(ConsumerConfig.FETCH_MAX_WAIT_MS),
                values.get(ConsumerConfig.MAX_PARTITION_FETCH_BYTES),
                onlyCommitted ? Isolation.READ_COMMITTED : Isolation.READ_UNCOMMITTED,
                values.get(ConsumerConfig.CLIENT_RACK));
    }

    private static GroupSettings group(SettingValues values) {
        int session = values.get(ConsumerConfig.SESSION_TIMEOUT_MS);
        int heartbeat = values.get(ConsumerConfig.HEARTBEAT_INTERVAL_MS);
        String groupId = values.find(ConsumerConfig.GROUP_ID);
        if (groupId != null && heartbeat >= session) {
            throw new ConfigException(
                    ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG,
                    Integer.toString(heartbeat),
                    "less than session.timeout.ms, which is " + session);
        }
        return new GroupSettings(
                groupId == null || groupId.isEmpty() ? null : groupId,
                values.find(ConsumerConfig.GROUP_INSTANCE_ID),
                session,
                values.get(ConsumerConfig.MAX_POLL_INTERVAL_MS),
                heartbeat,
                values.get(ConsumerConfig.LEAVE_GROUP_ON_CLOSE));
    }

    private static RetrySettings retries(SettingValues values) {
        return new RetrySettings(
                new Backoff(
                        values.get(CommonSettings.RETRY_BACKOFF_MS), values.get(CommonSettings.RETRY_BACKOFF_MAX_MS)),
                values.get(CommonSettings.REQUEST_TIMEOUT_MS) * NANOS_PER_MS,
                values.get(ConsumerConfig.DEFAULT_API_TIMEOUT_MS) * NANOS_PER_MS,
                Math.min(values.get(CommonSettings.METADATA_MAX_AGE_MS), Integer.MAX_VALUE) * NANOS_PER_MS);
    }

    private static PollSettings poll(SettingValues values) {
        boolean hasGroup = values.find(ConsumerConfig.GROUP_ID) != null;
        boolean commits = values.get(ConsumerConfig.ENABLE_AUTO_COMMIT);
        return new PollSettings(
                values.get(ConsumerConfig.MAX_POLL_RECORDS),
                commits && hasGroup ? AutoCommit.ON : AutoCommit.OFF,
                values.get(ConsumerConfig.AUTO_COMMIT_INTERVAL_MS) * NANOS_PER_MS,
                values.get(ConsumerConfig.CHECK_CRCS),
                values.get(ConsumerConfig.EXCLUDE_INTERNAL_TOPICS));
    }
}
