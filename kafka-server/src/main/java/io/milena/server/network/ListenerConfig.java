package io.milena.server.network;

/**
 * One address to accept connections on.
 *
 * @param name name of the listener, as in {@code listeners}
 * @param host host name or address, IPv6 with or without brackets; empty for every interface
 * @param port TCP port; 0 lets the system choose, see {@link NetworkServer#boundPort}
 */
public record ListenerConfig(String name, String host, int port) {

    private static final int MAX_PORT = 65_535;

    public ListenerConfig {
        if (port < 0 || port > MAX_PORT) {
            throw new IllegalArgumentException("port: " + port + " (expected: 0 to " + MAX_PORT + ")");
        }
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        }
    }

    @Override
    public String toString() {
        String shown = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
        return name + "://" + shown + ":" + port;
    }
}
