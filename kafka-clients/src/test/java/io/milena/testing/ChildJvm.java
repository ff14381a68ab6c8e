package io.milena.testing;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * How tests start other JVMs: the same Java, a small heap, the class path out of sight, and a log to read afterwards.
 */
public final class ChildJvm {

    public static final String OWN_CLASS_PATH = System.getProperty("java.class.path");

    private static final long PATIENCE_SECONDS = 30;

    private ChildJvm() {}

    /** Ready to start; {@code arguments} are those of {@code java}. Both outputs go to the log unless redirected. */
    public static ProcessBuilder prepare(String classPath, Path log, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-Xshare:auto", "-XX:TieredStopAtLevel=1"));
        command.addAll(arguments);
        var builder = new ProcessBuilder(command);
        builder.environment().put("CLASSPATH", classPath);
        builder.redirectErrorStream(true);
        builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
        return builder;
    }

    /** What {@code builder} starts may have no more than so many files and sockets open at a time. */
    public static void limitDescriptors(ProcessBuilder builder, int most) {
        List<String> command = new ArrayList<>(List.of("sh", "-c", "ulimit -n " + most + " && exec \"$@\"", "sh"));
        command.addAll(builder.command());
        builder.command(command);
    }

    /** A place for the logs of this run, kept after the test. */
    public static Path logFile(String name) {
        try {
            Path folder = Files.createDirectories(Path.of(System.getProperty("basedir", ""), "target", "child-logs"));
            return folder.resolve(name + "-" + System.nanoTime() + ".log").toAbsolutePath();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Has the garbage collector run there. */
    public static void collectGarbage(Process process) {
        String tool = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        var command = new ProcessBuilder(tool, String.valueOf(process.pid()), "GC.run");
        command.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
        try {
            ended(command.start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends a process that this test has started, politely first. */
    public static void end(Process process) {
        process.destroy();
        if (!ended(process)) {
            process.destroyForcibly();
            ended(process);
        }
    }

    /** kill -9. */
    public static void kill(Process process) {
        process.destroyForcibly();
        ended(process);
    }

    /** Waits for a process that ends by itself; its exit value can be asked for then. */
    public static void awaitEnd(Process process) {
        if (!ended(process)) {
            kill(process);
        }
    }

    private static boolean ended(Process process) {
        try {
            return process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
