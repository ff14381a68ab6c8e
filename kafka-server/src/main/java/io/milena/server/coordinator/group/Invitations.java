package io.milena.server.coordinator.group;

import io.milena.server.coordinator.state.Timers;
import io.milena.server.coordinator.state.Turn;
import java.util.List;

/**
 * Newcomers that were told an id to join with (KIP-394). A group that rebalances waits for them, and they have their
 * session time-out to come. So clients that ask and go away again leave nothing behind, in the group or of it.
 *
 * <p>Confined to the shard's thread.
 */
final class Invitations {

    /** Most that a group keeps; the one that waits for the longest time makes room for a new one. */
    static final int MAX = 10_000;

    private final GroupTable groups;
    private final Timers<GroupRecord> timers;
    private final Rebalances rebalances;

    Invitations(GroupTable groups, Timers<GroupRecord> timers, Rebalances rebalances) {
        this.groups = groups;
        this.timers = timers;
        this.rebalances = rebalances;
    }

    private record TimerKey(String groupId, String memberId) {}

    void invite(ClassicGroup group, String memberId, int sessionMs) {
        if (group.invited().size() >= MAX) {
            accepted(group, group.invited().iterator().next());
        }
        group.invite(memberId);
        timers.set(new TimerKey(group.id(), memberId), sessionMs, turn -> withdraw(group, memberId, turn));
    }

    /** Whoever was invited as this has come, or is not waited for any more. */
    void accepted(ClassicGroup group, String memberId) {
        group.welcome(memberId);
        timers.cancel(new TimerKey(group.id(), memberId));
    }

    /** Whoever was invited as this does not come. Returns whether someone was. */
    boolean withdraw(ClassicGroup group, String memberId, Turn<GroupRecord> turn) {
        if (!group.welcome(memberId)) {
            return false;
        }
        timers.cancel(new TimerKey(group.id(), memberId));
        rebalances.endIfAllJoined(group, turn);
        endIfNothing(group, turn);
        return true;
    }

    /** A group that nobody came to is no more than its invitations were. */
    private void endIfNothing(ClassicGroup group, Turn<GroupRecord> turn) {
        boolean isNobodys = group.is(GroupState.EMPTY) && group.invited().isEmpty();
        if (isNobodys && groups.stored(group.id()) == null && !groups.hasOffsets(group.id())) {
            groups.died(group, turn.nowMs());
        }
    }

    /** The group is no more. */
    void end(ClassicGroup group) {
        for (String memberId : List.copyOf(group.invited())) {
            accepted(group, memberId);
        }
    }
}
