/**
 * Requests in, responses out: one small handler class per API, each of which turns a message into one call on another
 * room and the outcome back into a message. No handler decides anything.
 *
 * <p>Start reading at {@link io.milena.server.api.ApiTable}, the only list of what is served, and at {@link
 * io.milena.server.api.ApiDispatcher}, where requests come in from the network.
 */
@NullMarked
package io.milena.server.api;

import org.jspecify.annotations.NullMarked;
