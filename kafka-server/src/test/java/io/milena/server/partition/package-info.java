/** Tests of this room, and the fakes that they share. */
@NullMarked
package io.milena.server.partition;

import org.jspecify.annotations.NullMarked;
