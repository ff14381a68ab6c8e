package io.milena.server.coordinator.group;

import io.milena.common.TopicPartition;
import io.milena.protocol.MalformedMessage;
import io.milena.protocol.StoredMessage;
import io.milena.protocol.messages.GroupMetadataKey;
import io.milena.protocol.messages.GroupMetadataValue;
import io.milena.protocol.messages.OffsetCommitKey;
import io.milena.protocol.messages.OffsetCommitValue;
import io.milena.server.coordinator.group.GroupRecord.GroupForgotten;
import io.milena.server.coordinator.group.GroupRecord.GroupStored;
import io.milena.server.coordinator.group.GroupRecord.OffsetCommitted;
import io.milena.server.coordinator.group.GroupRecord.OffsetForgotten;
import io.milena.server.coordinator.group.StoredGroup.StoredMember;
import io.milena.server.coordinator.state.KeyValue;
import io.milena.server.coordinator.state.RecordCodec;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The records of {@code __consumer_offsets}. Key and value begin with the version of what follows.
 *
 * <pre>
 *   key 0, 1   an offset: group, topic, partition                   written: 1
 *   key 2      a group                                              written: 2
 *   value      of an offset, 0 to 4                                 written: 3; 1 if it has an end of its own
 *   value      of a group, 0 to 4                                   written: 3
 *   no value   there is no such thing any more
 * </pre>
 *
 * <p>Keys of other versions belong to kinds of groups that this broker does not have, and are passed over.
 */
public final class GroupRecords implements RecordCodec<GroupRecord> {

    private static final short OFFSET_KEY = 1;
    private static final short GROUP_KEY = 2;
    private static final short OFFSET_VALUE = 3;
    private static final short OFFSET_VALUE_WITH_END = 1;
    private static final short GROUP_VALUE = 3;

    @Override
    public KeyValue encode(GroupRecord record) {
        if (record instanceof OffsetCommitted offset) {
            return new KeyValue(offsetKey(offset.groupId(), offset.partition()), offsetValue(offset.committed()));
        }
        if (record instanceof OffsetForgotten offset) {
            return new KeyValue(offsetKey(offset.groupId(), offset.partition()), null);
        }
        byte @Nullable [] value = record instanceof GroupStored stored ? groupValue(stored.group()) : null;
        return new KeyValue(StoredMessage.write(new GroupMetadataKey().group(record.groupId()), GROUP_KEY), value);
    }

    private static byte[] offsetKey(String groupId, TopicPartition partition) {
        var key = new OffsetCommitKey().group(groupId).topic(partition.topic()).partition(partition.partition());
        return StoredMessage.write(key, OFFSET_KEY);
    }

    private static byte[] offsetValue(CommittedOffset committed) {
        var value = new OffsetCommitValue()
                .offset(committed.offset())
                .leaderEpoch(committed.leaderEpoch())
                .metadata(committed.metadata())
                .commitTimestamp(committed.commitTimeMs())
                .expireTimestamp(committed.expireTimeMs());
        boolean hasEnd = committed.expireTimeMs() != CommittedOffset.NEVER_TOLD;
        return StoredMessage.write(value, hasEnd ? OFFSET_VALUE_WITH_END : OFFSET_VALUE);
    }

    private static byte[] groupValue(StoredGroup group) {
        var value = new GroupMetadataValue()
                .protocolType(group.protocolType())
                .generation(group.generation())
                .protocol(group.protocol())
                .leader(group.leader())
                .currentStateTimestamp(group.sinceMs())
                .members(group.members().stream().map(GroupRecords::member).toList());
        return StoredMessage.write(value, GROUP_VALUE);
    }

    private static GroupMetadataValue.MemberMetadata member(StoredMember stored) {
        return new GroupMetadataValue.MemberMetadata()
                .memberId(stored.member().memberId())
                .groupInstanceId(stored.member().instanceId())
                .clientId(stored.client().id())
                .clientHost(stored.client().host())
                .rebalanceTimeout(stored.timeouts().rebalanceMs())
                .sessionTimeout(stored.timeouts().sessionMs())
                .subscription(stored.subscription())
                .assignment(stored.assignment());
    }

    @Override
    @Nullable
    public GroupRecord decode(ByteBuf key, @Nullable ByteBuf value) throws MalformedRecord {
        try {
            short version = StoredMessage.readVersion(key);
            if (version < 0) {
                throw new MalformedRecord("key of version " + version + " (expected: 0 or more)");
            }
            if (version <= OFFSET_KEY) {
                return offset(OffsetCommitKey.read(key, version), value);
            }
            return version == GROUP_KEY ? group(GroupMetadataKey.read(key, version), value) : null;
        } catch (MalformedMessage e) {
            throw new MalformedRecord("not a record of a group: " + e.getMessage(), e);
        }
    }

    private static GroupRecord offset(OffsetCommitKey key, @Nullable ByteBuf bytes)
            throws MalformedMessage, MalformedRecord {
        if (key.partition() < 0) {
            throw new MalformedRecord("partition: " + key.partition() + " (expected: 0 or more)");
        }
        var partition = new TopicPartition(key.topic(), key.partition());
        if (bytes == null) {
            return new OffsetForgotten(key.group(), partition);
        }
        var value = OffsetCommitValue.read(bytes, StoredMessage.readVersion(bytes));
        var committed = new CommittedOffset(
                value.offset(),
                value.leaderEpoch(),
                value.metadata(),
                value.commitTimestamp(),
                value.expireTimestamp());
        return new OffsetCommitted(key.group(), partition, committed);
    }

    private static GroupRecord group(GroupMetadataKey key, @Nullable ByteBuf bytes) throws MalformedMessage {
        if (bytes == null) {
            return new GroupForgotten(key.group());
        }
        var value = GroupMetadataValue.read(bytes, StoredMessage.readVersion(bytes));
        List<StoredMember> members = new ArrayList<>(value.members().size());
        for (GroupMetadataValue.MemberMetadata member : value.members()) {
            members.add(member(member));
        }
        var stored = new StoredGroup(
                value.protocolType(),
                value.generation(),
                value.protocol(),
                value.leader(),
                value.currentStateTimestamp(),
                members);
        return new GroupStored(key.group(), stored);
    }

    private static StoredMember member(GroupMetadataValue.MemberMetadata member) {
        return new StoredMember(
                new MemberRef(member.memberId(), member.groupInstanceId()),
                new ClientRef(member.clientId(), member.clientHost()),
                new MemberTimeouts(member.sessionTimeout(), member.rebalanceTimeout()),
                member.subscription(),
                member.assignment());
    }
}
