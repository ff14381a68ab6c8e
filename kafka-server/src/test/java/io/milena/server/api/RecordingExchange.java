package io.milena.server.api;

import io.milena.common.time.Scheduler;
import io.milena.protocol.ApiKey;
import io.milena.protocol.FileRecords;
import io.milena.protocol.GatheringSink;
import io.milena.server.network.Exchange;
import io.milena.server.network.Exchange.Fetcher;
import io.milena.server.network.Peer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufHolder;
import io.netty.buffer.Unpooled;
import io.netty.util.ReferenceCounted;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One request without a connection: notes what becomes of it, with the bytes that a client would get. */
public final class RecordingExchange implements Exchange {

    private final ByteBuf frame;
    private final Scheduler scheduler;
    private final Peer peer =
            new Peer("PLAINTEXT", new InetSocketAddress("127.0.0.1", 50_000), new InetSocketAddress("127.0.0.1", 9092));
    private @Nullable ByteBuf response;
    private @Nullable String closedBecause;
    private @Nullable ApiKey key;
    private @Nullable Runnable onClosed;
    private @Nullable Fetcher fetcher;
    private long convertedBytes;
    private boolean frameDone;
    private boolean proceeded;
    private boolean unanswered;
    private boolean keepsAnswer;
    private List<ReferenceCounted> kept = List.of();

    /** @param frame request header and body */
    public RecordingExchange(ByteBuf frame, Scheduler scheduler) {
        this.frame = frame;
        this.scheduler = scheduler;
    }

    @Override
    public ByteBuf frame() {
        return frame;
    }

    @Override
    public Peer peer() {
        return peer;
    }

    @Override
    public Scheduler scheduler() {
        return scheduler;
    }

    @Override
    public ByteBufAllocator allocator() {
        return ByteBufAllocator.DEFAULT;
    }

    @Override
    public void identify(ApiKey named, short version) {
        key = named;
    }

    @Override
    public void converted(long nanos, long bytes) {
        convertedBytes += bytes;
    }

    /** What was converted for this exchange by someone who measured it. */
    public long convertedBytes() {
        return convertedBytes;
    }

    @Override
    public void fetchedBy(Fetcher reader) {
        fetcher = reader;
    }

    @Override
    public void frameRead() {
        frameDone = true;
    }

    @Override
    public void proceed() {
        proceeded = true;
    }

    @Override
    public void onClosed(Runnable task) {
        onClosed = task;
    }

    @Override
    public void reply(GatheringSink sink) {
        kept = sink.parts();
        if (!keepsAnswer) {
            takeAnswer();
        }
    }

    /** From now on an answer stays in the broker until {@link #takeAnswer}. */
    void keepAnswer() {
        keepsAnswer = true;
    }

    /** The client takes what it is answered. */
    void takeAnswer() {
        ByteBuf bytes = Unpooled.buffer();
        for (ReferenceCounted part : kept) {
            copy(part, bytes);
            part.release();
        }
        kept = List.of();
        if (response == null) {
            response = bytes;
        }
    }

    private static void copy(ReferenceCounted part, ByteBuf to) {
        if (part instanceof ByteBuf buffer) {
            to.writeBytes(buffer);
        } else if (part instanceof ByteBufHolder holder) {
            to.writeBytes(holder.content().duplicate());
        } else if (part instanceof FileRecords records) {
            copyFile(records, to);
        }
    }

    private static void copyFile(FileRecords records, ByteBuf to) {
        ByteBuffer bytes = ByteBuffer.allocate(records.sizeBytes());
        try {
            records.channel().read(bytes, records.position());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        to.writeBytes(bytes.flip());
    }

    @Override
    public void noReply() {
        unanswered = true;
    }

    @Override
    public void close(String why) {
        closedBecause = why;
    }

    /** The connection is lost. */
    public void loseConnection() {
        if (onClosed != null) {
            onClosed.run();
        }
    }

    /** The whole response with its length; null if there is none so far. */
    public @Nullable ByteBuf response() {
        return response;
    }

    /** Why the connection was closed; null if it was not. */
    public @Nullable String closedBecause() {
        return closedBecause;
    }

    /** As which API the request was identified; null if as none. */
    public @Nullable ApiKey key() {
        return key;
    }

    /** As whose Fetch the request was identified; null if as none. */
    public @Nullable Fetcher fetcher() {
        return fetcher;
    }

    /** Whether the frame was given back before the answer. */
    public boolean isFrameDone() {
        return frameDone;
    }

    public boolean hasProceeded() {
        return proceeded;
    }

    /** Whether it ended without an answer on purpose. */
    public boolean isUnanswered() {
        return unanswered;
    }
}
