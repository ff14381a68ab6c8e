package io.milena.server.coordinator.group;

import io.milena.common.TopicPartition;
import io.milena.server.coordinator.group.GroupRecord.GroupForgotten;
import io.milena.server.coordinator.group.GroupRecord.OffsetForgotten;
import io.milena.server.coordinator.state.Turn;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * How offsets and groups end. A group without members and offsets is nothing, and goes with its last offset. Confined
 * to the shard's thread.
 */
final class GroupEnds {

    private final GroupTable groups;
    private final Invitations invitations;

    GroupEnds(GroupTable groups, Invitations invitations) {
        this.groups = groups;
        this.invitations = invitations;
    }

    /** All partitions of which something is written, or pending in a transaction. */
    Set<TopicPartition> known(ClassicGroup group) {
        Set<TopicPartition> all =
                new LinkedHashSet<>(groups.offsets().of(group.id()).keySet());
        all.addAll(groups.pending().of(group.id()));
        return all;
    }

    /** The group is nowhere in these partitions any more, now and when open transactions end. */
    void forget(ClassicGroup group, Collection<TopicPartition> partitions, Turn<GroupRecord> turn) {
        for (TopicPartition partition : partitions) {
            turn.write(new OffsetForgotten(group.id(), partition));
        }
    }

    /** Ends the group if it is nothing any more. */
    void endIfNothing(ClassicGroup group, Turn<GroupRecord> turn) {
        boolean isNothing = group.is(GroupState.EMPTY) && group.invited().isEmpty() && !groups.hasOffsets(group.id());
        if (isNothing) {
            end(group, turn);
        }
    }

    /** Ends a group without members; what it had is forgotten already. */
    void end(ClassicGroup group, Turn<GroupRecord> turn) {
        invitations.end(group);
        groups.died(group, turn.nowMs());
        if (groups.stored(group.id()) != null) {
            turn.write(new GroupForgotten(group.id()));
        }
    }
}
