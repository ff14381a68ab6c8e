package io.milena.storage;

import static io.milena.common.config.ConfigKey.booleanKey;
import static io.milena.common.config.ConfigKey.intKey;

import io.milena.common.config.ConfigKey;
import java.util.List;
import java.util.Map;

/**
 * Settings of a topic that its replicas act on; the log itself does not.
 *
 * @param minInSyncReplicas fewest in-sync replicas for a write with acks=all
 * @param uncleanElection whether a replica that is not in sync may lead
 * @param throttled replicas whose replication is throttled
 */
public record ReplicationConfig(int minInSyncReplicas, boolean uncleanElection, Throttled throttled) {

    /**
     * Replicas whose replication is throttled, as {@code partition:broker} with commas between, {@code *} for all.
     *
     * @param leaders on the side that sends
     * @param followers on the side that fetches
     */
    public record Throttled(String leaders, String followers) {}

    static final ConfigKey<Integer> MIN_INSYNC_REPLICAS = intKey(
            "min.insync.replicas", 1, 1, Integer.MAX_VALUE, "Fewest in-sync replicas for a write with acks=all.");
    static final ConfigKey<Boolean> UNCLEAN_ELECTION = booleanKey(
            "unclean.leader.election.enable", false, "Whether a replica that is not in sync may lead, at a loss.");
    static final ConfigKey<String> LEADER_THROTTLED = new ConfigKey<>(
            "leader.replication.throttled.replicas",
            "",
            "Replicas throttled where they lead: partition:broker with commas between, or *.",
            ReplicationConfig::parseReplicas);
    static final ConfigKey<String> FOLLOWER_THROTTLED = new ConfigKey<>(
            "follower.replication.throttled.replicas",
            "",
            "Replicas throttled where they follow: partition:broker with commas between, or *.",
            ReplicationConfig::parseReplicas);

    static final List<ConfigKey<?>> KEYS =
            List.of(MIN_INSYNC_REPLICAS, UNCLEAN_ELECTION, LEADER_THROTTLED, FOLLOWER_THROTTLED);

    static ReplicationConfig from(Map<String, String> properties) {
        return new ReplicationConfig(
                MIN_INSYNC_REPLICAS.read(properties),
                UNCLEAN_ELECTION.read(properties),
                new Throttled(LEADER_THROTTLED.read(properties), FOLLOWER_THROTTLED.read(properties)));
    }

    private static String parseReplicas(String text) {
        boolean legal = text.isEmpty() || text.equals("*") || text.matches("\\d+:\\d+(\\s*,\\s*\\d+:\\d+)*");
        if (!legal) {
            throw new IllegalArgumentException("partition:broker with commas between, or *");
        }
        return text;
    }
}
