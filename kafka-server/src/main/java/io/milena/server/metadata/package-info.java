/**
 * What the broker knows about the cluster: one immutable image of brokers, topics and partitions, swapped whole.
 *
 * <p>Sees only {@code common}. Start reading at {@link io.milena.server.metadata.ClusterImage}.
 */
@NullMarked
package io.milena.server.metadata;

import org.jspecify.annotations.NullMarked;
