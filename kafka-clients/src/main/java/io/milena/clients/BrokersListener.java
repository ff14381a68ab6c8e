package io.milena.clients;

import io.milena.common.Node;

/** Hears of connections as they come and go; called on the client's event loop. */
public interface BrokersListener {

    /** Requests to {@code node} leave at once from now on. */
    default void ready(Node node) {}

    /** The connection to {@code node} is gone, or could not be made; what was pending there has failed. */
    default void gone(Node node) {}
}
