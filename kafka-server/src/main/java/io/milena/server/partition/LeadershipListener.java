package io.milena.server.partition;

import io.milena.common.TopicPartition;

/**
 * Hears which partitions this broker begins and ceases to lead. Called by whoever carries the controller's orders, in
 * their order; must not block.
 */
public interface LeadershipListener {

    /** This broker leads {@code partition} from now on, in this epoch. */
    void leadershipTaken(TopicPartition partition, int leaderEpoch);

    /** This broker does not lead {@code partition} any more. */
    void leadershipLost(TopicPartition partition);
}
