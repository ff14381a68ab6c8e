package io.milena.testkit;

import io.milena.testing.ChildJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** One run of a command-line tool of the reference, from its own jars: its exit code and what it printed. Immutable. */
public record ReferenceTool(int exitCode, String printed) {

    private static final long PATIENCE_SECONDS = 60;

    /** Runs a tool's main class and waits for its end. */
    public static ReferenceTool run(String mainClass, String... arguments) {
        List<String> all = new ArrayList<>(List.of("-Xmx128m", mainClass));
        all.addAll(List.of(arguments));
        Path log = ChildJvm.logFile(mainClass.substring(mainClass.lastIndexOf('.') + 1));
        try {
            Process process = ChildJvm.prepare(ReferenceJars.BROKER_3_9.classPath(), log, all)
                    .start();
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                ChildJvm.kill(process);
                throw new AssertionError(mainClass + " did not end; it printed: " + Files.readString(log));
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
