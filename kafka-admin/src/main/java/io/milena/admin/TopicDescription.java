package io.milena.admin;

import io.milena.common.TopicPartitionInfo;
import io.milena.common.Uuid;
import io.milena.common.acl.AclOperation;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All about one topic but its settings. Immutable.
 *
 * @param isInternal whether the cluster keeps it for itself
 * @param partitions by index
 * @param authorizedOperations what the caller may do with it; null if that was not asked
 * @param topicId {@link Uuid#ZERO} where brokers do not tell
 */
public record TopicDescription(
        String name,
        boolean isInternal,
        List<TopicPartitionInfo> partitions,
        @Nullable Set<AclOperation> authorizedOperations,
        Uuid topicId) {

    public TopicDescription {
        partitions = List.copyOf(partitions);
        authorizedOperations = authorizedOperations == null ? null : Set.copyOf(authorizedOperations);
    }

    public TopicDescription(String name, boolean isInternal, List<TopicPartitionInfo> partitions) {
        this(name, isInternal, partitions, null, Uuid.ZERO);
    }
}
