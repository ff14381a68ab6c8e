package io.milena.server.network;

import io.milena.common.time.Time;
import io.milena.metrics.LaneWatch;
import io.netty.channel.EventLoop;
import io.netty.channel.IoEventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.util.concurrent.EventExecutor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/**
 * The threads that serve connections: each waits for its sockets with the best means of the machine, and carries a
 * watch and a scheduler. Thread-safe.
 */
public final class EventLoops {

    /** A loop that is busy longer than this without a break keeps its other connections waiting too long. */
    private static final long SLOW_CYCLE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Transport transport;
    private final IoEventLoopGroup group;
    private final List<LaneWatch> watches;
    private final List<Loop> loops;

    private EventLoops(Transport transport, IoEventLoopGroup group, List<LaneWatch> watches, List<Loop> loops) {
        this.transport = transport;
        this.group = group;
        this.watches = watches;
        this.loops = loops;
    }

    /** Starts {@code threads} loops. */
    public static EventLoops start(int threads, GroupMaker maker, Time time) {
        return start(Transport.best(), threads, maker, time);
    }

    static EventLoops start(Transport transport, int threads, GroupMaker maker, Time time) {
        List<LaneWatch> watches = new CopyOnWriteArrayList<>();
        IoHandlerFactory plain = transport.handlers();
        IoEventLoopGroup group = maker.make(threads, executor -> {
            var watch = new LaneWatch(time, SLOW_CYCLE_NANOS);
            watches.add(watch);
            return new WatchedIo(plain.newHandler(executor), watch);
        });
        List<Loop> loops = new ArrayList<>();
        for (EventExecutor executor : group) {
            loops.add(new Loop((EventLoop) executor, time));
        }
        return new EventLoops(transport, group, watches, loops);
    }

    /** Ends the loops, after the connections are closed; waits at most {@code bound}. Interrupts no one. */
    public void stop(Duration bound) {
        group.shutdownGracefully(0, bound.toMillis(), TimeUnit.MILLISECONDS).awaitUninterruptibly(bound.toMillis());
    }

    IoEventLoopGroup group() {
        return group;
    }

    Class<? extends ServerChannel> serverChannel() {
        return transport.serverChannel();
    }

    /** One watch per loop. */
    List<LaneWatch> watches() {
        return watches;
    }

    List<Loop> loops() {
        return loops;
    }

    Loop loopOf(EventLoop eventLoop) {
        return loops.stream()
                .filter(loop -> loop.runs(eventLoop))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("a connection is on a loop of another group"));
    }

    /** Makes the threads; implemented by the composition root. */
    public interface GroupMaker {

        /** A group of {@code threads} event loops over {@code handlers}. */
        IoEventLoopGroup make(int threads, IoHandlerFactory handlers);
    }
}
