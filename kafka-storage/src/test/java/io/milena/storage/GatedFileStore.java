package io.milena.storage;

import io.milena.storage.files.FileStore;
import io.milena.storage.files.NioFileStore;
import io.milena.storage.files.OpenDirectory;
import io.milena.storage.files.StoreFile;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The real file system, of which the test makes some calls wait or fail. Counts the calls on each file, and the files
 * that are open. Thread-safe.
 *
 * <p>A call is known by the name of its method in {@link FileStore} or {@link StoreFile}. Only those that may throw an
 * {@link IOException} can be held up, and closing never is.
 */
public final class GatedFileStore {

    private static final long LONGEST_WAIT_SECONDS = 30;

    /** Opening a file to write in it is one. */
    private static final Set<String> CHANGES =
            Set.of("open", "lock", "rename", "delete", "createDirectories", "write", "truncate", "setLastModifiedMs");

    private final FileStore real;
    private final List<Gate> gates = new CopyOnWriteArrayList<>();
    private final Map<String, Integer> calls = new ConcurrentHashMap<>();
    private final AtomicInteger openFiles = new AtomicInteger();

    /** Over the real file system. */
    public GatedFileStore() {
        this(new NioFileStore());
    }

    /** Over another one. */
    GatedFileStore(FileStore real) {
        this.real = real;
    }

    /** What becomes of a call that has passed a gate. */
    @FunctionalInterface
    public interface Beyond {

        Beyond GOES_ON = what -> {};
        Beyond FAILS = what -> {
            throw new IOException("told to fail: " + what);
        };
        Beyond LACKS_MEMORY = what -> {
            throw new OutOfMemoryError("told to fail: " + what);
        };

        void of(String what) throws IOException;
    }

    /** Where some calls wait until the test opens it. Thread-safe. */
    public static final class Gate {

        private final BiPredicate<String, Path> which;
        private final Beyond beyond;
        private final CountDownLatch arrived = new CountDownLatch(1);
        private final CountDownLatch opened = new CountDownLatch(1);

        private Gate(BiPredicate<String, Path> which, Beyond beyond) {
            this.which = which;
            this.beyond = beyond;
        }

        /** Returns when a call waits here. */
        public void awaitArrival() {
            await(arrived);
        }

        public void open() {
            opened.countDown();
        }

        private void pass(String call, Path file) throws IOException {
            if (which.test(call, file)) {
                arrived.countDown();
                await(opened);
                beyond.of(call + " of " + file);
            }
        }

        private static void await(CountDownLatch latch) {
            try {
                if (!latch.await(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS)) {
                    throw new AssertionError("nothing came in " + LONGEST_WAIT_SECONDS + " s");
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    /** From now on these calls, given by name and file, wait. */
    public Gate stall(BiPredicate<String, Path> which) {
        return put(new Gate(which, Beyond.GOES_ON));
    }

    /** From now on this call waits for {@code path} and what lies below. */
    public Gate stall(String call, Path path) {
        return stall(call, path, Beyond.GOES_ON);
    }

    /** As {@link #stall(String, Path)}, and what becomes of the call when it goes on. */
    public Gate stall(String call, Path path, Beyond beyond) {
        return put(new Gate((name, file) -> name.equals(call) && file.startsWith(path), beyond));
    }

    /** From now on this call fails for {@code path} and what lies below. */
    void fail(String call, Path path) {
        fail((name, file) -> name.equals(call) && file.startsWith(path));
    }

    /** From now on every call fails for {@code path} and what lies below. */
    void fail(Path path) {
        fail((name, file) -> file.startsWith(path));
    }

    private void fail(BiPredicate<String, Path> which) {
        before(which, Beyond.FAILS);
    }

    /** From now on {@code happens} comes before each of these calls, given by name and file, on the caller's thread. */
    void before(BiPredicate<String, Path> which, Beyond happens) {
        put(new Gate(which, happens)).open();
    }

    /** From now on {@code path} and what lies below can be read, and not changed. */
    void makeReadOnly(Path path) {
        fail((name, file) -> CHANGES.contains(name) && file.startsWith(path));
    }

    private Gate put(Gate gate) {
        gates.add(gate);
        return gate;
    }

    /** Takes {@code gate} away; who waits there goes on as it says. */
    public void remove(Gate gate) {
        gates.remove(gate);
        gate.open();
    }

    /** Lets everyone go on who waits. */
    public void openAll() {
        gates.forEach(Gate::open);
    }

    /** How often this call was made on the file, or on what was opened there. */
    int calls(String call, Path file) {
        return calls.getOrDefault(call + " " + file, 0);
    }

    /** How often each call was made on {@code folder} and what lies below. */
    SortedMap<String, Integer> callsIn(Path folder) {
        SortedMap<String, Integer> counts = new TreeMap<>();
        calls.forEach((call, count) -> {
            int blank = call.indexOf(' ');
            if (Path.of(call.substring(blank + 1)).startsWith(folder)) {
                counts.merge(call.substring(0, blank), count, Integer::sum);
            }
        });
        return counts;
    }

    void forgetCalls() {
        calls.clear();
    }

    public int openFiles() {
        return openFiles.get();
    }

    /** The store as the storage room takes it. */
    public FileStore files() {
        return proxy(FileStore.class, (self, method, arguments) -> {
            Path path = (Path) arguments[0];
            calls.merge(method.getName() + " " + path, 1, Integer::sum);
            Object result = call(real, method, arguments, path);
            if (result instanceof OpenDirectory directory) {
                return watched(directory, path);
            }
            return result instanceof StoreFile file ? watched(file, path) : result;
        });
    }

    /** To force it is the same call, whoever opened it. */
    private OpenDirectory watched(OpenDirectory directory, Path path) {
        return proxy(OpenDirectory.class, (self, method, arguments) -> {
            if (method.getName().equals("force")) {
                passGates("forceDirectory", path);
            }
            return invoke(directory, method, arguments);
        });
    }

    private StoreFile watched(StoreFile file, Path path) {
        openFiles.incrementAndGet();
        return proxy(StoreFile.class, (self, method, arguments) -> {
            if (method.isDefault()) {
                // Made of other calls, which come by here.
                return InvocationHandler.invokeDefault(self, method, arguments);
            }
            calls.merge(method.getName() + " " + path, 1, Integer::sum);
            if (method.getName().equals("close")) {
                openFiles.decrementAndGet();
            }
            return call(file, method, arguments, path);
        });
    }

    private Object call(Object target, Method method, Object @Nullable [] arguments, Path path) throws Throwable {
        boolean mayFail = Arrays.asList(method.getExceptionTypes()).contains(IOException.class);
        if (mayFail && !method.getName().equals("close")) {
            passGates(method.getName(), path);
        }
        return invoke(target, method, arguments);
    }

    private void passGates(String call, Path path) throws IOException {
        for (Gate gate : gates) {
            gate.pass(call, path);
        }
    }

    private static Object invoke(Object target, Method method, Object @Nullable [] arguments) throws Throwable {
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
