/** Tests of connections. */
@NullMarked
package io.milena.transport;

import org.jspecify.annotations.NullMarked;
