package io.milena.testkit;

import io.milena.testing.ChildJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * The archive that users get, unpacked into a folder, and a broker that its start script runs in the foreground on a
 * free port. Confined to the test's thread.
 */
public final class Distribution implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String PREFIX = "milena-";
    private static final String SUFFIX = ".tar.gz";

    private final Path home;
    private final int port;
    private Optional<Process> broker = Optional.empty();

    private Distribution(Path home) {
        this.home = home;
        this.port = Ports.free();
    }

    /** The archive of this build; none if it was built without. */
    public static Optional<Path> archive() {
        Path target =
                ReferenceJars.moduleFolder().resolveSibling("kafka-server").resolve("target");
        if (!Files.isDirectory(target)) {
            return Optional.empty();
        }
        try (Stream<Path> files = Files.list(target)) {
            return files.filter(file -> file.getFileName().toString().startsWith(PREFIX))
                    .filter(file -> file.getFileName().toString().endsWith(SUFFIX))
                    .findFirst();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static Distribution unpacked(Path archive, Path folder) {
        run(folder, Map.of(), List.of("tar", "-xzf", archive.toString()));
        String name = archive.getFileName().toString();
        return new Distribution(folder.resolve(name.substring(0, name.length() - SUFFIX.length())));
    }

    public Path home() {
        return home;
    }

    /** Where the shipped configuration listens, on a port of this test. */
    public String bootstrap() {
        return "localhost:" + port;
    }

    public InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    /** As the README's first command, but on free ports; returns when the broker answers. */
    public ProcessHandle start(Map<String, String> environment) {
        List<String> command = new ArrayList<>(List.of("bin/kafka-server-start.sh", "config/server.properties"));
        for (String override : List.of("listeners=PLAINTEXT://" + bootstrap(), "zookeeper.embedded.port=0")) {
            command.addAll(List.of("--override", override));
        }
        Path log = ChildJvm.logFile("distribution");
        Process process = begin(home, environment, command, log);
        broker = Optional.of(process);
        Awaitility.await("the broker's first answer; its log: " + log)
                .atMost(PATIENCE)
                .failFast("the broker ended; its log: " + log, () -> !process.isAlive())
                .until(() -> MetadataProbe.answers(port));
        return process.toHandle();
    }

    /** Runs a command in the folder of the installation. */
    public Outcome run(String... command) {
        return run(home, Map.of(), List.of(command));
    }

    private static Outcome run(Path folder, Map<String, String> environment, List<String> command) {
        Path log = ChildJvm.logFile("command");
        Process process = begin(folder, environment, command, log);
        ChildJvm.awaitEnd(process);
        try {
            return new Outcome(process.exitValue(), Files.readString(log, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Process begin(Path folder, Map<String, String> environment, List<String> command, Path log) {
        var builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().keySet().removeIf(key -> key.startsWith("KAFKA_") || key.startsWith("JMX_"));
        builder.environment().remove("CLASSPATH");
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().putAll(environment);
        try {
            return builder.redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        broker.ifPresent(ChildJvm::end);
    }

    /** How a command ended, and all it printed. */
    public record Outcome(int exitCode, String printed) {}
}
