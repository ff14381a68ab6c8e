package io.milena.server.network;

import io.milena.common.time.Time;
import io.milena.protocol.FileRecords;
import io.milena.protocol.GatheringSink;
import io.milena.protocol.RecordsBuffer;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.util.ReferenceCounted;
import org.jspecify.annotations.Nullable;

/**
 * The answers of one connection on their way out: in the order of their requests, flushed together, and counted until
 * the client has taken them.
 *
 * <p>Confined to the connection's loop.
 */
final class ResponseQueue {

    private final Channel channel;
    private final Time time;
    private final Traffic traffic;
    private final Runnable onTaken;
    private @Nullable ResponseSlot head;
    private @Nullable ResponseSlot tail;
    private int size;
    private Batch written = new Batch();
    private long unsentBytes;
    private int backlog;

    /** Answers written between two flushes, in order. */
    private static final class Batch {
        private @Nullable ResponseSlot first;
        private @Nullable ResponseSlot last;
        private long bytes;

        void add(ResponseSlot slot) {
            if (last == null) {
                first = slot;
            } else {
                last.next = slot;
            }
            last = slot;
        }

        void clear() {
            first = null;
            last = null;
            bytes = 0;
        }

        void writing(long nowNanos) {
            for (ResponseSlot slot = first; slot != null; slot = slot.next) {
                slot.writtenNanos = nowNanos;
            }
        }

        void sent(long nowNanos) {
            for (ResponseSlot slot = first; slot != null; slot = slot.next) {
                slot.record(nowNanos);
            }
        }
    }

    /** @param onTaken runs when a client that lagged behind has taken a batch of answers */
    ResponseQueue(Channel channel, Time time, Traffic traffic, Runnable onTaken) {
        this.channel = channel;
        this.time = time;
        this.traffic = traffic;
        this.onTaken = onTaken;
    }

    void add(ResponseSlot slot) {
        if (tail == null) {
            head = slot;
        } else {
            tail.next = slot;
        }
        tail = slot;
        size++;
    }

    /**
     * Writes, without flushing, every answer whose turn it is.
     *
     * @return why the connection must be closed after these; null when it goes on
     */
    @Nullable
    String writeReady() {
        ResponseSlot slot = head;
        while (slot != null && slot.done) {
            removeHead(slot);
            if (slot.closeReason() != null) {
                slot.writtenNanos = time.nanos();
                slot.record(slot.writtenNanos);
                return slot.closeReason();
            }
            write(slot);
            slot = head;
        }
        return null;
    }

    private void removeHead(ResponseSlot slot) {
        head = slot.next;
        slot.next = null;
        if (head == null) {
            tail = null;
        }
        size--;
    }

    private void write(ResponseSlot slot) {
        written.add(slot);
        GatheringSink response = slot.takeResponse();
        if (response == null) {
            return;
        }
        long bytes = response.sizeBytes();
        written.bytes += bytes;
        unsentBytes += bytes;
        traffic.answered(bytes);
        for (ReferenceCounted part : response.parts()) {
            channel.pipeline().write(outgoing(part), channel.voidPromise());
        }
    }

    private static Object outgoing(ReferenceCounted part) {
        if (part instanceof FileRecords records) {
            return new FileRecordsRegion(records);
        }
        return part instanceof RecordsBuffer records ? records.content() : part;
    }

    /** Sends what was written. */
    void flush() {
        if (written.first == null) {
            return;
        }
        written.writing(time.nanos());
        if (written.bytes > 0) {
            channel.pipeline().flush();
        }
        if (isAllOut()) {
            unsentBytes -= written.bytes;
            written.sent(time.nanos());
            written.clear();
        } else {
            awaitTaken(written);
            written = new Batch();
        }
    }

    private boolean isAllOut() {
        ChannelOutboundBuffer outbound = channel.unsafe().outboundBuffer();
        return outbound == null || outbound.isEmpty();
    }

    /** An empty write comes to its turn when everything before it is out. */
    private void awaitTaken(Batch batch) {
        backlog++;
        traffic.backlogged(1);
        channel.pipeline().writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(future -> {
            backlog--;
            traffic.backlogged(-1);
            unsentBytes -= batch.bytes;
            if (future.isSuccess()) {
                batch.sent(time.nanos());
                onTaken.run();
            }
        });
    }

    /** Sends what was written, and closes the connection when the client has taken it. */
    void flushAndClose() {
        flush();
        channel.pipeline().writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }

    /** The connection has closed: nothing that waits here will be sent. */
    void abandon() {
        ResponseSlot slot = head;
        head = null;
        tail = null;
        size = 0;
        while (slot != null) {
            ResponseSlot following = slot.next;
            slot.next = null;
            slot.connectionClosed();
            slot = following;
        }
    }

    /** Requests begun and not answered, and answers that wait for earlier ones. */
    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** Bytes written that the client has not taken, as far as known. */
    long unsentBytes() {
        return unsentBytes;
    }

    /** Whether the client lags behind. */
    boolean isBacklogged() {
        return backlog > 0;
    }

    /** A number that changes whenever the client of a backlogged connection takes something. */
    long takenMark() {
        ChannelOutboundBuffer outbound = channel.unsafe().outboundBuffer();
        return outbound == null ? 0 : outbound.currentProgress() - ((long) outbound.size() << Integer.SIZE);
    }
}
