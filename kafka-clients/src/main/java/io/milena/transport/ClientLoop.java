package io.milena.transport;

import io.milena.common.time.Scheduler;
import io.milena.common.time.Time;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.EventLoop;

/**
 * The one thread of a client's input and output, and what belongs to it.
 *
 * @param eventLoop made over {@link Sockets#handlers}
 * @param scheduler the same thread
 * @param time clocks
 * @param allocator where messages are written and answers are received
 * @param memory what there is of direct memory
 * @param io how the thread spends its time; of handlers that are not watched, nothing
 */
public record ClientLoop(
        EventLoop eventLoop,
        Scheduler scheduler,
        Time time,
        ByteBufAllocator allocator,
        DirectMemory memory,
        IoFigures io) {

    /**
     * With memory from a pool that keeps its chunks, so that an answer of a mebibyte needs none that is new and zeroed;
     * {@code io} has been given to its handlers.
     */
    public static ClientLoop of(EventLoop eventLoop, Time time, IoFigures io) {
        return new ClientLoop(
                eventLoop,
                new LoopScheduler(eventLoop),
                time,
                PooledByteBufAllocator.DEFAULT,
                new JvmDirectMemory(),
                io);
    }

    /** The same, its thread not watched. */
    public static ClientLoop of(EventLoop eventLoop, Time time) {
        return of(eventLoop, time, new IoFigures(time));
    }
}
