package io.milena.transport;

import io.milena.common.time.Scheduler;
import io.milena.common.time.Time;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.EventLoop;

/**
 * The one thread of a client's input and output, and what belongs to it.
 *
 * @param eventLoop made over {@link Sockets#handlers}
 * @param scheduler the same thread
 * @param time clocks
 * @param allocator where messages are written and answers are received
 */
public record ClientLoop(EventLoop eventLoop, Scheduler scheduler, Time time, ByteBufAllocator allocator) {

    /** With memory from Netty's default pool. */
    public static ClientLoop of(EventLoop eventLoop, Time time) {
        return new ClientLoop(eventLoop, new LoopScheduler(eventLoop), time, ByteBufAllocator.DEFAULT);
    }
}
