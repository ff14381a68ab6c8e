package io.milena.server.zookeeper;

/**
 * A node as it was read. The array is not to be changed.
 *
 * @param data its data, empty when it has none
 * @param stat its versions and owner
 */
public record ZkNode(byte[] data, ZkStat stat) {}
