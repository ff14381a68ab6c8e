package io.milena.server.coordinator.group;

import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.server.coordinator.group.GroupDescription.MemberDescription;
import io.milena.server.coordinator.group.GroupListing.ListedGroup;
import io.milena.server.coordinator.group.OffsetTable.Kept;
import io.milena.server.coordinator.group.OffsetsAnswer.FetchedOffset;
import io.milena.server.coordinator.group.OffsetsAsk.Stability;
import io.milena.server.coordinator.state.Reply;
import io.milena.server.coordinator.state.Turn;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/**
 * OffsetFetch, DescribeGroups and ListGroups: what can be seen of groups. Nobody is told what could still be lost: an
 * answer waits until all that was written before is committed. Confined to the shard's thread.
 */
final class GroupViews {

    private static final String NONE = "";

    private final GroupTable groups;

    GroupViews(GroupTable groups) {
        this.groups = groups;
    }

    void fetch(OffsetsAsk ask, Reply<OffsetsAnswer> reply, Turn<GroupRecord> turn) {
        List<TopicPartition> named = ask.partitions();
        Collection<TopicPartition> partitions = named == null ? known(ask.groupId()) : named;
        List<FetchedOffset> offsets = new ArrayList<>(partitions.size());
        for (TopicPartition partition : partitions) {
            offsets.add(fetched(ask, partition));
        }
        turn.answer(reply, new OffsetsAnswer(ErrorCode.NONE, offsets), OffsetsAnswer::refused);
    }

    private Collection<TopicPartition> known(String groupId) {
        return new TreeSet<>(groups.offsets().of(groupId).keySet());
    }

    private FetchedOffset fetched(OffsetsAsk ask, TopicPartition partition) {
        if (ask.stability() == Stability.STABLE_ONLY && groups.pending().has(ask.groupId(), partition)) {
            return FetchedOffset.none(partition, ErrorCode.UNSTABLE_OFFSET_COMMIT);
        }
        Kept kept = groups.offsets().get(ask.groupId(), partition);
        if (kept == null) {
            return FetchedOffset.none(partition, ErrorCode.NONE);
        }
        CommittedOffset committed = kept.committed();
        return new FetchedOffset(
                partition, committed.offset(), committed.leaderEpoch(), committed.metadata(), ErrorCode.NONE);
    }

    void describe(String groupId, Reply<GroupDescription> reply, Turn<GroupRecord> turn) {
        ClassicGroup group = groups.find(groupId);
        GroupDescription description =
                group == null ? GroupDescription.absent(groupId, ErrorCode.NONE) : described(group);
        turn.answer(reply, description, code -> GroupDescription.absent(groupId, code));
    }

    private static GroupDescription described(ClassicGroup group) {
        List<MemberDescription> members = new ArrayList<>(group.size());
        for (Member member : group.members()) {
            members.add(described(group, member));
        }
        String agreed = group.is(GroupState.STABLE) && group.protocol() != null ? group.protocol() : NONE;
        return new GroupDescription(ErrorCode.NONE, group.id(), group.state(), typeOf(group), agreed, members);
    }

    private static MemberDescription described(ClassicGroup group, Member member) {
        boolean isSettled = group.is(GroupState.STABLE);
        byte[] metadata = isSettled ? member.metadata(group.protocol()) : SyncAnswer.NO_ASSIGNMENT;
        byte[] assignment = isSettled ? member.assignment() : SyncAnswer.NO_ASSIGNMENT;
        return new MemberDescription(member.ref(), member.client(), metadata, assignment);
    }

    private static String typeOf(ClassicGroup group) {
        String type = group.protocolType();
        return type == null ? NONE : type;
    }

    void list(Reply<GroupListing> reply, Turn<GroupRecord> turn) {
        List<ListedGroup> listed = new ArrayList<>();
        for (ClassicGroup group : groups.all()) {
            listed.add(new ListedGroup(group.id(), typeOf(group), group.state()));
        }
        turn.answer(reply, new GroupListing(ErrorCode.NONE, listed), GroupListing::refused);
    }
}
