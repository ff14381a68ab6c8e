import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** What this process has used so far: CPU, with and without its just-in-time compilers, and allocated heap. */
public final class Usage {

    private static final double TICKS_PER_SECOND = 100;
    private static final int USER_TICKS_AT = 11;
    private static final int SYSTEM_TICKS_AT = 12;

    private final double cpuSeconds;
    private final double compilerSeconds;
    private final double allocatedBytes;

    private Usage(double cpuSeconds, double compilerSeconds, double allocatedBytes) {
        this.cpuSeconds = cpuSeconds;
        this.compilerSeconds = compilerSeconds;
        this.allocatedBytes = allocatedBytes;
    }

    /** Until now; of threads that have ended nothing is known of what they allocated. */
    public static Usage now() throws IOException {
        var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        double allocated = 0;
        for (long bytes : threads.getThreadAllocatedBytes(threads.getAllThreadIds())) {
            allocated += Math.max(bytes, 0);
        }
        return new Usage(system.getProcessCpuTime() / 1e9, compilerSeconds(), allocated);
    }

    private static double compilerSeconds() throws IOException {
        double ticks = 0;
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
            for (Path thread : threads) {
                ticks += compilerTicks(thread);
            }
        }
        return ticks / TICKS_PER_SECOND;
    }

    private static double compilerTicks(Path thread) {
        try {
            if (!Files.readString(thread.resolve("comm")).contains(" CompilerThre")) {
                return 0;
            }
            String stat = Files.readString(thread.resolve("stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return Double.parseDouble(fields[USER_TICKS_AT]) + Double.parseDouble(fields[SYSTEM_TICKS_AT]);
        } catch (IOException ended) {
            return 0;
        }
    }

    /** What was used since {@code before}, as {@code key=value ...}. */
    public String since(Usage before) {
        double cpu = cpuSeconds - before.cpuSeconds;
        double compiled = compilerSeconds - before.compilerSeconds;
        return String.format(
                Locale.ROOT,
                "cpu=%.3f work=%.3f allocated=%.0f",
                cpu,
                cpu - compiled,
                allocatedBytes - before.allocatedBytes);
    }

    /** Heap that is in use after a collection, as {@code key=value}. */
    public static String heap() {
        System.gc();
        return "heap="
                + ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
