package io.milena.server.api;

import io.milena.common.time.Scheduler;
import io.milena.protocol.ApiKey;
import io.milena.protocol.ApiMessage;
import io.milena.protocol.GatheringSink;
import io.milena.protocol.RequestHeader;
import io.milena.server.network.Exchange;
import io.milena.server.network.Exchange.Fetcher;
import io.milena.server.network.Peer;
import io.milena.server.network.RequestMetrics;
import io.netty.buffer.ByteBufAllocator;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who sent a request, and the way back to them.
 *
 * <p>{@link #reply}, {@link #noReply} and {@link #close} may come from any thread and the first of them wins;
 * everything else is confined to the connection's event loop.
 *
 * @param <A> the response that is due
 */
final class Caller<A extends ApiMessage> {

    private static final Logger log = LoggerFactory.getLogger(Caller.class);

    private final Exchange exchange;
    private final ApiKey key;
    private final RequestHeader header;
    private final RequestMetrics metrics;

    Caller(Exchange exchange, ApiKey key, RequestHeader header, RequestMetrics metrics) {
        this.exchange = exchange;
        this.key = key;
        this.header = header;
        this.metrics = metrics;
    }

    /** Version of the request, which is that of the response too. */
    short version() {
        return header.apiVersion();
    }

    /** How the client calls itself; empty if it does not. */
    String clientId() {
        String clientId = header.clientId();
        return clientId == null ? "" : clientId;
    }

    Peer peer() {
        return exchange.peer();
    }

    /** Address of the client as groups keep it, such as {@code /127.0.0.1}. */
    String host() {
        return "/" + exchange.peer().remote().getAddress().getHostAddress();
    }

    /** The connection's event loop: timers and wake-ups of a waiting request run here. */
    Scheduler scheduler() {
        return exchange.scheduler();
    }

    ByteBufAllocator allocator() {
        return exchange.allocator();
    }

    /** See {@link Exchange#fetchedBy}. */
    void fetchedBy(Fetcher fetcher) {
        exchange.fetchedBy(fetcher);
    }

    /** See {@link Exchange#converted}. */
    void converted(long nanos, long bytes) {
        exchange.converted(nanos, bytes);
    }

    /** See {@link Exchange#frameRead()}. */
    void frameRead() {
        exchange.frameRead();
    }

    /** See {@link Exchange#proceed()}. */
    void proceed() {
        exchange.proceed();
    }

    /** See {@link Exchange#onClosed}. */
    void onClosed(Runnable task) {
        exchange.onClosed(task);
    }

    /** Sends the response and takes over its references. One that the version cannot carry closes the connection. */
    void reply(A response) {
        GatheringSink sink;
        try {
            ErrorTally.count(metrics, key, response);
            sink = GatheringSink.response(
                    exchange.allocator(), key, header.apiVersion(), header.correlationId(), response);
        } catch (RuntimeException | OutOfMemoryError e) {
            // Whoever answers, such as the thread of a coordinator, has others to serve and must not be harmed.
            log.error("{}: the response cannot be written", this, e);
            exchange.close("the response to " + key.apiName() + " cannot be written");
            return;
        } finally {
            response.release();
        }
        exchange.reply(sink);
    }

    /**
     * Has {@code work}, which replies, done by {@code workers}. Should it throw, the connection is closed and the
     * client asks again: nobody else would notice on a thread of the pool.
     */
    void work(Executor workers, Runnable work) {
        workers.execute(() -> {
            try {
                work.run();
            } catch (RuntimeException e) {
                log.error("{} failed on a worker", this, e);
                close(key.apiName() + " failed");
            }
        });
    }

    /** There is no response (Produce with acks=0). */
    void noReply() {
        exchange.noReply();
    }

    /** Closes the connection instead of sending {@code failure}, which is counted and told by this alone. */
    void close(String why, A failure) {
        ErrorTally.count(metrics, key, failure);
        close(why);
    }

    /** Closes the connection after what is answered already; {@code why} goes to the log, rate-limited. */
    void close(String why) {
        exchange.close(why);
    }

    @Override
    public String toString() {
        return key.apiName() + " v" + header.apiVersion() + " of '" + clientId() + "' at " + exchange.peer();
    }
}
