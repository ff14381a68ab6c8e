package io.milena.transport;

import io.netty.util.NetUtil;
import java.net.InetSocketAddress;

/**
 * Who is at the other end.
 *
 * @param name as it stands in logs and errors: {@code broker-1:9092 (id 1)}
 * @param address where it is connected to
 */
public record Peer(String name, InetSocketAddress address) {

    @Override
    public String toString() {
        String at = NetUtil.toSocketAddressString(address);
        return name.startsWith(at) ? name : name + " at " + at;
    }
}
