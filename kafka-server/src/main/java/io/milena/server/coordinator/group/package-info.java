/**
 * Consumer groups and their offsets: one state machine for each partition of {@code __consumer_offsets}. Pure: opens
 * nothing, reads no clock, owns no thread. Start with {@link io.milena.server.coordinator.group.GroupMachine}.
 *
 * <p>What is public besides it is the language in which groups are spoken of: asks, answers, records, figures. Rules
 * are those of the classic protocol: KIP-62 (time-outs of members), KIP-134 (the wait of an empty group), KIP-211 (how
 * long offsets are kept), KIP-345 (static members), KIP-394 (ids before joining), KIP-447 (offsets in transactions),
 * KIP-559 (protocol types that are told) and KIP-814 (static leaders that come back).
 */
@NullMarked
package io.milena.server.coordinator.group;

import org.jspecify.annotations.NullMarked;
