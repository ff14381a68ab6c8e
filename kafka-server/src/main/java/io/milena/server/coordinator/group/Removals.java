package io.milena.server.coordinator.group;

import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.server.coordinator.state.Reply;
import io.milena.server.coordinator.state.Timers;
import io.milena.server.coordinator.state.Turn;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * OffsetDelete (KIP-496), DeleteGroups (KIP-229), and the end of topics: offsets and groups that someone wants to be
 * gone. Confined to the shard's thread.
 */
final class Removals {

    private final GroupTable groups;
    private final GroupEnds ends;
    private final Timers<GroupRecord> timers;
    private final GroupFigures figures;
    private final Set<Reply<ErrorCode>> deleting = new LinkedHashSet<>();

    Removals(GroupTable groups, GroupEnds ends, Timers<GroupRecord> timers, GroupFigures figures) {
        this.groups = groups;
        this.ends = ends;
        this.timers = timers;
        this.figures = figures;
    }

    /** Offsets of topics that a member of a consumer group reads stay; other groups must have no members at all. */
    void forget(OffsetDeleteAsk ask, Reply<OffsetDeleteAnswer> reply, Turn<GroupRecord> turn) {
        ClassicGroup group = groups.find(ask.groupId());
        if (ask.groupId().isEmpty()) {
            // Offsets may be kept under no name, as old tools do, but not be deleted there.
            answer(reply, OffsetDeleteAnswer.refused(ErrorCode.INVALID_GROUP_ID), turn);
        } else if (group == null) {
            answer(reply, OffsetDeleteAnswer.refused(ErrorCode.GROUP_ID_NOT_FOUND), turn);
        } else if (!group.is(GroupState.EMPTY) && !group.isOfConsumers()) {
            answer(reply, OffsetDeleteAnswer.refused(ErrorCode.NON_EMPTY_GROUP), turn);
        } else {
            answer(reply, new OffsetDeleteAnswer(ErrorCode.NONE, forgotten(group, ask.partitions(), turn)), turn);
        }
    }

    private List<ErrorCode> forgotten(ClassicGroup group, List<TopicPartition> partitions, Turn<GroupRecord> turn) {
        Set<String> subscribed = group.is(GroupState.EMPTY) ? Set.of() : group.subscribedTopics();
        List<ErrorCode> errors = new ArrayList<>(partitions.size());
        Set<TopicPartition> doomed = new LinkedHashSet<>();
        for (TopicPartition partition : partitions) {
            boolean isInUse = subscribed == null || subscribed.contains(partition.topic());
            errors.add(isInUse ? ErrorCode.GROUP_SUBSCRIBED_TO_TOPIC : ErrorCode.NONE);
            if (!isInUse && isKnown(group, partition)) {
                doomed.add(partition);
            }
        }
        ends.forget(group, doomed, turn);
        figures.offsetsDeleted(doomed.size());
        ends.endIfNothing(group, turn);
        return errors;
    }

    private boolean isKnown(ClassicGroup group, TopicPartition partition) {
        return groups.offsets().get(group.id(), partition) != null
                || groups.pending().has(group.id(), partition);
    }

    private static void answer(Reply<OffsetDeleteAnswer> reply, OffsetDeleteAnswer answer, Turn<GroupRecord> turn) {
        turn.answer(reply, answer, code -> OffsetDeleteAnswer.refused(WriteErrors.ofOthers(code)));
    }

    void delete(String groupId, Reply<ErrorCode> reply, Turn<GroupRecord> turn) {
        ClassicGroup group = groups.find(groupId);
        if (group == null) {
            answer(reply, ErrorCode.GROUP_ID_NOT_FOUND, turn);
        } else if (group.is(GroupState.EMPTY)) {
            delete(group, reply, turn);
        } else {
            answer(reply, ErrorCode.NON_EMPTY_GROUP, turn);
        }
    }

    private void delete(ClassicGroup group, Reply<ErrorCode> reply, Turn<GroupRecord> turn) {
        deleting.add(reply);
        Sweep.Judge all = new Doom(partition -> group.is(GroupState.EMPTY));
        new Sweep(List.of(group), ends, timers, all, done -> deleted(group, reply, done)).goOn(turn);
    }

    /** Something may have come between: a member, a commit, or a portion that was not written. */
    private void deleted(ClassicGroup group, Reply<ErrorCode> reply, Turn<GroupRecord> turn) {
        deleting.remove(reply);
        if (group.is(GroupState.EMPTY) && groups.hasOffsets(group.id())) {
            answer(reply, ErrorCode.COORDINATOR_NOT_AVAILABLE, turn);
            return;
        }
        boolean isEmpty = group.is(GroupState.EMPTY);
        if (isEmpty) {
            ends.end(group, turn);
        }
        boolean isGone = group.is(GroupState.DEAD);
        answer(reply, isGone ? ErrorCode.NONE : ErrorCode.NON_EMPTY_GROUP, turn);
    }

    private static void answer(Reply<ErrorCode> reply, ErrorCode answer, Turn<GroupRecord> turn) {
        turn.answer(reply, answer, WriteErrors::ofOthers);
    }

    /** These topics are gone for good. */
    void topicsDeleted(Set<String> topics, Turn<GroupRecord> turn) {
        Sweep.Judge ofThese = new Doom(partition -> topics.contains(partition.topic()));
        new Sweep(groups.all(), ends, timers, ofThese, done -> {}).goOn(turn);
    }

    /** Ends what someone wants to be gone. */
    private final class Doom implements Sweep.Judge {

        private final Predicate<TopicPartition> doomed;

        Doom(Predicate<TopicPartition> doomed) {
            this.doomed = doomed;
        }

        @Override
        public Predicate<TopicPartition> over(ClassicGroup group, long nowMs) {
            return doomed;
        }

        @Override
        public void ended(ClassicGroup group, int offsets, Turn<GroupRecord> turn) {
            figures.offsetsDeleted(offsets);
            if (offsets > 0) {
                ends.endIfNothing(group, turn);
            }
        }
    }

    /** The shard is given up. */
    void abandoned() {
        deleting.forEach(reply -> reply.give(ErrorCode.NOT_COORDINATOR));
        deleting.clear();
    }
}
