package io.milena.server.network;

import io.milena.common.Invariant;
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
 * <p>Confined to its event loop, apart from the methods that say otherwise.
 */
final class Connection extends ChannelInboundHandlerAdapter {

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
    private final ReceivedBytes received;
    private final ResponseQueue responses;

    private Phase phase = Phase.OPEN;
    private @Nullable ResponseSlot current;
    private boolean processing;
    private boolean touched;
    private boolean frameWaits;
    private boolean awaitsBudget;
    private long lastActiveNanos;
    private long lastTakenMark;
    private long closingSinceNanos;

    Connection(ConnectionTerms terms, Loop loop, Channel channel) {
        this.terms = terms;
        this.loop = loop;
        this.channel = channel;
        this.decoder = new FrameDecoder(
                channel.alloc(), terms.config().requests().maxFrameBytes(), terms.incomplete()::availableBytes);
        this.peer = new Peer(terms.listener(), addressOf(channel.remoteAddress()), addressOf(channel.localAddress()));
        this.maxIdleNanos = terms.config().connections().maxIdle().toNanos();
        this.maxStalledNanos = terms.config().connections().maxStalled().toNanos();
        this.traffic = metricsOfRoom().traffic(terms.listener(), loop);
        this.responses = new ResponseQueue(channel, loop.time(), traffic, this::touch);
        this.lastActiveNanos = loop.time().nanos();
        this.received = new ReceivedBytes(this, decoder, terms, lastActiveNanos);
    }

    private static InetSocketAddress addressOf(SocketAddress address) {
        return address instanceof InetSocketAddress known ? known : new InetSocketAddress(0);
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        loop.opened(this);
        metricsOfRoom().connectionOpened();
        traffic.opened();
        peer.joins(traffic.clients());
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        if (phase != Phase.OPEN) {
            bytes.release();
            return;
        }
        lastActiveNanos = loop.time().nanos();
        int arrivedBytes = decoder.feed(bytes);
        traffic.received(arrivedBytes);
        received.arrived(arrivedBytes, lastActiveNanos);
        process();
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        flush();
    }

    /** Goes on after the work in hand; see {@link Loop#touch}. */
    void resume() {
        touched = false;
        if (phase != Phase.CLOSED) {
            process();
            flush();
        }
    }

    private void touch() {
        if (!touched && phase != Phase.CLOSED) {
            touched = true;
            loop.touch(this);
        }
    }

    private void flush() {
        responses.flush();
        if (frameWaits && mayHandle()) {
            touch();
        }
        if (phase == Phase.LAST_ANSWERS && responses.isEmpty()) {
            finish();
        }
    }

    private void process() {
        if (processing || phase != Phase.OPEN) {
            return;
        }
        processing = true;
        try {
            while (mayHandle() && decoder.hasFrame()) {
                handle(decoder.take());
            }
            setFrameWaits(phase == Phase.OPEN && decoder.hasFrame());
        } catch (BadFrame bad) {
            warn(bad.kind().name(), bad.getMessage() + " " + terms.listener() + ", from " + peer.remote());
            finishAnswering();
        } finally {
            processing = false;
        }
        received.count();
        updateReading();
    }

    private void moveTo(Phase next) {
        Invariant.check(next.compareTo(phase) > 0, "a connection never goes back to an earlier phase");
        phase = next;
        setFrameWaits(false);
    }

    private void setFrameWaits(boolean waits) {
        if (waits != frameWaits) {
            frameWaits = waits;
            metricsOfRoom().framesWaiting(waits ? 1 : -1);
        }
    }

    private boolean mayHandle() {
        RequestConfig limits = terms.config().requests();
        return current == null
                && phase == Phase.OPEN
                && responses.size() < limits.maxInFlight()
                && responses.unsentBytes() <= limits.maxUnsentBytes();
    }

    private void handle(ByteBuf frame) {
        traffic.asked();
        var slot = new ResponseSlot(this, loop, frame, received.lastReadNanos());
        received.requestBegan(slot.requestBytes);
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
        if (phase == Phase.CLOSING || phase == Phase.CLOSED) {
            slot.abandon();
            return;
        }
        slot.done = true;
        lastActiveNanos = slot.answeredNanos;
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
        received.requestReleased(bytes);
        if (!processing) {
            received.count();
        }
    }

    private void updateReading() {
        boolean overBudget = received.areOverBudget();
        boolean read = phase == Phase.OPEN && !frameWaits && !overBudget;
        if (read != channel.config().isAutoRead()) {
            received.readingChanged(loop.time().nanos());
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
        moveTo(Phase.LAST_ANSWERS);
        decoder.release();
        touch();
    }

    /** As if this were the client's last request: what is begun is answered. From any thread. */
    void finishUp() {
        loop.tryExecute(() -> {
            if (phase == Phase.OPEN) {
                finishAnswering();
                received.count();
                updateReading();
                flush();
            }
        });
    }

    /** When the incomplete request began, or last made progress. From any thread. */
    long progressNanos() {
        return received.progressNanos();
    }

    /** Sends what is written, then closes. */
    private void finish() {
        moveTo(Phase.CLOSING);
        closingSinceNanos = loop.time().nanos();
        channel.config().setAutoRead(false);
        responses.flushAndClose();
    }

    /**
     * Closes this connection: all incomplete requests together are too much, and its own has grown least of late. From
     * any thread.
     */
    void closeAsSlowest() {
        loop.tryExecute(() -> {
            if (terms.incomplete().isLeaving(this)) {
                warn(
                        "slowest",
                        "too many bytes of incomplete requests: closed the one that made progress longest ago, of "
                                + peer);
                channel.close();
            }
        });
    }

    /** Closes this connection if it is silent for too long, stuck in a request, or slow to take its last answers. */
    void lookAt(long nowNanos) {
        if (phase == Phase.CLOSING) {
            closeIf(nowNanos - closingSinceNanos > CLOSING_NANOS);
            return;
        }
        noticeTaken(nowNanos);
        boolean stalled = received.areIncomplete()
                && channel.config().isAutoRead()
                && nowNanos - received.silentSinceNanos() > maxStalledNanos;
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
        moveTo(Phase.CLOSED);
        current = null;
        processing = true;
        decoder.release();
        responses.abandon();
        received.count();
        loop.closed(this);
        metricsOfRoom().connectionClosed();
        traffic.closed();
        peer.leaves();
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

    /** Where the next bytes of this connection are best received, see {@link FrameDecoder#space}; or null. */
    @Nullable
    ByteBuf space() {
        return phase == Phase.OPEN ? decoder.space() : null;
    }

    ByteBufAllocator allocator() {
        return channel.alloc();
    }

    boolean isClosed() {
        return phase == Phase.CLOSED;
    }

    ChannelFuture closeFuture() {
        return channel.closeFuture();
    }

    /** Closes without waiting for anything. From any thread. */
    void closeNow() {
        channel.close();
    }

    /**
     * Where a connection stands; it only moves down.
     *
     * <pre>
     *   OPEN          requests are handled
     *   LAST_ANSWERS  no further one is; those begun are answered
     *   CLOSING       what is written is sent, for a bounded time
     *   CLOSED        nothing is held any more
     * </pre>
     */
    private enum Phase {
        OPEN,
        LAST_ANSWERS,
        CLOSING,
        CLOSED
    }
}
