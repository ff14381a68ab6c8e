package io.milena.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.testing.ChildJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import javax.management.openmbean.CompositeData;
import org.awaitility.Awaitility;

/**
 * One broker in a JVM of its own, on a port and data folders that it keeps, so that it can be killed and started again.
 *
 * <p>Usually Milena with its embedded ZooKeeper; Apache Kafka 3.9.2 beside a ZooKeeper of its own when the system
 * property {@code tests.broker} says {@code reference}. Either uses another one if the settings name it. Apache Kafka
 * 4.4.0 needs none: it is its own controller. Confined to the test's thread.
 */
public final class BrokerProcess implements AutoCloseable {

    /** Whether the suites run against the reference. */
    public static final boolean REFERENCE = "reference".equals(System.getProperty("tests.broker"));

    private static final String WATCH_LEAKS = "-Dio.netty.leakDetection.level=paranoid";
    private static final String LEAK = "LEAK:";
    private static final String ZOOKEEPER = "zookeeper.connect";

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int RUNS_ON_TERM = 143;
    private static final String REFERENCE_LOGS =
            String.valueOf(BrokerProcess.class.getResource("/reference/log4j.properties"));

    private final Kind kind;
    private final Path folder;
    private final Path log;
    private final int port;
    private final Map<String, String> config = new LinkedHashMap<>();
    private Optional<Process> zooKeeper = Optional.empty();
    private OptionalInt mostDescriptors = OptionalInt.empty();
    private Process process;
    private long startupMs;

    private BrokerProcess(Kind kind, int port, Path folder, Map<String, String> overrides) {
        this.kind = kind;
        this.folder = folder;
        this.port = port;
        this.log = ChildJvm.logFile(kind == Kind.MILENA ? "broker" : "reference");
        config.put("broker.id", "0");
        config.put("listeners", "PLAINTEXT://127.0.0.1:" + port);
        config.put("advertised.listeners", "PLAINTEXT://127.0.0.1:" + port);
        config.put("log.dirs", folder.resolve("log").toString());
        config.put("offsets.topic.replication.factor", "1");
        config.put("transaction.state.log.replication.factor", "1");
        config.put("transaction.state.log.min.isr", "1");
        switch (kind) {
            case MILENA -> embedZooKeeper();
            case REFERENCE ->
                zooKeeper = overrides.containsKey(ZOOKEEPER) ? Optional.empty() : Optional.of(startZooKeeper());
            case REFERENCE_4_4 -> CombinedNode.settings(port).forEach(config::put);
        }
        config.putAll(overrides);
        if (kind == Kind.REFERENCE_4_4) {
            CombinedNode.format(write("server.properties", config));
        }
    }

    private void embedZooKeeper() {
        config.put("zookeeper.embedded", "true");
        config.put("zookeeper.embedded.port", "0");
        config.put("zookeeper.embedded.data.dir", folder.resolve("zookeeper").toString());
    }

    /** Starts one with data under {@code folder} and waits until it answers; {@code overrides} are further settings. */
    public static BrokerProcess start(Path folder, Map<String, String> overrides) {
        return start(REFERENCE ? Kind.REFERENCE : Kind.MILENA, folder, overrides);
    }

    /** Starts one of that kind, whatever the system property says. */
    public static BrokerProcess start(Kind kind, Path folder, Map<String, String> overrides) {
        return startOn(kind, Ports.free(), folder, overrides);
    }

    /** Starts one of that kind on that port, which another one may have had before. */
    public static BrokerProcess startOn(Kind kind, int port, Path folder, Map<String, String> overrides) {
        var broker = new BrokerProcess(kind, port, folder, overrides);
        broker.startAgain();
        return broker;
    }

    /** Starts one whose listeners {@code overrides} name, one of them on {@code port} of the loopback address. */
    public static BrokerProcess startOn(int port, Path folder, Map<String, String> overrides) {
        var broker = new BrokerProcess(Kind.MILENA, port, folder, overrides);
        broker.startAgain();
        return broker;
    }

    /** Starts one that may have no more than so many files and sockets open at a time. */
    public static BrokerProcess startWithDescriptors(int most, Path folder, Map<String, String> overrides) {
        var broker = new BrokerProcess(Kind.MILENA, Ports.free(), folder, overrides);
        broker.mostDescriptors = OptionalInt.of(most);
        broker.startAgain();
        return broker;
    }

    /** Starts one that must end by itself; returns when it has. */
    public static Ended runToItsEnd(Path folder, Map<String, String> overrides) {
        var broker = new BrokerProcess(Kind.MILENA, Ports.free(), folder, overrides);
        Process process = broker.launch();
        ChildJvm.awaitEnd(process);
        return new Ended(process.exitValue(), broker.printed());
    }

