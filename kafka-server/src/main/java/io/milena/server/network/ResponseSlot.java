package io.milena.server.network;

import io.milena.common.time.Scheduler;
import io.milena.protocol.ApiKey;
import io.milena.protocol.GatheringSink;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * One request and the place of its answer in the order of its connection.
 *
 * <p>Confined to the connection's loop, apart from the ways to answer: the first of those takes the slot, and hands it
 * to the loop with what it brings.
 */
final class ResponseSlot implements Exchange {

    private static final AtomicIntegerFieldUpdater<ResponseSlot> TAKEN =
            AtomicIntegerFieldUpdater.newUpdater(ResponseSlot.class, "taken");

    private final Connection connection;
    private final Loop loop;
    private @Nullable ByteBuf frame;
    private @Nullable Runnable whenClosed;
    private RequestMetrics.@Nullable Api api;
    private RequestMetrics.@Nullable Api fetch;
    private short version;

    /** Zero until someone answers. Written through {@link #TAKEN}. */
    @SuppressWarnings("unused")
    private volatile int taken;

    private @Nullable GatheringSink response;
    private @Nullable String closeReason;

    final int requestBytes;
    final long arrivedNanos;
    final long startedNanos;
    /** When the sink returned; zero if the answer was there by then. */
    long handledNanos;

    long answeredNanos;
    long writtenNanos;
    long conversionNanos;
    long temporaryBytes;

    /** What the taker brought is on the loop. */
    boolean done;
    /** The next one in the queue of the connection. */
    @Nullable
    ResponseSlot next;
    /** The next one in the hand-over to the loop; see {@link Loop#post}. */
    @Nullable
    ResponseSlot nextAnswered;

    ResponseSlot(Connection connection, Loop loop, ByteBuf frame, long arrivedNanos) {
        this.connection = connection;
        this.loop = loop;
        this.frame = frame;
        this.requestBytes = frame.readableBytes();
        this.arrivedNanos = arrivedNanos;
        this.startedNanos = loop.time().nanos();
    }

    Connection connection() {
        return connection;
    }

    @Override
    public ByteBuf frame() {
        if (frame == null) {
            throw new IllegalStateException("the frame is gone: this exchange is answered, or proceeded");
        }
        return frame;
    }

    @Override
    public Peer peer() {
        return connection.peer();
    }

    @Override
    public Scheduler scheduler() {
        return loop.scheduler();
    }

    @Override
    public ByteBufAllocator allocator() {
        return connection.allocator();
    }

    @Override
    public void identify(ApiKey key, short apiVersion) {
        api = connection.metrics().api(key);
        version = apiVersion;
    }

    @Override
    public void fetchedBy(Fetcher fetcher) {
        fetch = connection.metrics().fetch(fetcher);
    }

    @Override
    public void converted(long nanos, long bytes) {
        conversionNanos += nanos;
        temporaryBytes += bytes;
    }

    @Override
    public void frameRead() {
        if (frame != null) {
            ByteBuf read = frame;
            frame = null;
            // Not what is readable by now: whoever parsed the frame has moved its reader index.
            connection.gaveBack(requestBytes);
            read.release();
        }
    }

    @Override
    public void proceed() {
        frameRead();
        connection.letGo(this);
    }

    @Override
    public void onClosed(Runnable task) {
        if (connection.isClosed()) {
            task.run();
        } else {
            whenClosed = task;
        }
    }

    @Override
    public void reply(GatheringSink answer) {
        if (take()) {
            response = answer;
            deliver();
        } else {
            answer.release();
        }
    }

    @Override
    public void noReply() {
        if (take()) {
            deliver();
        }
    }

    @Override
    public void close(String why) {
        if (take()) {
            closeReason = why;
            deliver();
        }
    }

    private boolean take() {
        return TAKEN.compareAndSet(this, 0, 1);
    }

    private void deliver() {
        answeredNanos = loop.time().nanos();
        if (loop.isCurrentThread()) {
            connection.answered(this);
        } else {
            loop.post(this);
        }
    }

    /** The sink has returned from handling this request. */
    void handlerReturned() {
        if (!done) {
            handledNanos = loop.time().nanos();
        }
    }

    boolean isAnswered() {
        return taken != 0;
    }

    /** The answer, once; null when there is none. */
    @Nullable
    GatheringSink takeResponse() {
        GatheringSink taking = response;
        response = null;
        return taking;
    }

    /** Why the connection must be closed at this place; null when it need not. */
    @Nullable
    String closeReason() {
        return closeReason;
    }

    /**
     * The connection has closed: gives up everything, and tells whoever waits unless the answer is there. An answer on
     * its way from another thread is left alone; the hand-over gives it up when it arrives.
     */
    void connectionClosed() {
        frameRead();
        if (done) {
            abandon();
        }
        Runnable task = whenClosed;
        whenClosed = null;
        if (task != null && !isAnswered()) {
            task.run();
        }
    }

    /** Gives up frame and answer. */
    void abandon() {
        frameRead();
        GatheringSink unsent = takeResponse();
        if (unsent != null) {
            unsent.release();
        }
    }

    /** The answer has left, or there was none, or the connection closes in its place. */
    void record(long sentNanos) {
        if (api != null) {
            api.answered(this, version, sentNanos);
        }
        if (fetch != null) {
            fetch.answered(this, version, sentNanos);
        }
    }
}
