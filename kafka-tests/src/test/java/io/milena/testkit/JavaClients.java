package io.milena.testkit;

import io.milena.testing.ChildJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Java clients of one set of jars, mostly the reference's of one version, in a JVM with nothing but these: a driver of
 * {@code clients/}. One command, one answer. Confined to the test's thread.
 */
public final class JavaClients implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 120;
    private static final String OK = "ok";
    private static final String ENDED = "error the client JVM ended";

    private final Process process;
    private final PrintWriter commands;
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private final long patienceSeconds;

    private JavaClients(Process process, long patienceSeconds) {
        this.process = process;
        this.patienceSeconds = patienceSeconds;
        this.commands = new PrintWriter(process.getOutputStream(), true, StandardCharsets.UTF_8);
        var reader = new Thread(this::readAnswers, "client-answers");
        reader.setDaemon(true);
        reader.start();
    }

    public static JavaClients start(ReferenceJars jars, String bootstrap) {
        return start(jars, "ClientDriver", List.of(bootstrap));
    }

    /** Members of groups: {@code clients/GroupDriver.java}, which writes down what they do in {@code journal}. */
    public static JavaClients startGroups(ReferenceJars jars, String bootstrap, Path journal) {
        return start(jars, "GroupAdminDriver", List.of(bootstrap, journal.toString()));
    }

    /** Members of groups that are of our clients: the same program as for the reference's, with our imports. */
    public static JavaClients startOurGroups(String bootstrap, Path journal) {
        String driver = "GroupDriver";
        return start("ours", ClientDrivers.classPathOfOurs(driver), driver, List.of(bootstrap, journal.toString()));
    }

    /** Those that copy one topic to another exactly once: {@code clients/CopyDriver.java}. */
    public static JavaClients startCopiers(ReferenceJars jars, String bootstrap) {
        return start(jars, "CopyDriver", List.of(bootstrap));
    }

    /** An application of Kafka Streams that counts words: {@code clients/StreamsDriver.java}. */
    public static JavaClients startStreams(String bootstrap, Path state) {
        return start(ReferenceJars.CLIENTS_3_9, "StreamsDriver", List.of(bootstrap, state.toString()));
    }

    /** An application that has a Netty of its own beside our shaded clients: {@code clients/NettyDriver.java}. */
    public static JavaClients startBesideNetty(String bootstrap) {
        return start(ReferenceJars.NETTY_4_1, "NettyDriver", List.of(bootstrap));
    }

    private static JavaClients start(ReferenceJars jars, String driver, List<String> of) {
        return start(jars.name().toLowerCase(Locale.ROOT), ClientDrivers.classPath(jars, driver), driver, of);
    }

    private static JavaClients start(String name, String classPath, String driver, List<String> of) {
        List<String> arguments = new ArrayList<>(List.of("-Xmx256m", driver));
        arguments.addAll(of);
        Path log = ChildJvm.logFile(name);
        var builder = ChildJvm.prepare(classPath, log, arguments)
                .redirectErrorStream(false)
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .redirectOutput(ProcessBuilder.Redirect.PIPE)
                .redirectInput(ProcessBuilder.Redirect.PIPE);
        try {
            var clients = new JavaClients(builder.start(), PATIENCE_SECONDS);
            clients.checked(clients.answer());
            return clients;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void readAnswers() {
        try (var reader = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            reader.lines().forEach(answers::add);
        } catch (IOException | UncheckedIOException e) {
            answers.add("error " + e);
        }
        answers.add(ENDED);
    }

    /** Runs a command that must succeed; its answer as a map. */
    public Map<String, String> ask(String command) {
        commands.println(command);
        return checked(answer());
    }

    /** Runs a command that must fail; what the client threw: its simple name, a colon, its message. */
    public String askInVain(String command) {
        commands.println(command);
        String answer = answer();
        if (answer.startsWith(OK)) {
            throw new AssertionError("'" + command + "' succeeded: " + answer);
        }
        return answer.substring("error ".length());
    }

    private Map<String, String> checked(String answer) {
        if (!answer.startsWith(OK)) {
            throw new AssertionError(answer);
        }
        Map<String, String> values = new LinkedHashMap<>();
        for (String word : answer.split(" ")) {
            int equals = word.indexOf('=');
            if (equals > 0) {
                values.put(word.substring(0, equals), word.substring(equals + 1));
            }
        }
        return values;
    }

    private String answer() {
        try {
            String answer = answers.poll(patienceSeconds, TimeUnit.SECONDS);
            return answer == null ? "error no answer within " + patienceSeconds + " s" : answer;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "error interrupted";
        }
    }

    /** kill -9: its consumers and producers say good-bye to nobody. */
    public void kill() {
        ChildJvm.kill(process);
    }

    @Override
    public void close() {
        commands.close();
        ChildJvm.end(process);
    }
}
