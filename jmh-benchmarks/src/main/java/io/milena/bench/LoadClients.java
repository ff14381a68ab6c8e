package io.milena.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The reference's Java clients in a JVM of their own: {@code load/LoadDriver.java}. Confined to one thread. */
final class LoadClients implements AutoCloseable {

    private final Process process;
    private final PrintWriter commands;
    private final BufferedReader answers;

    private LoadClients(Process process) {
        this.process = process;
        this.commands = new PrintWriter(process.getOutputStream(), true, StandardCharsets.UTF_8);
        this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    static LoadClients start(Path root, Path folder) throws IOException {
        Path source = folder.resolve("LoadDriver.java");
        try (InputStream in = LoadClients.class.getResourceAsStream("/load/LoadDriver.java")) {
            Files.copy(Objects.requireNonNull(in), source, StandardCopyOption.REPLACE_EXISTING);
        }
        var command = List.of(
                Contender.java(),
                "-Xms1g",
                "-Xmx1g",
                "-XX:+UseParallelGC",
                "-Dlog4j.configuration=" + quiet(folder).toUri(),
                "-cp",
                Contender.referenceJars(root),
                source.toString());
        var builder = new ProcessBuilder(command);
        builder.redirectError(folder.resolve("clients.out").toFile());
        return new LoadClients(builder.start());
    }

    private static Path quiet(Path folder) throws IOException {
        List<String> lines = List.of(
                "log4j.rootLogger=ERROR,err",
                "log4j.appender.err=org.apache.log4j.ConsoleAppender",
                "log4j.appender.err.Target=System.err",
                "log4j.appender.err.layout=org.apache.log4j.SimpleLayout");
        return Files.write(folder.resolve("log4j.properties"), lines);
    }

    /** Runs one command against {@code broker}; its answer as a map. */
    Map<String, String> run(Contender broker, String command) throws IOException {
        commands.println(command + " at=" + broker.address());
        String answer = answers.readLine();
        if (answer == null || !answer.startsWith("ok")) {
            throw new IOException(broker.name() + ": " + command + ": " + answer);
        }
        Map<String, String> values = new HashMap<>();
        for (String word : answer.split(" ")) {
            int equals = word.indexOf('=');
            if (equals > 0) {
                values.put(word.substring(0, equals), word.substring(equals + 1));
            }
        }
        return values;
    }

    @Override
    public void close() {
        process.destroy();
    }
}
