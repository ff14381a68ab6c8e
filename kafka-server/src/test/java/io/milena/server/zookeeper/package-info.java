/** Tests of sessions, nodes and the server in the broker's process; and what tests of other rooms need of ZooKeeper. */
@NullMarked
package io.milena.server.zookeeper;

import org.jspecify.annotations.NullMarked;
