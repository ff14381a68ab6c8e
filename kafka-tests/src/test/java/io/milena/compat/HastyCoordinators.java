package io.milena.compat;

import java.util.Map;

/**
 * Settings of a broker whose coordinators wait for little: groups rebalance at once and take short session time-outs,
 * and transactions that nobody ends are aborted soon. Few shards, so that a start loads them fast.
 */
final class HastyCoordinators {

    static final Map<String, String> SETTINGS = Map.of(
            "group.initial.rebalance.delay.ms", "0",
            "group.min.session.timeout.ms", "1000",
            "offsets.topic.num.partitions", "3",
            "transaction.state.log.num.partitions", "3",
            "transaction.abort.timed.out.transaction.cleanup.interval.ms", "500");

    private HastyCoordinators() {}
}
