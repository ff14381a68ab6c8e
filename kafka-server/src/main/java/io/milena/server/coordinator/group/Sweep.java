package io.milena.server.coordinator.group;

import io.milena.common.TopicPartition;
import io.milena.server.coordinator.state.Timers;
import io.milena.server.coordinator.state.Turn;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Goes once through the offsets of some groups and ends those whose time has come. It does so in portions, each in a
 * turn of its own, so that whoever waits for the shard is let in between, and that what a turn writes fits into a
 * batch. Each offset is judged in the turn that ends it. Confined to the shard's thread.
 */
final class Sweep {

    /** Most bytes of tombstones that one turn writes, about. */
    private static final int PORTION_BYTES = 200_000;

    /** Most offsets that one turn looks at. */
    private static final int PORTION_LOOKS = 20_000;

    /** Of a tombstone, beside the ids of its group and its topic. */
    private static final int OVERHEAD_BYTES = 64;

    private final Queue<ClassicGroup> left;
    private final GroupEnds ends;
    private final Timers<GroupRecord> timers;
    private final Judge judge;
    private final Consumer<Turn<GroupRecord>> whenDone;
    private @Nullable ClassicGroup current;
    private final Queue<TopicPartition> unseen = new ArrayDeque<>();
    private int bytes;
    private int looks;

    Sweep(
            Collection<ClassicGroup> groups,
            GroupEnds ends,
            Timers<GroupRecord> timers,
            Judge judge,
            Consumer<Turn<GroupRecord>> whenDone) {
        this.left = new ArrayDeque<>(groups);
        this.ends = ends;
        this.timers = timers;
        this.judge = judge;
        this.whenDone = whenDone;
    }

    /** Says what is to end, and hears what has. */
    interface Judge {

        /** What of the group is to end, as things are now. */
        Predicate<TopicPartition> over(ClassicGroup group, long nowMs);

        /** So many offsets of the group have ended. */
        void ended(ClassicGroup group, int offsets, Turn<GroupRecord> turn);
    }

    /** The next portion, after which it goes on by itself. */
    void goOn(Turn<GroupRecord> turn) {
        bytes = 0;
        looks = 0;
        while (hasRoom() && (current != null || !left.isEmpty())) {
            sweep(current == null ? begin(left.remove()) : current, turn);
        }
        if (current == null && left.isEmpty()) {
            whenDone.accept(turn);
        } else {
            timers.set(this, 0, this::goOn);
        }
    }

    private boolean hasRoom() {
        return bytes < PORTION_BYTES && looks < PORTION_LOOKS;
    }

    private ClassicGroup begin(ClassicGroup group) {
        current = group;
        unseen.addAll(ends.known(group));
        return group;
    }

    private void sweep(ClassicGroup group, Turn<GroupRecord> turn) {
        if (group.is(GroupState.DEAD)) {
            unseen.clear();
        }
        List<TopicPartition> over = new ArrayList<>();
        Predicate<TopicPartition> isOver = judge.over(group, turn.nowMs());
        looks++;
        while (hasRoom() && !unseen.isEmpty()) {
            TopicPartition partition = unseen.remove();
            looks++;
            if (isOver.test(partition)) {
                over.add(partition);
                bytes +=
                        OVERHEAD_BYTES + group.id().length() + partition.topic().length();
            }
        }
        ends.forget(group, over, turn);
        judge.ended(group, over.size(), turn);
        current = unseen.isEmpty() ? null : group;
    }
}
