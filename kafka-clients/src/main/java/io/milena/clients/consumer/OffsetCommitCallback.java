package io.milena.clients.consumer;

import io.milena.common.TopicPartition;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Hears what came of an asynchronous commit, on the application's thread, inside a later call of the consumer. */
@FunctionalInterface
public interface OffsetCommitCallback {

    /**
     * @param offsets what was to be committed
     * @param exception null if it is committed; {@link RetriableCommitFailedException} if trying again may help, {@link
     *     CommitFailedException} if this consumer is no longer a member of the group
     */
    void onComplete(Map<TopicPartition, OffsetAndMetadata> offsets, @Nullable Exception exception);
}
