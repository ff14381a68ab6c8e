package io.milena.testing;

import io.milena.protocol.ApiKey;
import io.milena.protocol.ApiMessage;
import io.milena.protocol.BufferSink;
import io.milena.protocol.MalformedMessage;
import io.milena.protocol.RequestHeader;
import io.milena.protocol.ResponseHeader;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.util.Arrays;

/**
 * A request that a scripted broker has got, and ways to answer it. The request stays readable, its records too, since
 * they lie on the heap.
 */
public final class ScriptedExchange {

    private final ApiKey api;
    private final RequestHeader header;
    private final ApiMessage request;
    private final ScriptedConnection connection;

    private ScriptedExchange(ApiKey api, RequestHeader header, ApiMessage request, ScriptedConnection connection) {
        this.api = api;
        this.header = header;
        this.request = request;
        this.connection = connection;
    }

    static ScriptedExchange read(byte[] frame, ScriptedConnection connection) throws MalformedMessage {
        ByteBuf in = Unpooled.wrappedBuffer(frame);
        RequestHeader header = RequestHeader.read(in);
        ApiKey api = ApiKey.of(header.apiKey());
        return new ScriptedExchange(api, header, api.readRequest(in, header.apiVersion()), connection);
    }

    public ApiKey api() {
        return api;
    }

    public short version() {
        return header.apiVersion();
    }

    public RequestHeader header() {
        return header;
    }

    /** The request itself, of the class that goes with the API. */
    public <R extends ApiMessage> R request(Class<R> type) {
        return type.cast(request);
    }

    /** Sends this answer, and gives up its records. */
    public void answer(ApiMessage answer) throws IOException {
        answer(answer, header.apiVersion());
    }

    /** Sends this answer as if the request had been of that version. */
    public void answer(ApiMessage answer, int version) throws IOException {
        connection.send(frame(answer, (short) version));
    }

    /** Sends the first bytes of this answer and dies. */
    public void answerPartOf(ApiMessage answer, int bytes) throws IOException {
        connection.send(Arrays.copyOf(frame(answer, header.apiVersion()), bytes));
        connection.close();
    }

    /** Sends an answer whose body is {@code body}. */
    public void answerWith(byte[] body) throws IOException {
        ByteBuf out = Unpooled.buffer().writeInt(0);
        ResponseHeader.of(header.correlationId()).write(out, api.responseHeaderVersion(version()));
        out.writeBytes(body).setInt(0, out.writerIndex() - Integer.BYTES);
        connection.send(bytesOf(out));
    }

    /** Sends just these bytes. */
    public void send(byte[] bytes) throws IOException {
        connection.send(bytes);
    }

    /** Ends the connection. */
    public void close() throws IOException {
        connection.close();
    }

    private byte[] frame(ApiMessage answer, short version) {
        ByteBuf out = Unpooled.buffer().writeInt(0);
        ResponseHeader.of(header.correlationId()).write(out, api.responseHeaderVersion(version));
        answer.write(new BufferSink(out), version);
        answer.release();
        out.setInt(0, out.writerIndex() - Integer.BYTES);
        return bytesOf(out);
    }

    private static byte[] bytesOf(ByteBuf out) {
        byte[] bytes = new byte[out.readableBytes()];
        out.readBytes(bytes);
        return bytes;
    }

    @Override
    public String toString() {
        return api.apiName() + " v" + version() + " " + request;
    }
}
