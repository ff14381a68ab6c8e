package io.milena.storage;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;

/**
 * Groups of tasks that run side by side on an executor, at most so many of each group at a time. Confined to one
 * thread.
 */
final class ParallelWork {

    private final Executor executor;
    private final List<CompletableFuture<Void>> runners = new ArrayList<>();

    ParallelWork(Executor executor) {
        this.executor = executor;
    }

    /** Begins with a group. */
    void add(List<Runnable> tasks, int atOnce) {
        Queue<Runnable> queue = new ConcurrentLinkedQueue<>(tasks);
        for (int i = 0; i < Math.min(atOnce, tasks.size()); i++) {
            var runner = new CompletableFuture<Void>();
            runners.add(runner);
            executor.execute(() -> drain(queue, runner));
        }
    }

    /** A task that throws ends its runner, and whoever waits hears of it. */
    private static void drain(Queue<Runnable> queue, CompletableFuture<Void> runner) {
        try {
            for (Runnable task = queue.poll(); task != null; task = queue.poll()) {
                task.run();
            }
            runner.complete(null);
        } catch (RuntimeException | Error e) {
            runner.completeExceptionally(e);
            throw e;
        }
    }

    /** Waits until all groups are done. */
    void await() {
        CompletableFuture.allOf(runners.toArray(CompletableFuture[]::new)).join();
    }
}
