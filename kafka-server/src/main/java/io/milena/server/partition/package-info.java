/**
 * The partitions this broker holds: who leads them, what is committed, and the requests that wait for either.
 *
 * <p>Start reading at {@link io.milena.server.partition.Partition}; {@link io.milena.server.partition.Partitions} is
 * the registry of all of them and obeys the controller.
 */
@NullMarked
package io.milena.server.partition;

import org.jspecify.annotations.NullMarked;
