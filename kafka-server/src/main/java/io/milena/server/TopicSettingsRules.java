package io.milena.server;

import io.milena.common.config.ConfigException;
import io.milena.server.controller.TopicSettings;
import io.milena.server.partition.TopicConfigs;
import io.milena.server.settings.DynamicConfigs;
import io.milena.server.settings.TopicConfigRules;
import io.milena.storage.LogConfig;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What the rooms ask about the settings of topics, answered from the broker's defaults and the topics' own.
 * Thread-safe.
 */
final class TopicSettingsRules implements TopicSettings, TopicConfigs {

    /** Different settings of topics that are kept as they were read. */
    private static final int MOST_READ = 1_000;

    private static final String UNCLEAN_ELECTION = "unclean.leader.election.enable";

    private final TopicConfigRules rules;
    private final Map<String, String> defaults;
    private final DynamicConfigs topics;
    /** By what topics have of their own, mostly nothing: a start asks for the settings of every partition. */
    private final Map<Map<String, String>, LogConfig> read = new ConcurrentHashMap<>();

    /** {@code defaults} are settings of topics that the broker's settings give. */
    TopicSettingsRules(TopicConfigRules rules, Map<String, String> defaults, DynamicConfigs topics) {
        this.rules = rules;
        this.defaults = defaults;
        this.topics = topics;
    }

    @Override
    public LogConfig of(String topic) {
        Map<String, String> overrides = topics.overrides(topic);
        LogConfig config = read.get(overrides);
        return config == null ? read(overrides) : config;
    }

    private LogConfig read(Map<String, String> overrides) {
        LogConfig config = LogConfig.from(defaults, overrides);
        if (read.size() >= MOST_READ) {
            read.clear();
        }
        read.put(Map.copyOf(overrides), config);
        return config;
    }

    @Override
    public Optional<String> objection(Map<String, @Nullable String> configs) {
        Map<String, String> overrides = new TreeMap<>();
        for (Map.Entry<String, @Nullable String> config : configs.entrySet()) {
            String value = config.getValue();
            if (value == null) {
                return Optional.of("Null value not supported for topic configs: " + config.getKey());
            }
            overrides.put(config.getKey(), value);
        }
        try {
            check(overrides);
            return Optional.empty();
        } catch (ConfigException e) {
            return Optional.ofNullable(e.getMessage());
        }
    }

    /**
     * Checks settings of a topic by themselves and together.
     *
     * @throws ConfigException if they are not allowed
     */
    void check(Map<String, String> overrides) {
        rules.check(overrides);
        LogConfig.from(defaults, overrides);
    }

    @Override
    public boolean allowsUncleanElection(String topic) {
        String byDefault = defaults.getOrDefault(UNCLEAN_ELECTION, "false");
        return Boolean.parseBoolean(topics.overrides(topic).getOrDefault(UNCLEAN_ELECTION, byDefault));
    }
}
