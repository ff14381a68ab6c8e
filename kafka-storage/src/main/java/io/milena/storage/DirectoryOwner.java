package io.milena.storage;

/**
 * To whom a log directory belongs.
 *
 * @param brokerId the broker
 * @param clusterId id of its cluster, as in ZooKeeper
 */
public record DirectoryOwner(int brokerId, String clusterId) {}
