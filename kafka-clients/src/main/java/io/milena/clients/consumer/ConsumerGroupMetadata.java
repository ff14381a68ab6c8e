package io.milena.clients.consumer;

import java.util.Objects;
import java.util.Optional;

/**
 * Who a consumer is in its group; a transactional producer sends it along with offsets, so that a member that lost its
 * partitions cannot commit them. Immutable.
 *
 * @param generationId -1 outside a group
 * @param memberId empty outside a group
 */
public record ConsumerGroupMetadata(
        String groupId, int generationId, String memberId, Optional<String> groupInstanceId) {

    private static final int NO_GENERATION = -1;

    /** No member of the group: the coordinator then checks nothing. */
    public ConsumerGroupMetadata(String groupId) {
        this(groupId, NO_GENERATION, "", Optional.empty());
    }

    /** @throws NullPointerException naming what is missing */
    public ConsumerGroupMetadata {
        Objects.requireNonNull(groupId, "group.id: null");
        Objects.requireNonNull(memberId, "member.id: null");
        Objects.requireNonNull(groupInstanceId, "group.instance.id: null");
    }

    @Override
    public String toString() {
        return "GroupMetadata(groupId = " + groupId + ", generationId = " + generationId + ", memberId = " + memberId
                + ", groupInstanceId = " + groupInstanceId.orElse("") + ")";
    }
}
