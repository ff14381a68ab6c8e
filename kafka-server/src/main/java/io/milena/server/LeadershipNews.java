package io.milena.server;

import io.milena.common.TopicPartition;
import io.milena.server.partition.LeadershipListener;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the news of what this broker leads from the partitions, which are there first, to the coordinators, which are
 * made later and before there is any. Thread-safe.
 */
final class LeadershipNews implements LeadershipListener {

    private static final Logger log = LoggerFactory.getLogger(LeadershipNews.class);

    private volatile @Nullable LeadershipListener listener;

    /** From now on {@code interested} hears the news. */
    void to(LeadershipListener interested) {
        listener = interested;
    }

    @Override
    public void leadershipTaken(TopicPartition partition, int leaderEpoch) {
        log.debug("leading {} in epoch {}", partition, leaderEpoch);
        LeadershipListener interested = listener;
        if (interested != null) {
            interested.leadershipTaken(partition, leaderEpoch);
        }
    }

    @Override
    public void leadershipLost(TopicPartition partition) {
        log.debug("leading {} no more", partition);
        LeadershipListener interested = listener;
        if (interested != null) {
            interested.leadershipLost(partition);
        }
    }
}
