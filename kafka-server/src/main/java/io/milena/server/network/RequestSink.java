package io.milena.server.network;

/** Where whole requests go. Owned by this room, implemented by the one that knows the APIs, joined by the root. */
public interface RequestSink {

    /**
     * Takes one request. Called on the connection's event loop, one request of a connection at a time: the next one
     * follows when this exchange is answered, or earlier on {@link Exchange#proceed()}. Must not block and must not
     * throw; whatever goes wrong becomes a reply or {@link Exchange#close}.
     */
    void handle(Exchange exchange);
}
