package io.milena.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The scripts of {@code bin/}, in an installation of their own whose path has a blank, with a stub as the broker. */
@DisabledOnOs(OS.WINDOWS)
class StartScriptsIT {

    private static final Path SOURCES = Path.of("..").toAbsolutePath().normalize();

    private final Map<String, String> environment = new HashMap<>();

    @TempDir
    private Path folder;

    private Path home;
    private Path properties;

    /** How a script ended, and all it said. */
    private record Outcome(int code, String output) {}

    @BeforeEach
    void install() throws IOException {
        home = folder.toRealPath().resolve("my installation");
        copy(SOURCES.resolve("bin"), home.resolve("bin"));
        copy(SOURCES.resolve("config"), home.resolve("config"));
        Files.createDirectories(home.resolve("libs"));
        packStub(home.resolve("libs/stub.jar"));
        properties = home.resolve("config/server.properties");
        environment.put("MILENA_BROKER_CLASS", StubBroker.class.getName());
    }

    private static void packStub(Path jar) throws IOException {
        String entry = StubBroker.class.getName().replace('.', '/') + ".class";
        try (var output = new JarOutputStream(Files.newOutputStream(jar))) {
            output.putNextEntry(new JarEntry(entry));
            Files.copy(Path.of("target/test-classes", entry), output);
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
    }

    @Test
    void withoutArgumentsItExplainsItself() {
        Outcome outcome = run("kafka-server-start.sh");

        assertThat(outcome.code).isEqualTo(1);
        assertThat(outcome.output).startsWith("usage: kafka-server-start.sh").contains("--override key=value");
    }

    @Test
    void missingConfigurationIsNamed() {
        Outcome outcome = run("kafka-server-start.sh", "no-such.properties");

        assertThat(outcome.code).isEqualTo(1);
        assertThat(outcome.output).contains("cannot read no-such.properties");
    }

    @Test
    void argumentsAndOptionsReachTheBroker() {
        environment.put("KAFKA_HEAP_OPTS", "-Xmx100m  -Xms50m");
        environment.put("KAFKA_JVM_PERFORMANCE_OPTS", "-XX:+UseSerialGC");
        environment.put("KAFKA_OPTS", "-Dmine=1");
        Outcome outcome =
                run("kafka-server-start.sh", properties.toString(), "--override", "a=b c", "--override", "d=*");

        assertThat(outcome.code).isZero();
        assertThat(outcome.output.lines().filter(line -> line.startsWith("arg ")))
                .containsExactly("arg " + properties, "arg --override", "arg a=b c", "arg --override", "arg d=*");
        assertThat(outcome.output.lines())
                .contains("option -Xmx100m", "option -Xms50m", "option -XX:+UseSerialGC", "option -Dmine=1")
                .contains("option -Dmilena.home=" + home, "option -Dkafka.logs.dir=" + home.resolve("logs"))
                .contains("option -Dlogback.configurationFile=" + home.resolve("config/logback.xml"));
    }

    @Test
    void aCollectorAndAYoungGenerationInTheHeapOptionsTakeThePlaceOfOurs() {
        environment.put("KAFKA_HEAP_OPTS", "-Xmx100m");
        assertThat(run("kafka-server-start.sh", properties.toString()).output)
                .contains("option -XX:+UseG1GC", "option -XX:MaxNewSize=64m");

        environment.put("KAFKA_HEAP_OPTS", "-Xmx100m -Xmn20m");
        assertThat(run("kafka-server-start.sh", properties.toString()).output)
                .contains("option -XX:+UseG1GC")
                .doesNotContain("MaxNewSize");

        environment.put("KAFKA_HEAP_OPTS", "-Xmx100m -XX:+UseSerialGC");
        Outcome outcome = run("kafka-server-start.sh", properties.toString());
        assertThat(outcome.code).isZero();
        assertThat(outcome.output).contains("option -XX:+UseSerialGC").doesNotContain("UseG1GC");
    }

    @Test
    void worksThroughALinkAndFromAnywhere() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("start"), home.resolve("bin/kafka-server-start.sh"));

        Outcome outcome = execute(List.of(link.toString(), properties.toString()));

