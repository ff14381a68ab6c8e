package io.milena.testkit;

import io.milena.testing.ChildJvm;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A member of a group that is none of Java's: kcat, which is librdkafka. What it prints is kept as the journal that
 * {@code clients/GroupDriver.java} writes.
 *
 * <p>It does not say when, so an ownership begins when its line was seen, and takes no time: whoever owned the
 * partition before must have given it up by then, and of the owner after it nothing is said but what it reads.
 * Thread-safe.
 */
public final class KcatMember implements AutoCloseable {

    private static final String PROGRAM = "kcat";
    private static final Pattern REBALANCED =
            Pattern.compile("% Group \\S+ rebalanced.*(assigned|assignment|revoked|revoke)\\b.*: ?(.*)");
    private static final Pattern PARTITION = Pattern.compile("\\[(\\d+)]");
    private static final Pattern RECORD = Pattern.compile("(\\d+) (\\d+)");

    private final String name;
    private final Process process;
    private final Thread reader;
    private final Map<Integer, Turn> owned = new LinkedHashMap<>();
    private final List<Turn> turns = new ArrayList<>();
    private final List<String> complaints = new ArrayList<>();

    /** What it did with one partition from its assignment to its revocation. Guarded by its member. */
    private static final class Turn {

        private final int partition;
        private final long nanos;
        private final List<long[]> runs = new ArrayList<>();
        private boolean isOver;

        Turn(int partition, long nanos) {
            this.partition = partition;
            this.nanos = nanos;
        }

        void read(long offset) {
            long[] last = runs.isEmpty() ? null : runs.get(runs.size() - 1);
            if (last != null && last[1] == offset - 1) {
                last[1] = offset;
            } else {
                runs.add(new long[] {offset, offset});
            }
        }

        Stream<String> lines(String owner) {
            List<String> lines = new ArrayList<>(List.of(line(owner, 0, "assigned", 0, 0)));
            runs.forEach(run -> lines.add(line(owner, 1, "read", run[0], run[1])));
            if (isOver) {
                lines.add(line(owner, 2, "revoked", 0, 0));
            }
            return lines.stream();
        }

        private String line(String owner, int at, String event, long first, long last) {
            return owner + " " + (nanos + at) + " " + event + " " + partition + " " + first + " " + last;
        }
    }

    private KcatMember(String name, Process process) {
        this.name = name;
        this.process = process;
        reader = new Thread(this::listen, "kcat-output");
        reader.setDaemon(true);
        reader.start();
    }

    /** Whether the machine has it. */
    public static boolean isInstalled() {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, PROGRAM)));
    }

    /** Starts one, with a name in the journal as {@code group member}. */
    public static KcatMember join(String bootstrap, String name, String topic, String strategy) {
        List<String> command = new ArrayList<>(List.of(PROGRAM, "-u", "-b", bootstrap));
        command.addAll(List.of("-G", name.substring(0, name.indexOf(' ')), "-f", "%p %o\\n"));
        for (String setting : List.of(
                "broker.address.family=v4",
                "auto.offset.reset=earliest",
                "session.timeout.ms=10000",
                "heartbeat.interval.ms=200",
                "partition.assignment.strategy=" + strategy)) {
            command.addAll(List.of("-X", setting));
        }
        command.add(topic);
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
        try {
            return new KcatMember(name, builder.start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void listen() {
        try (var lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
                var copy = Files.newBufferedWriter(ChildJvm.logFile(PROGRAM))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                heard(line);
                copy.write(line + "\n");
            }
        } catch (IOException e) {
            complain(e.toString());
        }
    }

    private synchronized void complain(String line) {
        complaints.add(line);
    }

    private synchronized void heard(String line) {
        Matcher record = RECORD.matcher(line);
        Matcher rebalanced = REBALANCED.matcher(line);
        if (record.matches()) {
            Turn turn = owned.get(Integer.parseInt(record.group(1)));
            if (turn == null) {
                complaints.add("read without an assignment: " + line);
            } else {
                turn.read(Long.parseLong(record.group(2)));
            }
        } else if (rebalanced.matches()) {
            boolean assigned = rebalanced.group(1).startsWith("assign");
            PARTITION
                    .matcher(rebalanced.group(2))
                    .results()
                    .forEach(found -> moved(Integer.parseInt(found.group(1)), assigned));
        } else if (line.contains("ERROR") || line.contains("FATAL")) {
            complaints.add(line);
        }
    }

    private void moved(int partition, boolean assigned) {
        if (assigned) {
            var turn = new Turn(partition, System.nanoTime());
            owned.put(partition, turn);
            turns.add(turn);
        } else {
            owned.remove(partition).isOver = true;
        }
    }

    /** Those that it has been assigned. */
    public synchronized Set<Integer> partitions() {
        return new TreeSet<>(owned.keySet());
    }

    /** What it found wrong. */
    public synchronized List<String> complaints() {
        return List.copyOf(complaints);
    }

    /** What it did, as the journal's lines. */
    public synchronized List<String> journal() {
        return turns.stream().flatMap(turn -> turn.lines(name)).toList();
    }

    /** Has it commit, leave its group and end; all that it printed has been read then. */
    public void leave() {
        // Not by the process itself, which would close what is still to be read.
        process.toHandle().destroy();
        ChildJvm.awaitEnd(process);
        try {
            reader.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        ChildJvm.kill(process);
    }
}
