package io.milena.server.network;

import io.milena.common.time.Scheduler;
import io.milena.protocol.ApiKey;
import io.milena.protocol.GatheringSink;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/**
 * One request of a connection and the place of its answer. Responses leave a connection in the order in which their
 * requests came, whenever they are ready.
 *
 * <p>{@link #reply}, {@link #noReply} and {@link #close} may come from any thread; the first of them wins, and what a
 * later one brings is released. Everything else is confined to {@link #scheduler()}'s thread.
 */
public interface Exchange {

    /**
     * The frame without its length: request header and body. Owned by the exchange, which releases it when it is
     * answered, on {@link #proceed()} or {@link #frameRead()}, or when the connection closes; slices that must live
     * longer need a reference of their own.
     */
    ByteBuf frame();

    /** Who sent it. */
    Peer peer();

    /** The connection's event loop: where waiting requests are woken and their timers run. */
    Scheduler scheduler();

    /** For the buffers of the response. */
    ByteBufAllocator allocator();

    /** Names the API once the header is read; metrics of this exchange go there. */
    void identify(ApiKey key, short version);

    /** Tells which kind of reader a Fetch comes from, once that is known; metrics tell the two apart. */
    void fetchedBy(Fetcher fetcher);

    /**
     * Records were converted between formats for this exchange. Called by whoever answers, before the answer.
     *
     * @param nanos how long that took
     * @param bytes what the converted records took in memory
     */
    void converted(long nanos, long bytes);

    /**
     * The frame is done with although the effect is not in place: the successor keeps waiting. Releases the frame and
     * gives its bytes back to the memory budget, so that a request that waits long holds nothing. Then {@link #frame}
     * must not be asked again.
     */
    void frameRead();

    /**
     * The effect of this request is in place and its frame is done with: the successor may start although the answer is
     * still due. Releases the frame and gives its bytes back to the memory budget.
     */
    void proceed();

    /**
     * Has {@code task} run on the scheduler's thread if the connection closes before this exchange is answered, so that
     * a request that waits can leave what it waits in; at once if the connection is closed already. One task per
     * exchange: a later one takes the place of the one before.
     */
    void onClosed(Runnable task);

    /** Answers. Takes over the sink, which holds the whole response with its length and header. */
    void reply(GatheringSink response);

    /** There is no answer (Produce with acks=0). */
    void noReply();

    /** Sends what is answered already, then closes the connection; {@code why} goes to the log, rate-limited. */
    void close(String why);

    /** Who reads: an application, or a replica that follows. */
    enum Fetcher {
        CONSUMER,
        FOLLOWER
    }
}
