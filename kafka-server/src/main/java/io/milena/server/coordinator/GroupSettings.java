package io.milena.server.coordinator;

import io.milena.common.config.ConfigKey;
import io.milena.record.compression.Codec;
import io.milena.record.compression.Compression;
import io.milena.server.coordinator.group.GroupConfig;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * Settings of the coordinator of groups.
 *
 * @param groups what members and offsets may do
 * @param topic how {@code __consumer_offsets} is made
 * @param terms how its shards write and load
 * @param threads {@code group.coordinator.threads}: lanes that the shards share
 */
public record GroupSettings(GroupConfig groups, CoordinatorTopic topic, ShardTerms terms, int threads) {

    private static final int NO_COMPRESSION = 0;
    private static final int HIGHEST_CODEC = 4;

    static final ConfigKey<Integer> PARTITIONS = ConfigKey.intKey(
            "offsets.topic.num.partitions",
            50,
            1,
            Integer.MAX_VALUE,
            "Partitions of `__consumer_offsets` when it is created; not to be changed afterwards.");
    static final ConfigKey<Integer> REPLICATION_FACTOR = ConfigKey.intKey(
            "offsets.topic.replication.factor",
            3,
            1,
            Short.MAX_VALUE,
            "Copies of `__consumer_offsets` when it is created. With fewer brokers alive it is not, and no group"
                    + " works.");
    static final ConfigKey<Integer> SEGMENT_BYTES = ConfigKey.intKey(
            "offsets.topic.segment.bytes",
            100 << 20,
            1,
            Integer.MAX_VALUE,
            "Size of the segments of `__consumer_offsets`: small ones are compacted, and so loaded, sooner.");
    static final ConfigKey<Integer> COMPRESSION = ConfigKey.intKey(
            "offsets.topic.compression.codec",
            NO_COMPRESSION,
            NO_COMPRESSION,
            HIGHEST_CODEC,
            "Codec of what is written to `__consumer_offsets`: 0 none, 1 gzip, 2 snappy, 3 lz4, 4 zstd.");
    static final ConfigKey<Integer> COMMIT_TIMEOUT_MS = ConfigKey.intKey(
            "offsets.commit.timeout.ms",
            5_000,
            1,
            Integer.MAX_VALUE,
            "Longest time in milliseconds that a commit of offsets waits for the in-sync replicas.");
    static final ConfigKey<Integer> LOAD_BUFFER_BYTES = ConfigKey.intKey(
            "offsets.load.buffer.size",
            5 << 20,
            1,
            Integer.MAX_VALUE,
            "How many bytes of `__consumer_offsets` are read at once when groups are loaded.");
    static final ConfigKey<Integer> THREADS =
            ConfigKey.intKey("group.coordinator.threads", 1, 1, Integer.MAX_VALUE, "Threads that coordinate groups.");

    /** Reads the broker's settings. */
    public static GroupSettings from(Map<String, String> properties) {
        var settings = new TreeMap<String, String>();
        settings.put("cleanup.policy", "compact");
        settings.put("compression.type", "producer");
        settings.put("segment.bytes", SEGMENT_BYTES.read(properties).toString());
        return new GroupSettings(
                GroupConfig.from(properties),
                new CoordinatorTopic(
                        CoordinatorKind.GROUPS.topic(),
                        PARTITIONS.read(properties),
                        REPLICATION_FACTOR.read(properties),
                        settings),
                new ShardTerms(
                        Duration.ofMillis(COMMIT_TIMEOUT_MS.read(properties)),
                        LOAD_BUFFER_BYTES.read(properties),
                        Compression.of(Codec.of(COMPRESSION.read(properties)))),
                THREADS.read(properties));
    }
}
