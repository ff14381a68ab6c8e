package io.milena.server;

import io.milena.common.BrokerId;
import io.milena.common.config.ConfigException;
import io.milena.common.config.ConfigKey;
import io.milena.server.api.AdminServices;
import io.milena.server.api.DataConfig;
import io.milena.server.controller.ControllerConfig;
import io.milena.server.coordinator.CoordinatorConfig;
import io.milena.server.network.NetworkConfig;
import io.milena.server.settings.ConfigCatalogue;
import io.milena.storage.CleanerSettings;
import io.milena.storage.LogConfig;
import io.milena.storage.LogManagerConfig;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * All settings of a broker, read and checked. Rooms are given their parts of it, never the whole. Immutable.
 *
 * @param identity who it is
 * @param listeners where it listens and what it advertises
 * @param rooms the parts that rooms are given
 * @param topics what topics are like unless they say otherwise
 * @param source where all that comes from
 */
record BrokerConfig(Identity identity, ListenerSettings listeners, Rooms rooms, TopicDefaults topics, Source source) {

    private static final int NOT_SET = -1;

    static final ConfigKey<Integer> BROKER_ID = ConfigKey.intKey(
            "broker.id",
            NOT_SET,
            NOT_SET,
            Integer.MAX_VALUE,
            "Number of the broker, 0 or more, which no other in the cluster has; must be set.");
    static final ConfigKey<String> RACK =
            new ConfigKey<>("broker.rack", "", "Rack of the broker, for the placement of replicas.", text -> text);
    static final ConfigKey<String> PROTOCOL_VERSION = new ConfigKey<>(
            "inter.broker.protocol.version",
            "3.9",
            "Protocol version that brokers speak among themselves, 3.0 to 3.9.",
            text -> text);

    private static final String LOG_DIRS = "log.dirs";

    BrokerId brokerId() {
        return identity.brokerId();
    }

    /**
     * Reads and checks all settings.
     *
     * @throws ConfigException for the first that cannot be used, naming key, value and what is allowed
     */
    static BrokerConfig from(Map<String, String> given, Surroundings surroundings, ConfigCatalogue catalogue) {
        List<String> warnings = new SettingsCheck(catalogue, KeySupport.load()).check(given);
        requireSpokenProtocol(PROTOCOL_VERSION.read(given));
        Map<String, String> properties = new TreeMap<>(given);
        properties.computeIfPresent(LOG_DIRS, (key, dirs) -> resolved(dirs, surroundings.home()));
        properties.computeIfPresent("log.dir", (key, dir) -> resolved(dir, surroundings.home()));
        String rack = RACK.read(properties);
        var rooms = new Rooms(
                NetworkConfig.from(properties, surroundings.directMemoryBytes()),
                LogManagerConfig.from(properties, surroundings.directMemoryBytes()),
                CleanerSettings.from(properties),
                ZooKeeperSettings.from(properties, surroundings.home()),
                DataConfig.from(properties, surroundings.directMemoryBytes()),
                CoordinatorConfig.from(properties),
                WorkSettings.from(properties));
        requireApart(rooms);
        return new BrokerConfig(
                new Identity(brokerId(properties), rack.isEmpty() ? null : rack),
                ListenerSettings.from(properties, surroundings.hostName()),
                rooms,
                TopicDefaults.from(properties, catalogue),
                new Source(properties, warnings));
    }

    /** A foreign folder in a log directory would be taken for a partition, by the reference too. */
    private static void requireApart(Rooms rooms) {
        rooms.zookeeper().embedded().ifPresent(embedded -> {
            Path data = embedded.dataDir().toAbsolutePath().normalize();
            for (Path logs : rooms.storage().directories()) {
                if (data.startsWith(logs) || logs.startsWith(data)) {
                    throw new ConfigException(
                            ZooKeeperSettings.EMBEDDED_DATA_DIR.name(),
                            data.toString(),
                            "a folder that is neither inside " + logs + " nor around it");
                }
            }
        });
    }

    private static BrokerId brokerId(Map<String, String> properties) {
        int id = BROKER_ID.read(properties);
        if (id == NOT_SET) {
            throw new ConfigException(BROKER_ID.name(), "-1", "0 or more; this version generates no ids");
        }
        return new BrokerId(id);
    }

