/**
 * Our client library against brokers of Apache Kafka 3.9.2 and 4.4.0: what applications do beside other people's
 * brokers. These tests are of the group {@code peer}, which the Maven profile of that name runs.
 *
 * <p>Start reading at {@link io.milena.compat.peer.Peer}, whose brokers the test classes share, and {@link
 * io.milena.compat.peer.OurClients}.
 */
@NullMarked
package io.milena.compat.peer;

import org.jspecify.annotations.NullMarked;
