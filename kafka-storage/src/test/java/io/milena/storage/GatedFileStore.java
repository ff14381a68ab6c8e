package io.milena.storage;

import io.milena.storage.files.FileStore;
import io.milena.storage.files.StoreFile;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Files over a real store whose writes or forces wait, or fail, below a path at will, and are counted. Thread-safe.
 *
 * <p>Reads, names and all other calls go through.
 */
public final class GatedFileStore {

    private final Map<String, Gate> gates = new ConcurrentHashMap<>();
    private final Map<String, Integer> calls = new ConcurrentHashMap<>();
    private final FileStore real;

    public GatedFileStore(FileStore real) {
        this.real = real;
    }

    /** Where calls wait until the test opens it. */
    public static final class Gate {

        private final Path below;
        private final boolean fails;
        private final CountDownLatch arrived = new CountDownLatch(1);
        private final CountDownLatch opened = new CountDownLatch(1);

        private Gate(Path below, boolean fails) {
            this.below = below;
            this.fails = fails;
        }

        /** Returns when a call waits here. */
        public void awaitArrival() {
            await(arrived);
        }

        public void open() {
            opened.countDown();
        }

        private void pass(Path file) throws IOException {
            if (file.startsWith(below)) {
                arrived.countDown();
                await(opened);
                if (fails) {
                    throw new IOException("told to fail: " + file);
                }
            }
        }

        private static void await(CountDownLatch latch) {
            try {
                if (!latch.await(30, TimeUnit.SECONDS)) {
                    throw new AssertionError("nothing came in 30 s");
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    /** From now on {@code write} or {@code force} of files below {@code path} waits. */
    public Gate stall(String call, Path path) {
        return put(call, new Gate(path, false));
    }

    /** From now on {@code write} or {@code force} of files below {@code path} fails. */
    public void fail(String call, Path path) {
        put(call, new Gate(path, true)).open();
    }

    private Gate put(String call, Gate gate) {
        gates.put(call, gate);
        return gate;
    }

    /** How often {@code write} or {@code force} was called on the file. */
    public int calls(String call, Path file) {
        return calls.getOrDefault(call + " " + file, 0);
    }

    /** The store as the storage room takes it. */
    public FileStore files() {
        return proxy(FileStore.class, (self, method, arguments) -> {
            Object result = call(real, method, arguments);
            return result instanceof StoreFile file ? watched(file, (Path) arguments[0]) : result;
        });
    }

    private StoreFile watched(StoreFile file, Path path) {
        return proxy(StoreFile.class, (self, method, arguments) -> {
            Gate gate = gates.get(method.getName());
            calls.merge(method.getName() + " " + path, 1, Integer::sum);
            if (gate != null) {
                gate.pass(path);
            }
            return call(file, method, arguments);
        });
    }

    private static Object call(Object target, java.lang.reflect.Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
