package io.milena.clients;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Asks the system. Thread-safe. */
public final class SystemAddressResolver implements AddressResolver {

    @Override
    public List<InetAddress> addressesOf(String host) throws UnknownHostException {
        return List.of(InetAddress.getAllByName(host));
    }

    @Override
    public String canonicalNameOf(InetAddress address) {
        return address.getCanonicalHostName();
    }
}
