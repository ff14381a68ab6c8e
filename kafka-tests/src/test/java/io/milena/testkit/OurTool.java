package io.milena.testkit;

import io.milena.testing.ChildJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** One run of a command-line tool of ours: its exit code, and what it printed where. Immutable. */
public record OurTool(int exitCode, String printed, String complained) {

    private static final long PATIENCE_SECONDS = 60;
    private static final String PACKAGE = "io.milena.tools.";
    private static final String QUIET =
            "-Dlogback.configurationFile=" + ReferenceJars.moduleFolder().resolveSibling("config/tools-logback.xml");

    /** Runs a tool and waits for its end. */
    public static OurTool run(String tool, String... arguments) {
        return run("", tool, arguments);
    }

    /** Runs a tool with that on its standard input, and waits for its end. */
    public static OurTool run(String input, String tool, String... arguments) {
        Path errors = ChildJvm.logFile(tool + "-errors");
        Process process = start(input, errors, tool, arguments);
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                ChildJvm.kill(process);
                throw new AssertionError(tool + " did not end; it complained: " + Files.readString(errors));
            }
            return new OurTool(process.exitValue(), Files.readString(outputOf(errors)), Files.readString(errors));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Starts a tool for the caller to end; its output is in {@link #outputOf}. */
    public static Process start(String input, Path errors, String tool, String... arguments) {
        try {
            Path given = Files.writeString(ChildJvm.logFile(tool + "-input"), input, StandardCharsets.UTF_8);
            return prepare(errors, tool, arguments)
                    .redirectInput(given.toFile())
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The same with an input that stays open, for the caller to write to. */
    public static Process startOpen(Path errors, String tool, String... arguments) {
        try {
            return prepare(errors, tool, arguments)
                    .redirectInput(ProcessBuilder.Redirect.PIPE)
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ProcessBuilder prepare(Path errors, String tool, String... arguments) {
        List<String> all = new ArrayList<>(List.of("-Xmx128m", QUIET, PACKAGE + tool));
        all.addAll(List.of(arguments));
        return ChildJvm.prepare(ChildJvm.OWN_CLASS_PATH, outputOf(errors), all)
                .redirectErrorStream(false)
                .redirectError(errors.toFile());
    }

    /** The file with the output of the tool whose complaints go to {@code errors}. */
    public static Path outputOf(Path errors) {
        return errors.resolveSibling(errors.getFileName() + ".out");
    }
}
