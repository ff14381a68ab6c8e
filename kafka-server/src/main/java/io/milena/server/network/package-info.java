/**
 * Sockets in, requests out. Owns listeners, frames, the order of responses and the memory that requests hold; knows
 * nothing of topics.
 *
 * <p>Start reading at {@link io.milena.server.network.RequestSink}, which is where whole requests leave this room.
 */
@NullMarked
package io.milena.server.network;

import org.jspecify.annotations.NullMarked;
