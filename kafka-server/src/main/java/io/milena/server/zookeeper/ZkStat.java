package io.milena.server.zookeeper;

/**
 * What ZooKeeper keeps about a node beside its data. Immutable.
 *
 * @param version version of the data; rises with every set
 * @param creationZxid transaction that created the node
 * @param ephemeralOwner session that owns the node, or 0 when it is persistent
 * @param modifiedMs wall-clock time of the last set
 */
public record ZkStat(int version, long creationZxid, long ephemeralOwner, long modifiedMs) {}
