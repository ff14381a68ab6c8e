/**
 * What the state machines of the coordinators are made of: a turn and what it leads to, changes that can be taken back,
 * and what a machine is asked to be. Pure: no class here opens anything, reads a clock or owns a thread.
 */
@NullMarked
package io.milena.server.coordinator.state;

import org.jspecify.annotations.NullMarked;
