package io.milena.server.coordinator;

import io.milena.common.config.ConfigKey;
import io.milena.record.compression.Compression;
import io.milena.server.coordinator.transaction.TransactionConfig;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * Settings of the coordinator of transactions.
 *
 * @param transactions what producers may do
 * @param topic how {@code __transaction_state} is made
 * @param terms how its shards write and load
 * @param isVerified whether a transaction begins in a partition only if the coordinator knows that it takes part
 */
public record TransactionSettings(
        TransactionConfig transactions, CoordinatorTopic topic, ShardTerms terms, boolean isVerified) {

    static final ConfigKey<Integer> PARTITIONS = ConfigKey.intKey(
            "transaction.state.log.num.partitions",
            50,
            1,
            Integer.MAX_VALUE,
            "Partitions of `__transaction_state` when it is created; not to be changed afterwards.");
    static final ConfigKey<Integer> REPLICATION_FACTOR = ConfigKey.intKey(
            "transaction.state.log.replication.factor",
            3,
            1,
            Short.MAX_VALUE,
            "Copies of `__transaction_state` when it is created. With fewer brokers alive it is not, and no transaction"
                    + " works.");
    static final ConfigKey<Integer> MIN_IN_SYNC = ConfigKey.intKey(
            "transaction.state.log.min.isr",
            2,
            1,
            Integer.MAX_VALUE,
            "In-sync replicas that a write to `__transaction_state` needs, as the topic is created.");
    static final ConfigKey<Integer> SEGMENT_BYTES = ConfigKey.intKey(
            "transaction.state.log.segment.bytes",
            100 << 20,
            1,
            Integer.MAX_VALUE,
            "Size of the segments of `__transaction_state`: small ones are compacted, and so loaded, sooner.");
    static final ConfigKey<Integer> LOAD_BUFFER_BYTES = ConfigKey.intKey(
            "transaction.state.log.load.buffer.size",
            5 << 20,
            1,
            Integer.MAX_VALUE,
            "How many bytes of `__transaction_state` are read at once when transactions are loaded.");
    static final ConfigKey<Integer> REQUEST_TIMEOUT_MS = ConfigKey.intKey(
            "request.timeout.ms",
            30_000,
            1,
            Integer.MAX_VALUE,
            "Longest time in milliseconds that a change of a transaction waits for the in-sync replicas.");

    static final ConfigKey<Boolean> VERIFICATION = ConfigKey.booleanKey(
            "transaction.partition.verification.enable",
            true,
            "Whether the coordinator is asked before a transaction begins in a partition, so that records that come too"
                    + " late begin none.");

    /** Reads the broker's settings. */
    public static TransactionSettings from(Map<String, String> properties) {
        var settings = new TreeMap<String, String>();
        settings.put("cleanup.policy", "compact");
        settings.put("compression.type", "uncompressed");
        settings.put("min.insync.replicas", MIN_IN_SYNC.read(properties).toString());
        settings.put("segment.bytes", SEGMENT_BYTES.read(properties).toString());
        settings.put("unclean.leader.election.enable", "false");
        return new TransactionSettings(
                TransactionConfig.from(properties),
                new CoordinatorTopic(
                        CoordinatorKind.TRANSACTIONS.topic(),
                        PARTITIONS.read(properties),
                        REPLICATION_FACTOR.read(properties),
                        settings),
                new ShardTerms(
                        Duration.ofMillis(REQUEST_TIMEOUT_MS.read(properties)),
                        LOAD_BUFFER_BYTES.read(properties),
                        Compression.NONE),
                VERIFICATION.read(properties));
    }
}
