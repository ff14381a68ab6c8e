package io.milena.storage.recovery;

import io.milena.storage.epoch.LeaderEpochs;

/**
 * The leader epochs of a log at its start.
 *
 * @param known those that began before the end of the log
 * @param fileHasMore whether their file tells of others too, which no record belongs to: it must be written anew before
 *     the log goes past where they began
 */
public record LoadedEpochs(LeaderEpochs known, boolean fileHasMore) {}
