package io.milena.testing;

import io.milena.protocol.ApiKey;
import io.milena.protocol.MalformedMessage;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** One connection of a client to a scripted broker. Confined to its thread. */
final class ScriptedConnection {

    private final Socket socket;
    private final ScriptedBroker broker;

    /** What a thread of a scripted broker does. */
    interface Work {
        void run() throws IOException;
    }

    ScriptedConnection(Socket socket, ScriptedBroker broker) {
        this.socket = socket;
        this.broker = broker;
    }

    /** Serves until one side ends it; {@code greeting} are bytes to be sent in place of answers, if there are any. */
    void run(byte @Nullable [] greeting) throws IOException {
        var in = new DataInputStream(socket.getInputStream());
        if (greeting != null) {
            in.readInt();
            send(greeting);
            skipRest(in);
            return;
        }
        while (!socket.isClosed()) {
            byte[] frame = new byte[in.readInt()];
            in.readFully(frame, 0, frame.length / 2);
            if (broker.diesInside(ApiKey.of(ByteBuffer.wrap(frame).getShort()))) {
                broker.stop();
                return;
            }
            in.readFully(frame, frame.length / 2, frame.length - frame.length / 2);
            var exchange = exchangeOf(frame);
            broker.stepFor(exchange).run(exchange);
        }
    }

    /** Closing while bytes are unread would reset the connection, and what was sent might never be seen. */
    private void skipRest(DataInputStream in) throws IOException {
        socket.shutdownOutput();
        while (in.read() >= 0) {
            // Nothing is done with it.
        }
    }

    private ScriptedExchange exchangeOf(byte[] frame) throws IOException {
        try {
            return ScriptedExchange.read(frame, this);
        } catch (MalformedMessage e) {
            throw new EOFException("the client sent no request: " + e.getMessage());
        }
    }

    void send(byte[] bytes) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(bytes);
        out.flush();
    }

    void close() throws IOException {
        socket.close();
    }
}
