package io.milena.clients.consumer;

/**
 * Everything that a consumer is told, apart from how it reaches brokers.
 *
 * @param reset where to begin without a committed offset
 */
record ConsumerSettings(
        FetchSettings fetch,
        GroupSettings group,
        RetrySettings retries,
        PollSettings poll,
        OffsetResetStrategy reset) {}
