package io.milena.clients;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Turns names of brokers into addresses. Calls may take seconds and are made off the event loop. Thread-safe. */
public interface AddressResolver {

    /**
     * All addresses of {@code host}, at least one, in the order in which they are to be tried.
     *
     * @param host a name, or an address as text, that of IPv6 with its scope
     */
    List<InetAddress> addressesOf(String host) throws UnknownHostException;

    /** The name that belongs to an address; the address as text if there is none. */
    String canonicalNameOf(InetAddress address);
}
