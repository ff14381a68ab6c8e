package io.milena.server.coordinator.group;

/** What a client that joins understands, by the version of its request. */
public enum JoinManner {
    /** v0 to v3: a newcomer is taken in at once and learns its id with the end of the rebalance. */
    ID_AT_THE_END,
    /** v4 to v8: a dynamic newcomer is told its id first, and joins again with it (KIP-394). */
    ID_FIRST,
    /** v9: also, a static leader that comes back can be told to leave the assignment as it is (KIP-814). */
    ASSIGNMENT_SKIPPED
}
