package io.milena.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Ports for processes that must be told where to listen. Stateless. */
public final class Ports {

    private Ports() {}

    /** One that nobody listened on a moment ago, on the loopback addresses. */
    public static int free() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