    private Process startZooKeeper() {
        int zooKeeperPort = Ports.free();
        config.put(ZOOKEEPER, "127.0.0.1:" + zooKeeperPort);
        Path settings = write(
                "zookeeper.properties",
                Map.of(
                        "dataDir", folder.resolve("zookeeper").toString(),
                        "clientPort", String.valueOf(zooKeeperPort),
                        "clientPortAddress", "127.0.0.1",
                        "maxClientCnxns", "0",
                        "admin.enableServer", "false"));
        String main = "org.apache.zookeeper.server.quorum.QuorumPeerMain";
        Process started = launch(ReferenceJars.BROKER_3_9.classPath(), List.of("-Xmx128m", main, settings.toString()));
        Awaitility.await().atMost(PATIENCE).until(() -> MetadataProbe.connects(zooKeeperPort));
        return started;
    }

    private Path write(String name, Map<String, String> properties) {
        List<String> lines = new ArrayList<>();
        properties.forEach((key, value) -> lines.add(key + "=" + value));
        try {
            Files.createDirectories(folder);
            return Files.write(folder.resolve(name), lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Process launch() {
        String settings = write("server.properties", config).toString();
        return switch (kind) {
            case MILENA ->
                launch(
                        ChildJvm.OWN_CLASS_PATH,
                        List.of("-Xmx256m", WATCH_LEAKS, "io.milena.server.BrokerMain", settings));
            case REFERENCE ->
                launch(
                        ReferenceJars.BROKER_3_9.classPath(),
                        List.of("-Xmx512m", "-Dlog4j.configuration=" + REFERENCE_LOGS, "kafka.Kafka", settings));
            case REFERENCE_4_4 -> launch(ReferenceJars.BROKER_4_4.classPath(), CombinedNode.arguments(settings));
        };
    }

    private Process launch(String classPath, List<String> arguments) {
        try {
            ProcessBuilder builder = ChildJvm.prepare(classPath, log, arguments);
            mostDescriptors.ifPresent(most -> ChildJvm.limitDescriptors(builder, most));
            return builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitMetadata() {
        long startedNanos = System.nanoTime();
        Awaitility.await("the broker's first answer; its log: " + log)
                .atMost(PATIENCE)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(10))
                .failFast("the broker ended; its log: " + log, () -> !process.isAlive())
                .until(() -> MetadataProbe.answers(port));
        startupMs = (System.nanoTime() - startedNanos) / 1_000_000;
    }

    /** Milliseconds from the start of its JVM to the first answered Metadata, of the last start. */
    public long startupMs() {
        return startupMs;
    }

    public int port() {
        return port;
    }

    public String bootstrap() {
        return "127.0.0.1:" + port;
    }

    public InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    public long pid() {
        return process.pid();
    }

    /** Heap that is in use once the garbage is collected. */
    public long usedHeapBytes() {
        ChildJvm.collectGarbage(process);
        try (MBeans beans = MBeans.of(pid())) {
            var usage = (CompositeData) beans.value("java.lang:type=Memory", "HeapMemoryUsage");
            return (Long) usage.get("used");
        }
    }

    public Path logDir() {
        return folder.resolve("log");
    }

    /** What the broker has printed since the first start. */
    public String printed() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** kill -9: nothing is flushed, closed or deregistered by the process itself. */
    public void kill() {
        ChildJvm.kill(process);
    }

    /** Starts it again on the same port and data, after {@link #kill} or {@link #stop}. */
    public void startAgain() {
        process = launch();
        awaitMetadata();
    }

    /** Stops it as a service manager would. Returns whether it ended cleanly. */
    public boolean stop() {
        ChildJvm.end(process);
        return process.exitValue() == 0 || process.exitValue() == RUNS_ON_TERM;
    }

    /** Ends it. Fails if a buffer of ours was found that nobody has released. */
    @Override
    public void close() {
        try {
            if (kind == Kind.MILENA && process.isAlive()) {
                findLeaks();
            }
        } finally {
            ChildJvm.end(process);
            zooKeeper.ifPresent(ChildJvm::end);
        }
        assertThat(printed()).as("leaked buffers, see " + log).doesNotContain(LEAK);
    }

    /** A leak is seen once the buffer is collected and another one is allocated. */
    private void findLeaks() {
        ChildJvm.collectGarbage(process);
        MetadataProbe.answers(port);
    }

    /** Whose broker it is. */
    public enum Kind {
        MILENA,
        /** Apache Kafka 3.9.2. */
        REFERENCE,
        /** Apache Kafka 4.4.0; its jars are there with the profile "peer" only. */
        REFERENCE_4_4
    }

    /** How a broker ended, and all it printed. */
    public record Ended(int exitCode, String printed) {}
}
