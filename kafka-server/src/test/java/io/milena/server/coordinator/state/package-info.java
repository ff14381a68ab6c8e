/** Tests of what the coordinators' state machines are made of, and what tests of the machines share. */
@NullMarked
package io.milena.server.coordinator.state;

import org.jspecify.annotations.NullMarked;
