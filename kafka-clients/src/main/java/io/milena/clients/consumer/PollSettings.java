package io.milena.clients.consumer;

/**
 * What {@code poll} does beside waiting.
 *
 * @param maxRecords most that one poll returns
 * @param commit whether positions are committed without being asked
 * @param autoCommitNanos between two such commits
 * @param checksCrcs whether batches are held against their checksums
 * @param excludesInternal whether a pattern leaves out the cluster's own topics
 */
record PollSettings(
        int maxRecords, AutoCommit commit, long autoCommitNanos, boolean checksCrcs, boolean excludesInternal) {

    /** Who commits. */
    enum AutoCommit {
        ON,
        OFF
    }

    boolean autoCommits() {
        return commit == AutoCommit.ON;
    }
}
