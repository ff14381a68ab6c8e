package io.milena.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code .ci/run}: both test runs through a Maven that only prints, and what is told of them at the end. */
class CiRunIT {

    private static final Path SCRIPT = Path.of("../.ci/run").toAbsolutePath().normalize();

    @TempDir
    private Path folder;

    private Path script;

    /** How it ended, and all it said. */
    private record Outcome(int code, String output) {}

    @BeforeEach
    void install() throws IOException {
        script = Files.createDirectories(folder.resolve(".ci")).resolve("run");
        Files.copy(SCRIPT, script);
    }

    private Outcome run(int mavenCode, String... mavenLines) throws IOException, InterruptedException {
        Path lines = Files.write(folder.resolve("lines"), List.of(mavenLines));
        Path maven = Files.createDirectories(folder.resolve("tools")).resolve("mvn");
        Files.writeString(
                maven,
                "#!/bin/sh\necho \"called: $*\"\ncat '" + lines + "'\nprintf '\\033[0m'\nexit " + mavenCode + "\n");
        assertThat(maven.toFile().setExecutable(true)).isTrue();
        Path output = folder.resolve("output");
        var builder = new ProcessBuilder(script.toString(), "-Pheavy").redirectErrorStream(true);
        builder.environment().merge("PATH", maven.getParent() + ":", (path, first) -> first + path);
        Process process = builder.redirectOutput(output.toFile()).start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Outcome(process.exitValue(), Files.readString(output));
    }

    @Test
    void theClosingLinesOfEachModuleStandAtTheEnd() throws Exception {
        Outcome outcome = run(
                0,
                "[INFO] Building Milena :: Storage 0.1.0   [3/9]",
                "[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 1 s -- in io.milena.ATest",
                "[INFO] Tests run: 7, Failures: 0, Errors: 0, Skipped: 1",
                "[INFO] Tests run: 0, Failures: 0, Errors: 0, Skipped: 0",
                "[INFO] BUILD SUCCESS");

        assertThat(outcome.code).isZero();
        String told = String.format("  %-40s %s", "Storage 0.1.0", "Tests run: 7, Failures: 0, Errors: 0, Skipped: 1");
        assertThat(outcome.output)
                .contains(
                        "called: -B -ntp -fae verify -Pheavy\n",
                        "called: -B -ntp -fae verify -Pheavy -Ppeer -DskipAssembly\n");
        assertThat(outcome.output.lines().toList())
                .endsWith("Test results", "mvn verify", told, "mvn verify -Ppeer", told);
    }

    @Test
    void theTestsThatFailedStandUnderTheirModule() throws Exception {
        Outcome outcome = run(
                1,
                "[INFO] Building Milena :: Server 0.1.0   [5/9]",
                "[ERROR] Tests run: 2, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 1 s -- in io.milena.ATest",
                "[ERROR] io.milena.ATest.itHolds -- Time elapsed: 0.1 s <<< FAILURE!",
                "[INFO] Results:",
                "[INFO] ",
                "[ERROR] Failures: ",
                "[ERROR]   ATest.itHolds:17 ",
                "expected: 1",
                " but was: 2",
                "[ERROR] Errors: ",
                "[ERROR]   BTest.itComes:9 \u00bb Timeout",
                "[INFO] ",
                "[ERROR] Tests run: 7, Failures: 1, Errors: 1, Skipped: 0",
                "[ERROR] Failed to execute goal",
                "[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0");

        String red = String.format("  %-40s %s", "Server 0.1.0", "Tests run: 7, Failures: 1, Errors: 1, Skipped: 0");
        String green = String.format("  %-40s %s", "Server 0.1.0", "Tests run: 3, Failures: 0, Errors: 0, Skipped: 0");
        assertThat(outcome.output)
                .contains(String.join(
                        "\n",
                        "mvn verify -Ppeer",
                        red,
                        "    ATest.itHolds:17 ",
                        "    BTest.itComes:9 \u00bb Timeout",
                        green,
                        "FAILED: mvn verify ended"));
    }

    @Test
    void aTestThatFailsFailsTheRun() throws Exception {
        Outcome outcome = run(
                1,
                "[INFO] Building Milena :: Server 0.1.0   [5/9]",
                "[ERROR] Tests run: 7, Failures: 1, Errors: 0, Skipped: 0");

        assertThat(outcome.code).isEqualTo(1);
        assertThat(outcome.output)
                .contains("Failures: 1, Errors: 0, Skipped: 0\n")
                .endsWith("FAILED: mvn verify ended with status 1\nFAILED: mvn verify -Ppeer ended with status 1\n");
    }

    @Test
    void aRunWithoutTestsSaysSo() throws Exception {
        Outcome outcome = run(1, "[ERROR] COMPILATION ERROR");

        assertThat(outcome.code).isEqualTo(1);
        assertThat(outcome.output).contains("none: the build ended before the first test");
    }
}
