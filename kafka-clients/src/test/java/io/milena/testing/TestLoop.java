package io.milena.testing;

import io.milena.common.time.SystemTime;
import io.milena.transport.ClientLoop;
import io.milena.transport.Sockets;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** A real event loop, as a client's root would make it. Thread-safe. */
public final class TestLoop implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 20;

    private final MultiThreadIoEventLoopGroup group =
            new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory("client-under-test", true), Sockets.handlers());
    private final EventLoop eventLoop = group.next();
    private final ClientLoop loop = ClientLoop.of(eventLoop, new SystemTime());

    public ClientLoop loop() {
        return loop;
    }

    /** Does {@code work} on the loop and waits for it. */
    public <T> T call(Callable<T> work) {
        try {
            return eventLoop.submit(work).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError("on the event loop: " + e, e);
        }
    }

    /** Does {@code work} on the loop and waits for it. */
    public void run(Runnable work) {
        call(() -> {
            work.run();
            return true;
        });
    }

    @Override
    public void close() {
        group.shutdownGracefully(0, PATIENCE_SECONDS, TimeUnit.SECONDS).awaitUninterruptibly(PATIENCE_SECONDS * 1_000);
    }
}
