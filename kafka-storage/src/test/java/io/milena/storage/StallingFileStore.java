package io.milena.storage;

import io.milena.storage.files.FileStore;
import io.milena.storage.files.NioFileStore;
import io.milena.storage.files.StoreFile;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The real file system, of which the test lets some calls stall: whoever makes one waits until it is freed. Counts the
 * files that are open. Thread-safe.
 */
final class StallingFileStore {

    private static final long LONGEST_STALL_SECONDS = 30;

    private final FileStore real = new NioFileStore();
    private final AtomicInteger openFiles = new AtomicInteger();
    private volatile @Nullable Stall stall;

    /** Which calls stall, until when, and whether one does. */
    private record Stall(BiPredicate<String, Path> which, CountDownLatch reached, CountDownLatch freed) {}

    /** The store to give to a broker. */
    FileStore store() {
        return proxy(FileStore.class, (self, method, arguments) -> {
            Path path = (Path) arguments[0];
            Object result = call(real, method, arguments, path);
            return result instanceof StoreFile file ? watched(file, path) : result;
        });
    }

    private StoreFile watched(StoreFile file, Path path) {
        openFiles.incrementAndGet();
        return proxy(StoreFile.class, (self, method, arguments) -> {
            if (method.getName().equals("close")) {
                openFiles.decrementAndGet();
            }
            return call(file, method, arguments, path);
        });
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private Object call(Object target, Method method, Object @Nullable [] arguments, Path path) throws Throwable {
        Stall now = stall;
        if (now != null && now.which().test(method.getName(), path)) {
            now.reached().countDown();
            if (!now.freed().await(LONGEST_STALL_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("nobody freed " + method.getName() + " of " + path);
            }
        }
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** From now on these calls stall, named by method and file. */
    void stall(BiPredicate<String, Path> which) {
        stall = new Stall(which, new CountDownLatch(1), new CountDownLatch(1));
    }

    /** Waits until a call stalls. */
    void awaitStalled() throws InterruptedException {
        Stall now = stall;
        if (now == null || !now.reached().await(LONGEST_STALL_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("nothing stalls");
        }
    }

    void free() {
        Stall now = stall;
        stall = null;
        if (now != null) {
            now.freed().countDown();
        }
    }

    int openFiles() {
        return openFiles.get();
    }
}
