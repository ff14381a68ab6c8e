package io.milena.server;

import io.milena.common.TopicPartition;
import io.milena.server.partition.LeadershipListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hears of leadership where no coordinator is interested in it. */
final class UncoordinatedLeadership implements LeadershipListener {

    private static final Logger log = LoggerFactory.getLogger(UncoordinatedLeadership.class);

    @Override
    public void leadershipTaken(TopicPartition partition, int leaderEpoch) {
        log.debug("leading {} in epoch {}", partition, leaderEpoch);
    }

    @Override
    public void leadershipLost(TopicPartition partition) {
        log.debug("leading {} no more", partition);
    }
}