        assertThat(outcome.code).isZero();
        assertThat(outcome.output).contains("option -Dmilena.home=" + home).contains("ready");
    }

    @Test
    void secondStartUsesTheClassArchiveOfTheFirst() {
        Path archive = home.resolve("logs/kafka-server.jsa");

        assertThat(run("kafka-server-start.sh", properties.toString()).output)
                .contains("option -XX:ArchiveClassesAtExit=" + archive);
        assertThat(run("kafka-server-start.sh", properties.toString()).output)
                .contains("option -XX:SharedArchiveFile=" + archive)
                .contains("ready");
    }

    @Test
    void classArchiveOfAnotherPlaceIsMadeAnew() throws IOException {
        run("kafka-server-start.sh", properties.toString());
        Path installed = home;
        home = folder.toRealPath().resolve("moved");
        Files.move(installed, home);

        Outcome outcome = run(
                "kafka-server-start.sh",
                home.resolve("config/server.properties").toString());

        assertThat(outcome.output)
                .contains("option -XX:ArchiveClassesAtExit=" + home.resolve("logs/kafka-server.jsa"))
                .contains("ready");
    }

    @Test
    void noClassArchiveWithAnAgentOrAClassPathOfTheUser() {
        environment.put("CLASSPATH", "/tmp");
        assertThat(run("kafka-server-start.sh", properties.toString()).output)
                .doesNotContain("Archive")
                .contains("ready");

        environment.put("CLASSPATH", "");
        environment.put("KAFKA_OPTS", "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:0");
        assertThat(run("kafka-server-start.sh", properties.toString()).output)
                .doesNotContain("Archive")
                .contains("ready");
    }

    @Test
    void brokenClassArchiveDoesNoHarm() throws IOException {
        Path archive = Files.createDirectories(home.resolve("logs")).resolve("kafka-server.jsa");
        Files.writeString(archive, "not an archive");

        Outcome outcome = run("kafka-server-start.sh", properties.toString());

        assertThat(outcome.code).isZero();
        assertThat(outcome.output).contains("ready");
    }

    @Test
    void daemonRunsUntilTheStopScript() throws IOException {
        Outcome started = run("kafka-server-start.sh", "-daemon", properties.toString(), "wait");
        Path console = home.resolve("logs/kafkaServer.out");
        await().atMost(Duration.ofSeconds(30))
                .until(() -> Files.readString(console).contains("ready"));

        Outcome stopped = run("kafka-server-stop.sh");

        assertThat(started.output).contains(console.toString());
        assertThat(stopped.code).isZero();
        assertThat(stopped.output).contains("Stopping the broker").endsWith("stopped.\n");
        assertThat(run("kafka-server-stop.sh").output).isEqualTo("No broker of " + home + " is running.\n");
    }

    @Test
    void stoppingNothingFailsAndSaysSo() {
        Outcome outcome = run("kafka-server-stop.sh");

        assertThat(outcome.code).isEqualTo(1);
        assertThat(outcome.output).isEqualTo("No broker of " + home + " is running.\n");
    }

    @Test
    void oldJavaIsRefusedWithTheCommandThatInstallsANewOne() throws IOException {
        Path java = Files.createDirectories(folder.resolve("jdk/bin")).resolve("java");
        writeScript(java);
        Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"1.8.0_402\"\n");
        environment.put("JAVA_HOME", folder.resolve("jdk").toString());

        Outcome outcome = run("kafka-server-start.sh", properties.toString());

        assertThat(outcome.code).isEqualTo(1);
        assertThat(outcome.output)
                .contains("Java 8 is too old")
                .contains("apt-get install")
                .contains("dnf install")
                .contains("brew install");
    }

    /** As on a fresh machine: nothing but what every system has is on the path. */
    private void forgetJavaAndMaven() throws IOException {
        Path tools = Files.createDirectories(folder.resolve("tools"));
        for (String tool : List.of("bash", "env", "sed", "head", "dirname", "basename", "readlink", "find", "cat")) {
            writeScript(tools.resolve(tool), "exec " + where(tool) + " \"$@\"");
        }
        environment.put("PATH", tools.toString());
        environment.put("JAVA_HOME", "");
    }

    @Test
    void missingJavaIsNamedWithTheCommandsThatInstallIt() throws IOException {
        forgetJavaAndMaven();

        Outcome outcome = run("kafka-server-start.sh", properties.toString());

        assertThat(outcome.code).isEqualTo(1);
        assertThat(outcome.output)
                .contains("No java found: Milena needs JDK 17 or newer")
                .contains("sudo apt-get install -y openjdk-17-jdk-headless")
                .contains("sudo dnf install -y java-21-openjdk-devel")
                .contains("brew install openjdk@17");
    }

    @Test
    void missingMavenIsNamedWithTheCommandsThatInstallIt() throws IOException {
        becomeSourceTree();
        forgetJavaAndMaven();
        environment.put("JAVA_HOME", System.getProperty("java.home"));

        Outcome outcome = run("kafka-server-start.sh", properties.toString());

        assertThat(outcome.code).isEqualTo(1);
        assertThat(outcome.output)
                .contains("No mvn found")
                .contains("sudo apt-get install -y maven")
                .contains("sudo dnf install -y maven")
                .contains("brew install maven");
    }

    @Test
    void sourceTreeIsBuiltWhenMissingOrStaleOnly() throws IOException {
        becomeSourceTree();
        Path tools = Files.createDirectories(folder.resolve("tools"));
        writeScript(
                tools.resolve("mvn"),
                "[ \"$1\" != -v ] || { echo Apache Maven 3.8.7; exit; }",
                "mkdir -p kafka-server/target/milena-1/libs",
                "cp stub.jar kafka-server/target/milena-1/libs",
                "touch kafka-server/target/milena-1.tar.gz");
        environment.put("PATH", tools + ":" + System.getenv("PATH"));

        assertThat(run("kafka-server-start.sh", properties.toString()).output)
                .contains("because it is not built yet")
                .contains("mvn -q -DskipTests package -pl kafka-server -am")
                .contains("option -XX:SharedArchiveFile=" + home.resolve("logs/kafka-server.jsa"))
                .contains("ready");
        assertThat(run("kafka-server-start.sh", properties.toString()).output)
                .doesNotContain("Building")
                .contains("option -Dmilena.home=" + home)
                .contains("ready");

        touch(home.resolve("kafka-server/pom.xml"), 60);
        assertThat(run("kafka-server-start.sh", properties.toString()).output)
                .contains("because kafka-server/pom.xml has changed")
                .contains("ready");
    }

    private void becomeSourceTree() throws IOException {
        Files.move(home.resolve("libs/stub.jar"), home.resolve("stub.jar"));
        Files.delete(home.resolve("libs"));
        Files.createDirectories(home.resolve("kafka-server"));
        Files.createFile(home.resolve("kafka-server/pom.xml"));
    }

    private static void touch(Path file, int secondsAhead) throws IOException {
        long nowMs = Files.getLastModifiedTime(file).toMillis();
        Files.setLastModifiedTime(file, FileTime.fromMillis(nowMs + TimeUnit.SECONDS.toMillis(secondsAhead)));
    }

    private static void writeScript(Path file, String... lines) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + String.join("\n", lines) + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private static Path where(String tool) {
        return Stream.of(System.getenv("PATH").split(":"))
                .map(directory -> Path.of(directory, tool))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow();
    }

    private Outcome run(String script, String... args) {
        var command =
                Stream.concat(Stream.of(home.resolve("bin").resolve(script).toString()), Stream.of(args));
        return execute(command.toList());
    }

    private Outcome execute(List<String> command) {
        try {
            Path output = Files.createTempFile(folder, "output", ".txt");
            var builder = new ProcessBuilder(command).directory(folder.toFile());
            builder.environment().keySet().removeIf(key -> key.startsWith("KAFKA_") || key.startsWith("JMX_"));
            builder.environment().putAll(environment);
            Process process = builder.redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            assertThat(process.waitFor(60, TimeUnit.SECONDS))
                    .as("%s ends", command)
                    .isTrue();
            return new Outcome(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
