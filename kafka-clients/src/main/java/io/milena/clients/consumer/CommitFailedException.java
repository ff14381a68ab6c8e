package io.milena.clients.consumer;

import io.milena.common.KafkaException;

/** This consumer is no longer a member of its group, so its offsets cannot be committed; others read on from before. */
public final class CommitFailedException extends KafkaException {

    private static final long serialVersionUID = 1L;

    public CommitFailedException() {
        this("the group gave the partitions to other members before the offsets were committed. The time between two"
                + " calls of poll was longer than max.poll.interval.ms, or heartbeats did not reach the coordinator"
                + " within session.timeout.ms: raise these, or take fewer records at once (max.poll.records)");
    }

    public CommitFailedException(String message) {
        super(message);
    }
}
