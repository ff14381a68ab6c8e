package io.milena.bench;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongUnaryOperator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What one record costs a client library in this JVM, all of its threads together: run it with {@code -prof gc} for the
 * bytes of heap. Either library is loaded by a loader of its own, with the same load compiled for it, and talks to a
 * broker of ours in a process of its own. To be started in the root of the source tree.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 3, time = 2)
@State(Scope.Thread)
public class ClientRecordBenchmark {

    private static final int RECORDS = 50_000;
    private static final List<String> LOAD = List.of("OpenClients", "ClientLoad", "Commands", "Usage");

    /** Whose. */
    @Param({"OURS", "REFERENCE"})
    public String library;

    /** Bytes of a value. */
    @Param({"100", "1024"})
    public int size;

    private Contender broker;
    private URLClassLoader loader;
    private AutoCloseable clients;
    private LongUnaryOperator sending;
    private LongUnaryOperator reading;

    /** Starts a broker, and clients that have sent something already. */
    @Setup
    public void start() throws Exception {
        Path root = Path.of("").toAbsolutePath();
        Path work = Files.createTempDirectory("client-record-benchmark");
        broker = Contender.milena(root, work, "broker", Contender.SHIPPED_HEAP, settings(work));
        Map<String, String> arguments =
                Map.of("at", broker.address(), "topic", "records", "size", String.valueOf(size), "linger.ms", "5");
        loader = loader(ClientLibrary.valueOf(library).classPath(root, work, LOAD));
        Class<?> type = loader.loadClass(LOAD.get(0));
        clients = (AutoCloseable) type.getConstructor(Map.class).newInstance(arguments);
        sending = (LongUnaryOperator) type.getMethod("sending").invoke(clients);
        sending.applyAsLong(4 * RECORDS);
        reading = (LongUnaryOperator) type.getMethod("reading").invoke(clients);
    }

    private static Map<String, String> settings(Path work) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("zookeeper.embedded", "true");
        settings.put("zookeeper.embedded.port", "0");
        settings.put("zookeeper.embedded.data.dir", work.resolve("zookeeper").toString());
        return settings;
    }

    /** Nothing of this JVM's own class path is seen but the JDK. */
    private static URLClassLoader loader(String classPath) throws MalformedURLException {
        List<URL> urls = new ArrayList<>();
        for (String entry : classPath.split(File.pathSeparator)) {
            urls.add(Path.of(entry).toUri().toURL());
        }
        return new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    }

    /** Ends them. */
    @TearDown
    public void stop() throws Exception {
        clients.close();
        loader.close();
        broker.close();
        Contender.deleteRecords(broker.logDirectory());
    }

    @Benchmark
    @OperationsPerInvocation(RECORDS)
    public long produce() {
        return sending.applyAsLong(RECORDS);
    }

    @Benchmark
    @OperationsPerInvocation(RECORDS)
    public long consume() {
        return reading.applyAsLong(RECORDS);
    }
}
