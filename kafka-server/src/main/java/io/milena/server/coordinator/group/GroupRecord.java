package io.milena.server.coordinator.group;

import io.milena.common.TopicPartition;

/** A durable change of one group. {@link GroupRecords} knows its form in the log. */
public sealed interface GroupRecord {

    String groupId();

    /** The group is this far in a partition. */
    record OffsetCommitted(String groupId, TopicPartition partition, CommittedOffset committed)
            implements GroupRecord {}

    /** The group is nowhere in a partition any more. */
    record OffsetForgotten(String groupId, TopicPartition partition) implements GroupRecord {}

    /** The group is in this generation, with these members. */
    record GroupStored(String groupId, StoredGroup group) implements GroupRecord {}

    /** There is no such group any more; its offsets go with records of their own. */
    record GroupForgotten(String groupId) implements GroupRecord {}
}
