package io.milena.bench;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * A running broker that takes part: ours from its distribution, started as users start it, or the reference from its
 * jars with the switches of its own scripts. Confined to one thread.
 */
final class Contender implements AutoCloseable {

    /** The reference's default. */
    static final String SAME_HEAP = "-Xms1g -Xmx1g";

    /** What our start script chooses. */
    static final String SHIPPED_HEAP = "";

    private static final long START_LIMIT_NANOS = 90_000_000_000L;
    private static final long PROBE_PAUSE_NANOS = 3_000_000;
    private static final int PROBE_TIMEOUT_MS = 5_000;
    private static final List<String> REFERENCE_SWITCHES = List.of(
            "-server",
            "-XX:+UseG1GC",
            "-XX:MaxGCPauseMillis=20",
            "-XX:InitiatingHeapOccupancyPercent=35",
            "-XX:+ExplicitGCInvokesConcurrent",
            "-XX:MaxInlineLevel=15",
            "-Djava.awt.headless=true");

    private final String name;
    private final Path folder;
    private final int port;
    private final MeasuredProcess process;
    private final double startupMs;

    private Contender(String name, Path folder, int port, MeasuredProcess process, double startupMs) {
        this.name = name;
        this.folder = folder;
        this.port = port;
        this.process = process;
        this.startupMs = startupMs;
    }

    /** Starts our broker. {@code heap} as in KAFKA_HEAP_OPTS; {@link #SHIPPED_HEAP} leaves it to the start script. */
    static Contender milena(Path root, Path folder, String name, String heap, Map<String, String> settings)
            throws IOException {
        int port = freePort();
        Path file = writeSettings(folder, port, settings);
        Map<String, String> environment = heap.isEmpty() ? Map.of() : Map.of("KAFKA_HEAP_OPTS", heap);
        String script = root.resolve("bin/kafka-server-start.sh").toString();
        return started(name, port, List.of(script, file.toString()), environment, folder);
    }

    /** Starts the reference with its default heap. */
    static Contender reference(Path root, Path folder, String name, Map<String, String> settings) throws IOException {
        int port = freePort();
        Path file = writeSettings(folder, port, settings);
        List<String> command = new ArrayList<>(List.of(java()));
        command.addAll(List.of(SAME_HEAP.split(" ")));
        command.addAll(REFERENCE_SWITCHES);
        command.add("-Dlog4j.configuration=" + groupLogging(folder).toUri());
        command.addAll(List.of("-cp", referenceJars(root), "kafka.Kafka", file.toString()));
        return started(name, port, command, Map.of(), folder);
    }

    /** What it says of its groups is the only thing that anyone looks for. */
    private static Path groupLogging(Path folder) throws IOException {
        List<String> lines = List.of(
                "log4j.rootLogger=ERROR,out",
                "log4j.logger.kafka.coordinator.group=INFO",
                "log4j.appender.out=org.apache.log4j.ConsoleAppender",
                "log4j.appender.out.layout=org.apache.log4j.PatternLayout",
                "log4j.appender.out.layout.ConversionPattern=%d %p %m%n");
        return Files.write(folder.resolve("log4j.properties"), lines);
    }

    /** Gives back the disk; what the brokers printed stays. */
    static void deleteRecords(Path work) throws IOException {
        try (Stream<Path> files = Files.walk(work)) {
            for (Path file : files.filter(Contender::isOfPartition).toList()) {
                Files.delete(file);
            }
        }
    }

    private static boolean isOfPartition(Path file) {
        return file.getFileName().toString().matches("\\d{20}\\.log");
    }

    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    static String referenceJars(Path root) {
        return root.resolve("kafka-tests/reference/broker-3.9/target/jars") + "/*";
    }

    static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static Path writeSettings(Path folder, int port, Map<String, String> settings) throws IOException {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("broker.id", "0");
        all.put("listeners", "PLAINTEXT://127.0.0.1:" + port);
        all.put("advertised.listeners", "PLAINTEXT://127.0.0.1:" + port);
        all.put("log.dirs", logDirectory(folder).toString());
        all.put("offsets.topic.replication.factor", "1");
        all.putAll(settings);
        Files.createDirectories(folder);
        List<String> lines = new ArrayList<>();
        all.forEach((key, value) -> lines.add(key + "=" + value));
        return Files.write(folder.resolve("server.properties"), lines);
    }

    private static Contender started(
            String name, int port, List<String> command, Map<String, String> environment, Path folder)
            throws IOException {
        Path log = folder.resolve("broker.out");
        long start = System.nanoTime();
        var process = MeasuredProcess.start(command, environment, log);
        while (!answersMetadata(port)) {
            if (!process.isAlive() || System.nanoTime() - start > START_LIMIT_NANOS) {
                process.close();
                throw new IOException(name + " did not start; it printed:\n" + Files.readString(log));
            }
            LockSupport.parkNanos(PROBE_PAUSE_NANOS);
        }
        return new Contender(name, folder, port, process, (System.nanoTime() - start) / 1e6);
    }

    /** Asks for Metadata v1 of no topic; serving means that a broker is named in the answer. */
    private static boolean answersMetadata(int port) {
        try (var socket = new Socket()) {
            socket.setSoTimeout(PROBE_TIMEOUT_MS);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PROBE_TIMEOUT_MS);
            var out = new DataOutputStream(socket.getOutputStream());
            out.write(new byte[] {0, 0, 0, 14, 0, 3, 0, 1, 0, 0, 0, 7, -1, -1, 0, 0, 0, 0});
            var in = new DataInputStream(socket.getInputStream());
            in.readInt();
            in.readInt();
            return in.readInt() > 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static Path logDirectory(Path folder) {
        return folder.resolve("log");
    }

    String name() {
        return name;
    }

    /** Its only log directory. */
    Path logDirectory() {
        return logDirectory(folder);
    }

    String address() {
        return "127.0.0.1:" + port;
    }

    int port() {
        return port;
    }

    /** From the start of its process to the first answered Metadata. */
    double startupMs() {
        return startupMs;
    }

    MeasuredProcess process() {
        return process;
    }

    @Override
    public void close() {
        process.close();
    }
}
