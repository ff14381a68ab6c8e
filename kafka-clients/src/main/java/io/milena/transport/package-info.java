/**
 * Connections to brokers: frames, the handshake of versions, requests in order, answers in order.
 *
 * <p>Knows nothing of clusters: whoever asks says where to. Everything of one connection is done on its event loop.
 */
@NullMarked
package io.milena.transport;

import org.jspecify.annotations.NullMarked;
