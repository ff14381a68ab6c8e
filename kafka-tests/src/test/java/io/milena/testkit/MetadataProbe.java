package io.milena.testkit;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/** Asks a broker for Metadata with bytes of its own, to learn whether it serves. Stateless. */
final class MetadataProbe {

    private static final int TIMEOUT_MS = 2_000;
    private static final short METADATA = 3;
    private static final short VERSION = 1;
    private static final int CORRELATION_ID = 77;
    private static final short NO_CLIENT_ID = -1;
    private static final int NO_TOPICS = 0;
    private static final int REQUEST_BYTES = 2 + 2 + 4 + 2 + 4;

    private MetadataProbe() {}

    static boolean connects(int port) {
        try (Socket socket = connect(port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    /** Whether a whole answer with at least one broker came. */
    static boolean answers(int port) {
        try (Socket socket = connect(port)) {
            var out = new DataOutputStream(socket.getOutputStream());
            out.writeInt(REQUEST_BYTES);
            out.writeShort(METADATA);
            out.writeShort(VERSION);
            out.writeInt(CORRELATION_ID);
            out.writeShort(NO_CLIENT_ID);
            out.writeInt(NO_TOPICS);
            var in = new DataInputStream(socket.getInputStream());
            in.readInt();
            return in.readInt() == CORRELATION_ID && in.readInt() > 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static Socket connect(int port) throws IOException {
        var socket = new Socket();
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MS);
        socket.setSoTimeout(TIMEOUT_MS);
        return socket;
    }
}
