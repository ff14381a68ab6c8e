package io.milena.bench;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A process that this program has started, and what Linux says of its use of the machine. Confined to one thread. */
final class MeasuredProcess implements AutoCloseable {

    /** Clock ticks per second in {@code /proc}; fixed at 100 on every Linux that Java runs on. */
    private static final double TICKS_PER_SECOND = 100;

    private static final int USER_TICKS_AT = 11;
    private static final int SYSTEM_TICKS_AT = 12;
    private static final long KIB = 1024;
    private static final long PATIENCE_SECONDS = 30;

    private final Process process;

    private MeasuredProcess(Process process) {
        this.process = process;
    }

    /** Starts {@code command} with further environment variables; what it prints goes to {@code log}. */
    static MeasuredProcess start(List<String> command, Map<String, String> environment, Path log) throws IOException {
        var builder = new ProcessBuilder(command);
        builder.environment().putAll(environment);
        builder.redirectErrorStream(true);
        builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.redirectInput(new File("/dev/null"));
        return new MeasuredProcess(builder.start());
    }

    /** A process that was started by others, who end it. */
    static double residentBytes(Process process) throws IOException {
        return new MeasuredProcess(process).residentBytes();
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** User and system time used so far. */
    double cpuSeconds() throws IOException {
        return ticks(proc("stat")) / TICKS_PER_SECOND;
    }

    /** The same without the threads of the just-in-time compiler; only of threads that still run. */
    double workSeconds() throws IOException {
        long ticks = 0;
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(proc("task"))) {
            for (Path thread : threads) {
                ticks += ticksUnlessCompiler(thread);
            }
        }
        return ticks / TICKS_PER_SECOND;
    }

    private static long ticksUnlessCompiler(Path thread) {
        try {
            boolean isCompiler = Files.readString(thread.resolve("comm")).contains(" CompilerThre");
            return isCompiler ? 0 : ticks(thread.resolve("stat"));
        } catch (IOException ended) {
            return 0;
        }
    }

    private static long ticks(Path statFile) throws IOException {
        String stat = Files.readString(statFile);
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return Long.parseLong(fields[USER_TICKS_AT]) + Long.parseLong(fields[SYSTEM_TICKS_AT]);
    }

    long residentBytes() throws IOException {
        for (String line : Files.readAllLines(proc("status"))) {
            if (line.startsWith("VmRSS:")) {
                return Long.parseLong(line.replaceAll("\\D", "")) * KIB;
            }
        }
        throw new IOException("process " + process.pid() + " has no VmRSS");
    }

    private Path proc(String file) {
        return Path.of("/proc", String.valueOf(process.pid()), file);
    }

    @Override
    public void close() {
        end(process);
    }

    /** Ends a process, and waits until it has. */
    static void end(Process process) {
        process.destroy();
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
