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

    @Override
    public String toString() {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port + " (id " + id + ")";
    }
}
