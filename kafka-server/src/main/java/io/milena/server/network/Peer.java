package io.milena.server.network;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * The other end of a connection. Confined to the connection's event loop, apart from its final facts.
 */
public final class Peer {

    private final String listener;
    private final InetSocketAddress remote;
    private final InetSocketAddress local;
    private ClientSoftware software = ClientSoftware.UNKNOWN;
    private @Nullable ClientCensus census;
    private ClientCensus.@Nullable Count countedAt;

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
        software = ClientSoftware.of(name, version);
        if (census != null) {
            census.left(countedAt);
            countedAt = census.joined(software);
        }
    }

    ClientSoftware software() {
        return software;
    }

    /** Its connection is open, and counts there from now on. */
    void joins(ClientCensus openConnections) {
        census = openConnections;
        countedAt = openConnections.joined(software);
    }

    /** Its connection is closed. */
    void leaves() {
        if (census != null) {
            census.left(countedAt);
            census = null;
        }
    }

    /** Name of the client's library; {@code unknown} unless it has told. */
    public String softwareName() {
        return software.name();
    }

    /** Version of the client's library; {@code unknown} unless it has told. */
    public String softwareVersion() {
        return software.version();
    }

    @Override
    public String toString() {
        return remote + " on " + listener;
    }
}
