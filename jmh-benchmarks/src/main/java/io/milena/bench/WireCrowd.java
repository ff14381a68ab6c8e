package io.milena.bench;

import io.milena.protocol.ApiKey;
import io.milena.protocol.ApiMessage;
import io.milena.protocol.BufferSink;
import io.milena.protocol.MalformedMessage;
import io.milena.protocol.RequestHeader;
import io.milena.protocol.ResponseHeader;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/**
 * Many connections to one broker in one thread, so that what is measured is the broker and not its clients: takes
 * finished frames, and gives back whatever answer comes next. Confined to one thread.
 */
final class WireCrowd implements AutoCloseable {

    private static final String CLIENT_ID = "crowd";
    private static final int FIRST_BUFFER_BYTES = 1 << 10;
    private static final long PATIENCE_MS = 60_000;

    private final Selector selector;
    private final List<SocketChannel> sockets = new ArrayList<>();
    private final Queue<Answer> arrived = new ArrayDeque<>();

    private WireCrowd(Selector selector) {
        this.selector = selector;
    }

    static WireCrowd connect(Contender broker, int connections) throws IOException {
        var crowd = new WireCrowd(Selector.open());
        for (int i = 0; i < connections; i++) {
            SocketChannel socket = SocketChannel.open(new InetSocketAddress("127.0.0.1", broker.port()));
            socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
            socket.configureBlocking(false);
            socket.register(crowd.selector, SelectionKey.OP_READ, new Inbound(i));
            crowd.sockets.add(socket);
        }
        return crowd;
    }

    /** A request as it goes out. All have the same correlation id: a connection has one at a time. */
    static byte[] frame(ApiKey api, int version, ApiMessage request) {
        ByteBuf frame = Unpooled.buffer();
        frame.writeInt(0);
        RequestHeader.of(api, (short) version, 1, CLIENT_ID).write(frame, api.requestHeaderVersion((short) version));
        request.write(new BufferSink(frame), (short) version);
        frame.setInt(0, frame.readableBytes() - Integer.BYTES);
        byte[] bytes = new byte[frame.readableBytes()];
        frame.readBytes(bytes);
        return bytes;
    }

    int size() {
        return sockets.size();
    }

    void send(int who, byte[] frame) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(frame);
        while (bytes.hasRemaining()) {
            sockets.get(who).write(bytes);
        }
    }

    /** The next answer to anyone. */
    Answer next() throws IOException {
        while (arrived.isEmpty()) {
            if (selector.select(PATIENCE_MS) == 0) {
                throw new IOException("no answer within " + PATIENCE_MS + " ms");
            }
            for (SelectionKey key : selector.selectedKeys()) {
                ((Inbound) key.attachment()).read((SocketChannel) key.channel(), arrived);
            }
            selector.selectedKeys().clear();
        }
        return arrived.remove();
    }

    @Override
    public void close() throws IOException {
        for (SocketChannel socket : sockets) {
            socket.close();
        }
        selector.close();
    }

    /**
     * What came to one of them.
     *
     * @param frame without its length
     */
    record Answer(int who, byte[] frame) {

        <R extends ApiMessage> R as(Class<R> type, ApiKey api, int version) {
            ByteBuf bytes = Unpooled.wrappedBuffer(frame);
            try {
                ResponseHeader.read(bytes, api.responseHeaderVersion((short) version));
                return type.cast(api.readResponse(bytes, (short) version));
            } catch (MalformedMessage e) {
                throw new IllegalStateException(api.apiName() + " v" + version, e);
            }
        }
    }

    /** The first part of the next frame of one connection. */
    private static final class Inbound {

        private final int who;
        private ByteBuffer bytes = ByteBuffer.allocate(FIRST_BUFFER_BYTES);

        Inbound(int who) {
            this.who = who;
        }

        void read(SocketChannel socket, Queue<Answer> arrived) throws IOException {
            receiveAll(socket);
            bytes.flip();
            while (bytes.remaining() >= Integer.BYTES
                    && bytes.remaining() - Integer.BYTES >= bytes.getInt(bytes.position())) {
                byte[] frame = new byte[bytes.getInt()];
                bytes.get(frame);
                arrived.add(new Answer(who, frame));
            }
            bytes.compact();
        }

        /** All that is there, so that a long answer does not wait for as many short ones as it has parts. */
        private void receiveAll(SocketChannel socket) throws IOException {
            while (true) {
                if (socket.read(bytes) < 0) {
                    throw new EOFException("the broker closed connection " + who);
                }
                if (bytes.hasRemaining()) {
                    return;
                }
                bytes = ByteBuffer.allocate(2 * bytes.capacity()).put(bytes.flip());
            }
        }
    }
}
