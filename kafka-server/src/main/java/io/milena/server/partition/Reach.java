package io.milena.server.partition;

/** Which replicas may answer. */
public enum Reach {
    LEADER_ONLY,
    /** Any replica: a consumer may read from one that is near (KIP-392). */
    ANY_REPLICA
}
