/**
 * ZooKeeper: one session with its renewals, the paths and texts of every node, writes fenced by the controller's epoch,
 * the broker's registration, and the server that may run inside the broker's own process.
 *
 * <p>{@code XxxZnode} is the text of one kind of node: {@code encode} writes the newest version, {@code decode} reads
 * that and older ones, and throws {@link io.milena.server.zookeeper.MalformedZnode} for anything else.
 *
 * <p>The only room that sees the ZooKeeper libraries. Start reading at {@link io.milena.server.zookeeper.ZkSession}.
 */
@NullMarked
package io.milena.server.zookeeper;

import org.jspecify.annotations.NullMarked;
