/**
 * What every client stands on: the newest picture of the cluster, connections to its brokers, retries.
 *
 * <p>Start reading at {@link io.milena.clients.Brokers}, which sends, and {@link io.milena.clients.ClusterView}, which
 * is what is known. All work of one client is done on one event loop; what other threads may call says so.
 */
@NullMarked
package io.milena.clients;

import org.jspecify.annotations.NullMarked;
