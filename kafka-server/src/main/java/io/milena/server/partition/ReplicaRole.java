package io.milena.server.partition;

import java.util.EnumSet;
import java.util.Set;

/**
 * Where a replica of this broker stands.
 *
 * <pre>
 *             controller names us
 *   OFFLINE ------------------------> FOLLOWER &lt;------> LEADER
 *      ^                                 |                |
 *      +---------------------------------+----------------+
 *                     directory fails
 * </pre>
 */
enum ReplicaRole {
    OFFLINE,
    FOLLOWER,
    LEADER;

    Set<ReplicaRole> next() {
        return switch (this) {
            case OFFLINE -> EnumSet.of(FOLLOWER, LEADER);
            case FOLLOWER -> EnumSet.of(LEADER, OFFLINE);
            case LEADER -> EnumSet.of(FOLLOWER, OFFLINE);
        };
    }
}
