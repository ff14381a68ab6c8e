package io.milena.testkit;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.ApiMessage;
import io.milena.protocol.BufferSink;
import io.milena.protocol.MalformedMessage;
import io.milena.protocol.RequestHeader;
import io.milena.protocol.ResponseHeader;
import io.milena.protocol.messages.InitProducerIdRequest;
import io.milena.protocol.messages.InitProducerIdResponse;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import org.awaitility.Awaitility;

/**
 * One connection that speaks the protocol by hand: sends what it is told, in any version, whole or broken, as many
 * requests at once as it likes. Confined to the test's thread.
 */
public final class WireClient implements AutoCloseable {

    private static final int TIMEOUT_MS = 10_000;
    private static final int NARROW_BYTES = 4096;
    private static final String CLIENT_ID = "wire";

    private final Socket socket;
    private final OutputStream out;
    private final DataInputStream in;
    private int lastCorrelationId;

    private WireClient(Socket socket) throws IOException {
        this.socket = socket;
        this.out = socket.getOutputStream();
        this.in = new DataInputStream(socket.getInputStream());
    }

    public static WireClient connect(InetSocketAddress address) {
        return connect(address, TIMEOUT_MS);
    }

    /** One that waits so long for an answer. */
    public static WireClient connect(InetSocketAddress address, int timeoutMs) {
        return connect(new Socket(), address, timeoutMs);
    }

    /** One whose kernel takes hardly anything for it that it does not read itself. */
    public static WireClient connectNarrowly(InetSocketAddress address) {
        var socket = new Socket();
        try {
            socket.setReceiveBufferSize(NARROW_BYTES);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return connect(socket, address, TIMEOUT_MS);
    }

    private static WireClient connect(Socket socket, InetSocketAddress address, int timeoutMs) {
        try {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(timeoutMs);
            socket.connect(address, TIMEOUT_MS);
            return new WireClient(socket);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends a request and reads its answer. */
    public <R extends ApiMessage> R call(Class<R> responseType, ApiKey api, int version, ApiMessage request) {
        send(api, version, request);
        return receive(responseType, api, version);
    }

    /** Sends a request and does not wait. Releases the request's records. */
    public void send(ApiKey api, int version, ApiMessage request) {
        ByteBuf body = Unpooled.buffer();
        request.write(new BufferSink(body), (short) version);
        request.release();
        byte[] bytes = new byte[body.readableBytes()];
        body.readBytes(bytes);
        sendBody(api, version, bytes);
    }

    /** Sends a header of this API and version, and after it any bytes. */
    public void sendBody(ApiKey api, int version, byte[] body) {
        lastCorrelationId++;
        var header = RequestHeader.of(api, (short) version, lastCorrelationId, CLIENT_ID);
        ByteBuf frame = Unpooled.buffer();
        header.write(frame, api.requestHeaderVersion((short) version));
        frame.writeBytes(body);
        byte[] bytes = new byte[frame.readableBytes()];
        frame.readBytes(bytes);
        sendFrame(bytes);
    }

    /** Sends a length and as many bytes. */
    public void sendFrame(byte[] bytes) {
        ByteBuf framed = Unpooled.buffer(Integer.BYTES + bytes.length);
        framed.writeInt(bytes.length).writeBytes(bytes);
        sendRaw(framed.array());
    }

    /** Sends just these bytes. */
    public void sendRaw(byte[] bytes) {
        try {
            out.write(bytes);
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The answer to the oldest request that is due one; its correlation id must fit into the order of sending. */
    public <R extends ApiMessage> R receive(Class<R> responseType, ApiKey api, int version) {
        ByteBuf frame = Unpooled.wrappedBuffer(receiveFrame());
        try {
            ResponseHeader.read(frame, api.responseHeaderVersion((short) version));
            var response = responseType.cast(api.readResponse(frame, (short) version));
            if (frame.isReadable()) {
                throw new AssertionError(frame.readableBytes() + " bytes too many behind " + response);
            }
            return response;
        } catch (MalformedMessage e) {
            throw new AssertionError("the broker's answer to " + api.apiName() + " v" + version + " is malformed", e);
        }
    }

    /** A producer id; the first may have to wait until the broker has a block of them, a retriable error till then. */
    public long newProducerId() {
        var request = new InitProducerIdRequest().transactionalId(null).transactionTimeoutMs(60_000);
        return Awaitility.await()
                .until(
                        () -> call(InitProducerIdResponse.class, ApiKey.INIT_PRODUCER_ID, 1, request),
                        answer -> answer.errorCode() == ErrorCode.NONE.code())
                .producerId();
    }

    /** The next frame without its length. */
    public byte[] receiveFrame() {
        try {
            byte[] frame = new byte[in.readInt()];
            in.readFully(frame);
            return frame;
        } catch (IOException e) {
            throw new UncheckedIOException("no answer from the broker", e);
        }
    }

    /** The correlation id of the request that was sent last. */
    public int lastCorrelationId() {
        return lastCorrelationId;
    }

    /** Whether the broker has closed this connection, or does so within the time-out; skips what it still sends. */
    public boolean isClosedByBroker() {
        byte[] skipped = new byte[8192];
        try {
            int read = 0;
            while (read >= 0) {
                read = in.read(skipped);
            }
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
