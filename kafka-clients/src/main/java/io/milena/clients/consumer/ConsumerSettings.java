package io.milena.clients.consumer;

import io.milena.clients.MetadataSettings.MissingTopics;

/**
 * Everything that a consumer is told, apart from how it reaches brokers.
 *
 * @param reset where to begin without a committed offset
 * @param missing what brokers may do with a topic that is asked for and does not exist
 */
record ConsumerSettings(
        FetchSettings fetch,
        GroupSettings group,
        RetrySettings retries,
        PollSettings poll,
        OffsetResetStrategy reset,
        MissingTopics missing) {}
