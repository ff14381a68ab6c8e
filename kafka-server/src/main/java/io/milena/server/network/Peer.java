package io.milena.server.network;

import java.net.InetSocketAddress;

/**
 * The other end of a connection. Confined to the connection's event loop, apart from its final facts.
 */
public final class Peer {

    private static final String UNKNOWN = "unknown";

    private final String listener;
    private final InetSocketAddress remote;
    private final InetSocketAddress local;
    private String softwareName = UNKNOWN;
    private String softwareVersion = UNKNOWN;

    public Peer(String listener, InetSocketAddress remote, InetSocketAddress local) {
        this.listener = listener;
        this.remote = remote;
        this.local = local;
    }

    /** Name of the listener that accepted the connection, as in {@code listeners}. */
    public String listener() {
        return listener;
    }

    /** Address of the client; port 0 where the transport has no addresses. */
    public InetSocketAddress remote() {
        return remote;
    }

    /** Address on which the connection was accepted. */
    public InetSocketAddress local() {
        return local;
    }

    /** The client told its name and version (ApiVersions from v3 on, KIP-511). */
    public void software(String name, String version) {
        softwareName = name;
        softwareVersion = version;
    }

    /** Name of the client's library; {@code unknown} unless it has told. */
    public String softwareName() {
        return softwareName;
    }

    /** Version of the client's library; {@code unknown} unless it has told. */
    public String softwareVersion() {
        return softwareVersion;
    }

    @Override
    public String toString() {
        return remote + " on " + listener;
    }
}
