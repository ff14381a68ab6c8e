package io.milena.server;

import io.netty.util.concurrent.FastThreadLocalThread;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Every thread of the broker, apart from those that libraries make for themselves. Lanes end in the reverse order of
 * their making. Confined to the thread that starts and stops the broker.
 */
final class BrokerThreads implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(BrokerThreads.class);

    /**
     * Threads of one log directory. Background work takes one, forces and reads take at most four each, heavy appends
     * eight, which leaves three to light ones.
     */
    private static final int DISK_THREADS = 32;

    private static final long IDLE_DISK_SECONDS = 60;

    private final Deque<Runnable> running = new ArrayDeque<>();
    private final String prefix;
    private int disks;

    /** {@code prefix} begins the name of each thread, so that brokers of one process can be told apart. */
    BrokerThreads(String prefix) {
        this.prefix = prefix;
    }

    /** Makes daemon threads called {@code prefix-name-0}, {@code prefix-name-1} and so on. */
    ThreadFactory factory(String name) {
        return factory(name, Thread::new);
    }

    /**
     * The same for event loops: what Netty keeps for each thread, they find without a table. Other threads shall not
     * keep buffers, as these would.
     */
    ThreadFactory loopFactory(String name) {
        return factory(name, FastThreadLocalThread::new);
    }

    private ThreadFactory factory(String name, BiFunction<Runnable, String, Thread> maker) {
        var count = new AtomicInteger();
        return task -> {
            Thread thread = maker.apply(task, prefix + "-" + name + "-" + count.getAndIncrement());
            thread.setDaemon(true);
            return thread;
        };
    }

    Lane lane(String name) {
        var lane = new Lane(name, factory(name));
        running.push(lane::close);
        return lane;
    }

    /** A pool for work that may block. */
    ExecutorService pool(String name, int threads) {
        ExecutorService pool = Executors.newFixedThreadPool(threads, factory(name));
        running.push(() -> {
            pool.shutdown();
            Lane.awaitEnd(name, pool);
        });
        return pool;
    }

    /** Threads that may wait for the disk of {@code directory}. They come with their work, and go when it ends. */
    Executor ofDisk(Path directory) {
        String name = "disk-" + disks++;
        var threads = new ThreadPoolExecutor(
                DISK_THREADS,
                DISK_THREADS,
                IDLE_DISK_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                factory(name),
                (task, pool) -> log.debug("{} of {} is stopped, a task is dropped", name, directory));
        threads.allowCoreThreadTimeOut(true);
        running.push(() -> {
            threads.shutdown();
            Lane.awaitEnd(name, threads);
        });
        return threads;
    }

    @Override
    public void close() {
        while (!running.isEmpty()) {
            running.pop().run();
        }
    }
}
