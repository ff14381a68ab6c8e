/** Tests of this room, and the fakes that they share. */
@NullMarked
package io.milena.server.coordinator.transaction;

import org.jspecify.annotations.NullMarked;
