/**
 * Consumer groups and their offsets: one state machine for each partition of {@code __consumer_offsets}. Pure: opens
 * nothing, reads no clock, owns no thread. Start with {@link io.milena.server.coordinator.group.GroupMachine}.
 *
 * <p>What is public besides it is the language in which groups are spoken of: asks, answers, records, figures.
 */
@NullMarked
package io.milena.server.coordinator.group;

import org.jspecify.annotations.NullMarked;