    private static String resolved(String directories, Path home) {
        return Arrays.stream(directories.split(","))
                .map(String::trim)
                .filter(dir -> !dir.isEmpty())
                .map(dir -> home.resolve(dir).normalize().toString())
                .collect(Collectors.joining(","));
    }

    private static void requireSpokenProtocol(String version) {
        if (!version.matches("3\\.[0-9](-IV[0-9])?")) {
            throw new ConfigException(
                    PROTOCOL_VERSION.name(),
                    version,
                    "3.0 to 3.9; with an older one, upgrade the cluster to 3.0 first");
        }
    }

    /**
     * Who the broker is.
     *
     * @param brokerId {@code broker.id}
     * @param rack {@code broker.rack}, if it is set
     */
    record Identity(BrokerId brokerId, @Nullable String rack) {}

    /**
     * The parts that rooms are given.
     *
     * @param network sockets, connections and the memory of requests
     * @param storage log directories
     * @param cleaning compaction
     * @param zookeeper where ZooKeeper is
     * @param data fetches, sessions and validation
     * @param coordinators groups and transactions
     * @param work threads and intervals
     */
    record Rooms(
            NetworkConfig network,
            LogManagerConfig storage,
            CleanerSettings cleaning,
            ZooKeeperSettings zookeeper,
            DataConfig data,
            CoordinatorConfig coordinators,
            WorkSettings work) {}

    /**
     * Where the settings come from.
     *
     * @param file the settings as they were given, folders resolved
     * @param warnings what the operator should hear about
     */
    record Source(Map<String, String> file, List<String> warnings) {

        Source {
            file = Map.copyOf(file);
            warnings = List.copyOf(warnings);
        }
    }

    /**
     * What a broker learns from its process rather than from its settings.
     *
     * @param home where relative folders begin
     * @param hostName asked for only where no listener names a host, for the name service may be slow
     * @param directMemoryBytes most bytes of buffers outside the heap
     */
    record Surroundings(Path home, Supplier<String> hostName, long directMemoryBytes) {}

    /**
     * What topics are like unless they say otherwise.
     *
     * @param logs settings of topics that the broker's settings give
     * @param partitions {@code num.partitions}
     * @param replicationFactor {@code default.replication.factor}
     * @param autoCreation {@code auto.create.topics.enable}
     * @param deletion {@code delete.topic.enable}
     */
    record TopicDefaults(
            Map<String, String> logs,
            int partitions,
            int replicationFactor,
            AdminServices.AutoCreation autoCreation,
            ControllerConfig.Deletion deletion) {

        static final ConfigKey<Integer> PARTITIONS = ConfigKey.intKey(
                "num.partitions",
                1,
                1,
                Integer.MAX_VALUE,
                "Partitions of a topic that is created without saying how many.");
        static final ConfigKey<Integer> REPLICATION_FACTOR = ConfigKey.intKey(
                "default.replication.factor",
                1,
                1,
                Short.MAX_VALUE,
                "Copies of a topic that is created without saying how many.");
        static final ConfigKey<Boolean> AUTO_CREATE = ConfigKey.booleanKey(
                "auto.create.topics.enable", true, "Whether a topic is created when a client first names it.");
        static final ConfigKey<Boolean> DELETABLE =
                ConfigKey.booleanKey("delete.topic.enable", true, "Whether topics may be deleted.");

        TopicDefaults {
            logs = Map.copyOf(logs);
        }

        private static TopicDefaults from(Map<String, String> properties, ConfigCatalogue catalogue) {
            Map<String, String> logs = catalogue.topicDefaults(properties);
            LogConfig.from(logs, Map.of());
            return new TopicDefaults(
                    logs,
                    PARTITIONS.read(properties),
                    REPLICATION_FACTOR.read(properties),
                    AUTO_CREATE.read(properties)
                            ? AdminServices.AutoCreation.ENABLED
                            : AdminServices.AutoCreation.DISABLED,
                    DELETABLE.read(properties)
                            ? ControllerConfig.Deletion.ENABLED
                            : ControllerConfig.Deletion.DISABLED);
        }
    }
}
