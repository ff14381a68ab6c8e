package io.milena.server;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Every thread of the broker, apart from those that libraries make for themselves. Lanes end in the reverse order of
 * their making. Confined to the thread that starts and stops the broker.
 */
final class BrokerThreads implements AutoCloseable {

    private final Deque<Runnable> running = new ArrayDeque<>();
    private final String prefix;

    /** {@code prefix} begins the name of each thread, so that brokers of one process can be told apart. */
    BrokerThreads(String prefix) {
        this.prefix = prefix;
    }

    /** Makes daemon threads called {@code prefix-name-0}, {@code prefix-name-1} and so on. */
    ThreadFactory factory(String name) {
        var count = new AtomicInteger();
        return task -> {
            var thread = new Thread(task, prefix + "-" + name + "-" + count.getAndIncrement());
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

    @Override
    public void close() {
        while (!running.isEmpty()) {
            running.pop().run();
        }
    }
}
