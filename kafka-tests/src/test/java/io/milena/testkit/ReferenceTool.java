package io.milena.testkit;

import io.milena.testing.ChildJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** One run of a command-line tool of the reference, from its own jars: its exit code and what it printed. Immutable. */
public record ReferenceTool(int exitCode, String printed) {

    private static final long PATIENCE_SECONDS = 60;

    /** Runs a tool's main class and waits for its end. */
    public static ReferenceTool run(String mainClass, String... arguments) {
        return run(ReferenceJars.BROKER_3_9, mainClass, arguments);
    }

    /** Runs the main class of a tool in these jars and waits for its end. */
    public static ReferenceTool run(ReferenceJars jars, String mainClass, String... arguments) {
        String name = mainClass.substring(mainClass.lastIndexOf('.') + 1);
        return started(jars, name, mainClass, arguments);
    }

    /** Runs a program of one source file, a resource of the tests, with these jars and waits for its end. */
    public static ReferenceTool runSource(ReferenceJars jars, String resource, String... arguments) {
        try {
            var source = Path.of(Objects.requireNonNull(ReferenceTool.class.getResource(resource))
                    .toURI());
            return started(jars, jars.name().toLowerCase(Locale.ROOT), source.toString(), arguments);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static ReferenceTool started(ReferenceJars jars, String name, String main, String... arguments) {
        List<String> all = new ArrayList<>(List.of("-Xmx128m", main));
        all.addAll(List.of(arguments));
        Path log = ChildJvm.logFile(name);
        try {
            Process process = ChildJvm.prepare(jars.classPath(), log, all).start();
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                ChildJvm.kill(process);
                throw new AssertionError(main + " did not end; it printed: " + Files.readString(log));
            }
            return new ReferenceTool(process.exitValue(), Files.readString(log));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
