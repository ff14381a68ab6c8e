/** Tests of the network room. */
@NullMarked
package io.milena.server.network;

import org.jspecify.annotations.NullMarked;
