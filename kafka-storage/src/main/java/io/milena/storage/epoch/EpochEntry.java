package io.milena.storage.epoch;

/**
 * A leader epoch and the first offset written in it.
 *
 * @param epoch the leader's epoch, 0 or more
 * @param startOffset log end offset when it began
 */
public record EpochEntry(int epoch, long startOffset) {}
