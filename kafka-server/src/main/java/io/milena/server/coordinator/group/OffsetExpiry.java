package io.milena.server.coordinator.group;

import io.milena.common.TopicPartition;
import io.milena.server.coordinator.group.OffsetTable.Kept;
import io.milena.server.coordinator.state.Timers;
import io.milena.server.coordinator.state.Turn;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Ends offsets whose time is over, and groups that are nothing without them (KIP-211). The time of an offset runs
 *
 * <pre>
 *   in a group that lost its members      from then on, or from its commit if that came later
 *   in a group that never had any         from its commit
 *   in a stable group of consumers        from its commit, for topics that no member reads
 *   in any other group                    not
 *   that has an end of its own            until then, in these groups
 * </pre>
 *
 * <p>One about which a transaction is open stays. Confined to the shard's thread.
 */
final class OffsetExpiry implements Sweep.Judge {

    private final GroupConfig config;
    private final GroupTable groups;
    private final GroupEnds ends;
    private final Timers<GroupRecord> timers;
    private final GroupFigures figures;

    OffsetExpiry(
            GroupConfig config, GroupTable groups, GroupEnds ends, Timers<GroupRecord> timers, GroupFigures figures) {
        this.config = config;
        this.groups = groups;
        this.ends = ends;
        this.timers = timers;
        this.figures = figures;
    }

    private enum TimerKey {
        NEXT_LOOK
    }

    /** Looks at all groups every now and then, from now on. */
    void begin() {
        timers.set(TimerKey.NEXT_LOOK, config.retentionCheckMs(), this::look);
    }

    private void look(Turn<GroupRecord> turn) {
        new Sweep(groups.all(), ends, timers, this, done -> begin()).goOn(turn);
    }

    @Override
    public void ended(ClassicGroup group, int offsets, Turn<GroupRecord> turn) {
        figures.offsetsExpired(offsets);
        ends.endIfNothing(group, turn);
    }

    @Override
    public Predicate<TopicPartition> over(ClassicGroup group, long nowMs) {
        return switch (group.state()) {
            case EMPTY ->
                over(group, Set.of(), group.protocolType() == null ? StoredGroup.UNTOLD : group.sinceMs(), nowMs);
            case STABLE -> overOfStable(group, nowMs);
            case PREPARING_REBALANCE, COMPLETING_REBALANCE, DEAD -> partition -> false;
        };
    }

    private Predicate<TopicPartition> overOfStable(ClassicGroup group, long nowMs) {
        Set<String> subscribed = group.subscribedTopics();
        return subscribed == null ? partition -> false : over(group, subscribed, StoredGroup.UNTOLD, nowMs);
    }

    private Predicate<TopicPartition> over(ClassicGroup group, Set<String> inUse, long sinceMs, long nowMs) {
        return partition -> {
            Kept kept = groups.offsets().get(group.id(), partition);
            return kept != null
                    && !inUse.contains(partition.topic())
                    && isOver(kept.committed(), sinceMs, nowMs)
                    && !groups.pending().has(group.id(), partition);
        };
    }

    private boolean isOver(CommittedOffset committed, long sinceMs, long nowMs) {
        if (committed.expireTimeMs() != CommittedOffset.NEVER_TOLD) {
            return nowMs >= committed.expireTimeMs();
        }
        return nowMs - Math.max(sinceMs, committed.commitTimeMs()) >= config.retentionMs();
    }
}
