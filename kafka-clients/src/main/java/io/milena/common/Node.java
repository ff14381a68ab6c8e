package io.milena.common;

import org.jspecify.annotations.Nullable;

/**
 * A broker as a client sees it.
 *
 * @param id broker id; negative for a bootstrap address whose id is not known
 * @param host name or address, without brackets for IPv6
 * @param port TCP port
 * @param rack rack of the broker, if it has one
 */
public record Node(int id, String host, int port, @Nullable String rack) {

    private static final Node NOBODY = new Node(-1, "", -1);

    public Node(int id, String host, int port) {
        this(id, host, port, null);
    }

    /** Stands for no broker. */
    public static Node noNode() {
        return NOBODY;
    }

    /** Whether it stands for no broker. */
    public boolean isEmpty() {
        return host.isEmpty() || port < 0;
    }

    public String idString() {
        return Integer.toString(id);
    }

    public boolean hasRack() {
        return rack != null;
    }

    @Override
    public String toString() {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port + " (id " + id + ")";
    }
}
