package io.milena.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Java clients in a JVM of their own that takes commands and stays warm. Confined to one thread. */
final class LoadClients implements AutoCloseable {

    private static final List<String> SYSTEM_LOAD = List.of("LoadDriver", "ClientLoad", "Commands", "Usage");
    private static final List<String> SYSTEM_SWITCHES = List.of("-Xms1g", "-Xmx1g", "-XX:+UseParallelGC");
    private static final List<String> CLIENT_LOAD = SYSTEM_LOAD.subList(1, SYSTEM_LOAD.size());
    private static final List<String> CLIENT_SWITCHES =
            List.of("-Xms512m", "-Xmx512m", "-XX:+UseG1GC", "-XX:-UseDynamicNumberOfCompilerThreads");

    private final String name;
    private final Process process;
    private final PrintWriter commands;
    private final BufferedReader answers;

    private LoadClients(String name, Process process) {
        this.name = name;
        this.process = process;
        this.commands = new PrintWriter(process.getOutputStream(), true, StandardCharsets.UTF_8);
        this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** The reference's clients, to put load on brokers: {@code load/LoadDriver.java}. */
    static LoadClients ofSystem(Path root, Path folder) throws IOException {
        return start(ClientLibrary.REFERENCE, root, folder, SYSTEM_LOAD, SYSTEM_SWITCHES);
    }

    /** The clients of one library, to be measured or to write what those read: {@code load/ClientLoad.java}. */
    static LoadClients of(ClientLibrary library, Path root, Path folder, List<String> switches) throws IOException {
        List<String> all = new ArrayList<>(CLIENT_SWITCHES);
        all.addAll(switches);
        return start(library, root, folder, CLIENT_LOAD, all);
    }

    /** @param load the first is the program */
    private static LoadClients start(
            ClientLibrary library, Path root, Path folder, List<String> load, List<String> switches)
            throws IOException {
        List<String> command = new ArrayList<>(List.of(Contender.java()));
        command.addAll(switches);
        command.add("-Dlog4j.configuration=" + quiet(folder).toUri());
        command.add("-Dlogback.configurationFile=" + root.resolve("config/tools-logback.xml"));
        command.addAll(List.of("-cp", library.classPath(root, folder, load), load.get(0)));
        var builder = new ProcessBuilder(command);
        builder.redirectError(folder.resolve("clients.out").toFile());
        return new LoadClients(library.name(), builder.start());
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
            throw new IOException(name + " at " + broker.name() + ": " + command + ": " + answer);
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

    double residentBytes() throws IOException {
        return MeasuredProcess.residentBytes(process);
    }

    /** Ends the process, and waits: the next one is not to start beside it. */
    @Override
    public void close() {
        MeasuredProcess.end(process);
    }
}
