package io.milena.bench;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/**
 * Says which cores of this machine processes may use, by {@code taskset} of util-linux. Confined to one
 * thread.
 */
final class Cores {

    private static final String FIRST = "0";
    private static final String SECOND = "1";

    private final List<Long> processes;

    /** Asked for before this process has one alone. */
    private final String all = FIRST + "-" + (Runtime.getRuntime().availableProcessors() - 1);

    private Cores(List<Long> processes) {
        this.processes = processes;
    }

    /** The brokers, of which one has work at a time, on one core, and this process, which plays clients, on another. */
    static Cores apart(List<Contender> brokers) throws IOException {
        long here = ProcessHandle.current().pid();
        List<Long> apart =
                brokers.stream().map(broker -> broker.process().pid()).toList();
        var cores = new Cores(Stream.concat(apart.stream(), Stream.of(here)).toList());
        for (long broker : apart) {
            give(broker, FIRST);
        }
        give(here, SECOND);
        return cores;
    }

    private static void give(long process, String cores) throws IOException {
        var command = List.of("taskset", "--all-tasks", "--cpu-list", "--pid", cores, String.valueOf(process));
        Process given = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (given.onExit().join().exitValue() != 0) {
            throw new IOException(String.join(" ", command) + " failed; it needs util-linux, and two cores");
        }
    }

    /** Everyone may use all of them again. */
    void giveBack() throws IOException {
        for (long process : processes) {
            give(process, all);
        }
    }
}
