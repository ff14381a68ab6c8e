package io.milena.server.network;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection of a client: cuts requests out of what arrives, has them handled one at a time, and sends the answers
 * in the order of the requests.
 *
 * <p>A request holds the connection until it is answered or lets its successor start. While it does, at most one more
 * whole request is taken off the socket, and reading stops; so a connection holds little, and a client that floods or
 * does not read its answers is slowed down by TCP. Handling begins only from this connection's own reads and from tasks
 * of the loop, never inside the answer to another one's request.
 *
 * <p>Confined to its event loop, apart from {@link #closeAsSlowest} and {@link #finishUp}.
 */
final class Connection extends ChannelInboundHandlerAdapter {

    /** So much more of a request is progress. */
    private static final int PROGRESS_BYTES = 4096;

    private static final Logger log = LoggerFactory.getLogger(Connection.class);

    /** How long a connection that is being closed waits for its client to take the last answers. */
    private static final long CLOSING_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final ConnectionTerms terms;
    private final Loop loop;
    private final Channel channel;
    private final FrameDecoder decoder;
    private final Peer peer;
    private final long maxIdleNanos;
    private final long maxStalledNanos;
    private final Traffic traffic;
    private final ResponseQueue responses;

    private @Nullable ResponseSlot current;
    private boolean processing;
    private boolean touched;
    private boolean frameWaits;
    private boolean frameWaitsShown;
    private boolean awaitsBudget;
    /** No further request is handled; the connection closes when those begun are answered. */
    private boolean lastWords;

    private boolean closing;
    private boolean closed;
    private long framesHeldBytes;
    private long shownHeldBytes;
    private long shownIncompleteBytes;
    private long receivedBytes;
    private long progressMark;
    private volatile long progressNanos;
    private long lastReadNanos;
    private long lastActiveNanos;
    private long lastTakenMark;
    private long closingSinceNanos;

    Connection(ConnectionTerms terms, Loop loop, Channel channel) {
        this.terms = terms;
        this.loop = loop;
        this.channel = channel;
        this.decoder =
                new FrameDecoder(channel.alloc(), terms.config().requests().maxFrameBytes());
        this.peer = new Peer(terms.listener(), addressOf(channel.remoteAddress()), addressOf(channel.localAddress()));
        this.maxIdleNanos = terms.config().connections().maxIdle().toNanos();
        this.maxStalledNanos = terms.config().connections().maxStalled().toNanos();
        this.traffic = metricsOfRoom().traffic(terms.listener(), loop);
        this.responses = new ResponseQueue(channel, loop.time(), traffic, this::touch);
        this.lastActiveNanos = loop.time().nanos();
        this.lastReadNanos = lastActiveNanos;
    }

    private static InetSocketAddress addressOf(SocketAddress address) {
        return address instanceof InetSocketAddress known ? known : new InetSocketAddress(0);
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        loop.opened(this);
        metricsOfRoom().connectionOpened();
        traffic.opened();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf received = (ByteBuf) message;
        if (lastWords || closing) {
            received.release();
            return;
        }
        lastReadNanos = loop.time().nanos();
        lastActiveNanos = lastReadNanos;
        traffic.received(received.readableBytes());
        receivedBytes += received.readableBytes();
        decoder.feed(received);
        process();
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        flush();
    }

    /** Goes on after the work in hand; see {@link Loop#touch}. */
    void resume() {
        touched = false;
        if (!closed) {
            process();
            flush();
        }
    }

    private void touch() {
        if (!touched && !closed) {
            touched = true;
            loop.touch(this);
        }
    }

    private void flush() {
        responses.flush();
        if (frameWaits && mayHandle()) {
            touch();
        }
        if (lastWords && !closing && responses.isEmpty()) {
            finish();
        }
    }

    private void process() {
        if (processing || lastWords || closing) {
            return;
        }
        processing = true;
        try {
            while (mayHandle() && decoder.hasFrame()) {
                handle(decoder.take());
            }
            frameWaits = !lastWords && !closing && decoder.hasFrame();
        } catch (BadFrame bad) {
            warn(bad.kind().name(), bad.getMessage() + " " + terms.listener() + ", from " + peer.remote());
            finishAnswering();
        } finally {
            processing = false;
        }
        account();
        updateReading();
    }

    private boolean mayHandle() {
        RequestConfig limits = terms.config().requests();
        return current == null
                && !lastWords
                && !closing
                && responses.size() < limits.maxInFlight()
                && responses.unsentBytes() <= limits.maxUnsentBytes();
    }

    private void handle(ByteBuf frame) {
        traffic.asked();
        var slot = new ResponseSlot(this, loop, frame, lastReadNanos);
        framesHeldBytes += slot.requestBytes;
        current = slot;
        responses.add(slot);
        try {
            terms.sink().handle(slot);
        } catch (OutOfMemoryError full) {
            slot.close("there is no memory for its request: " + full.getMessage());
        } catch (Throwable broken) {
            log.error("a request from {} met a fault, its connection is closed", peer, broken);
            slot.close("its request met a fault");
        }
        slot.handlerReturned();
    }

    /** The outcome of {@code slot} is on the loop. */
    void answered(ResponseSlot slot) {
        if (closed || closing) {
            slot.abandon();
            return;
        }
        slot.done = true;
        slot.frameRead();
        letGo(slot);
        String closeReason = responses.writeReady();
        if (closeReason != null) {
            warn("closed by a request", "closed the connection of " + peer + ": " + closeReason);
            finish();
        } else if (!processing) {
            touch();
        }
    }

    /** {@code slot} no longer keeps its successor waiting. */
    void letGo(ResponseSlot slot) {
        if (current == slot) {
            current = null;
            if (!processing) {
                touch();
            }
        }
    }

    /** A request has given up its frame. */
    void gaveBack(int bytes) {
        framesHeldBytes -= bytes;
        if (!processing) {
            account();
        }
    }

    /** Tells the shared counters what this connection holds, where that has changed. */
    private void account() {
        long held = framesHeldBytes + decoder.heldBytes();
        if (held != shownHeldBytes) {
            terms.held().add(held - shownHeldBytes);
            shownHeldBytes = held;
        }
        long incomplete = decoder.incompleteBytes();
        noteProgress();
        if (incomplete != shownIncompleteBytes) {
            long change = incomplete - shownIncompleteBytes;
            if (shownIncompleteBytes == 0) {
                terms.incomplete().began(this);
            } else if (incomplete == 0) {
                terms.incomplete().ended(this);
            }
            shownIncompleteBytes = incomplete;
            terms.incomplete().add(change);
        }
        if (frameWaits != frameWaitsShown) {
            frameWaitsShown = frameWaits;
            metricsOfRoom().framesWaiting(frameWaits ? 1 : -1);
        }
    }

    private void updateReading() {
        boolean overBudget = shownHeldBytes > 0 && terms.held().isExhausted();
        boolean read = !frameWaits && !overBudget && !lastWords && !closing;
        if (read != channel.config().isAutoRead()) {
            channel.config().setAutoRead(read);
        }
        if (overBudget && !awaitsBudget) {
            awaitsBudget = true;
            terms.held().whenAvailable(() -> loop.tryExecute(this::budgetAvailable));
        }
    }

    private void budgetAvailable() {
        awaitsBudget = false;
        touch();
    }

    /** Handles no further request, and closes the connection once those begun are answered. */
    private void finishAnswering() {
        lastWords = true;
        closingSinceNanos = loop.time().nanos();
        frameWaits = false;
        decoder.release();
        touch();
    }

    /** As if this were the client's last request: what is begun is answered. From any thread. */
    void finishUp() {
        loop.tryExecute(() -> {
            if (!lastWords && !closing && !closed) {
                finishAnswering();
                account();
                updateReading();
                flush();
            }
        });
    }

    /** Sends what is written, then closes. */
    /** A few bytes now and then are none. */
    private void noteProgress() {
        if (shownIncompleteBytes == 0 || receivedBytes - progressMark >= PROGRESS_BYTES) {
            progressMark = receivedBytes;
            progressNanos = lastReadNanos;
        }
    }

    /** When the incomplete request last grew by much, or began. Any thread. */
    long progressNanos() {
        return progressNanos;
    }

    private void finish() {
        closing = true;
        closingSinceNanos = loop.time().nanos();
        frameWaits = false;
        channel.config().setAutoRead(false);
        responses.flushAndClose();
    }

    /** Closes this connection: all incomplete requests together are too much, and its own has grown least of late. */
    void closeAsSlowest() {
        loop.tryExecute(() -> {
            if (!closed && decoder.incompleteBytes() > 0) {
                warn("slowest", "too many bytes of incomplete requests: closed the slowest, " + peer);
                channel.close();
            }
        });
    }

    /** Closes this connection if it is silent for too long, stuck in a request, or slow to take its last answers. */
    void lookAt(long nowNanos) {
        if (closing) {
            closeIf(nowNanos - closingSinceNanos > CLOSING_NANOS);
            return;
        }
        noticeTaken(nowNanos);
        boolean stalled = decoder.incompleteBytes() > 0
                && channel.config().isAutoRead()
                && nowNanos - lastReadNanos > maxStalledNanos;
        boolean idle = nowNanos - lastActiveNanos > maxIdleNanos && (responses.isEmpty() || responses.isBacklogged());
        if (stalled) {
            warn("stalled", "an incomplete request made no progress: closed the connection of " + peer);
        } else if (idle) {
            metricsOfRoom().connectionExpired();
            traffic.expired();
        }
        closeIf(stalled || idle);
    }

    private void closeIf(boolean due) {
        if (due) {
            channel.close();
        }
    }

    /** A client that takes an answer bit by bit is slow, not silent. */
    private void noticeTaken(long nowNanos) {
        if (responses.isBacklogged() && responses.takenMark() != lastTakenMark) {
            lastTakenMark = responses.takenMark();
            lastActiveNanos = nowNanos;
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        closed = true;
        frameWaits = false;
        current = null;
        processing = true;
        decoder.release();
        responses.abandon();
        account();
        loop.closed(this);
        metricsOfRoom().connectionClosed();
        traffic.closed();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (cause instanceof IOException) {
            log.debug("connection of {} is lost", peer, cause);
        } else if (cause instanceof OutOfMemoryError) {
            warn("no memory", "closed the connection of " + peer + " for want of memory: " + cause.getMessage());
        } else {
            log.error("connection of {} is closed after a fault", peer, cause);
        }
        channel.close();
    }

    private void warn(String kind, String line) {
        terms.server().log().warn(kind, line);
    }

    private NetworkMetrics metricsOfRoom() {
        return terms.server().metrics();
    }

    RequestMetrics metrics() {
        return metricsOfRoom().requests();
    }

    Peer peer() {
        return peer;
    }

    ByteBufAllocator allocator() {
        return channel.alloc();
    }

    boolean isClosed() {
        return closed;
    }

    ChannelFuture closeFuture() {
        return channel.closeFuture();
    }

    /** Closes without waiting for anything. From any thread. */
    void closeNow() {
        channel.close();
    }
}
