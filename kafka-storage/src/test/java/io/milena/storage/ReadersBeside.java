package io.milena.storage;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Readers, each on a thread of its own, that look again and again for as long as one writes. */
final class ReadersBeside {

    private final List<Look> looks;
    private volatile boolean writing = true;

    ReadersBeside(List<Look> looks) {
        this.looks = looks;
    }

    /** Returns when the writer has ended, and no reader has found a fault. */
    void run(Runnable writer) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(looks.size());
        List<Future<Integer>> readers = new ArrayList<>();
        looks.forEach(look -> readers.add(threads.submit(repeated(look))));
        try {
            writer.run();
        } finally {
            writing = false;
            threads.shutdown();
        }
        for (Future<Integer> reader : readers) {
            outcome(reader);
        }
    }

    private Callable<Integer> repeated(Look look) {
        return () -> {
            int rounds = 0;
            while (writing) {
                look.once();
                rounds++;
            }
            return rounds;
        };
    }

    private static void outcome(Future<Integer> reader) throws Exception {
        try {
            reader.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof AssertionError failure) {
                throw failure;
            }
            throw e;
        }
    }

    /** One look. */
    @FunctionalInterface
    interface Look {
        void once() throws IOException;
    }
}
