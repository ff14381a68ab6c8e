package io.milena.bench;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Our client library and the reference's side by side on this machine: processes with the same load, compiled for
 * either, against one broker. Each phase goes over both in turn, forth and back. Prints what a million
 * records cost the clients in CPU seconds and a record in bytes of heap, throughput, latency, memory, and the ratio of
 * ours to the reference's.
 *
 * <p>Each part of the benchmark has processes of its own, {@code forks} pairs one after the other, whose work is added:
 * what a process has done before decides how its compiler translates what comes, and one process is luckier in that
 * than another. What is read is written by a process that nobody measures.
 *
 * <p>Settings are the defaults of the library but for {@code linger.ms}, which is 5 for produced records, and for how
 * long a broker has a consumer wait at the end of the log; no partition of a produced topic keeps more than some
 * segments. Arguments: {@code rounds=2 forks=2 ms=2500 warm=2 broker=milena|apache parts=produce,consume,latency
 * only=REGEX switches=-XX:...}, where {@code warm} is how often each process goes through all loads of its part before
 * it is measured, {@code only} picks by name what is measured, and {@code switches} are of our clients' JVM alone, to
 * look at it more closely.
 */
public final class ClientBenchmark {

    private static final double MIB = 1 << 20;
    private static final String CPU = "client CPU s/M records";
    private static final String ALLOCATED = "bytes allocated/record";

    private final Properties options;
    private final Path root;
    private final Path work;
    private final Contender broker;
    private final LoadClients writer;
    private final int phaseMs;
    private final Report report = new Report();
    private final Map<String, List<Double>> ratios = new LinkedHashMap<>();

    private ClientBenchmark(Properties options, Path root, Path work, Contender broker, LoadClients writer) {
        this.options = options;
        this.root = root;
        this.work = work;
        this.broker = broker;
        this.writer = writer;
        phaseMs = number("ms", 2500);
    }

    private int number(String name, int otherwise) {
        return Integer.parseInt(options.getProperty(name, String.valueOf(otherwise)));
    }

    /** Runs everything and prints the table; started by {@code client-benchmark.sh}. */
    public static void main(String[] args) throws IOException {
        var options = new Properties();
        for (String arg : args) {
            options.load(new StringReader(arg));
        }
        Path root = Path.of("").toAbsolutePath();
        Path work = Files.createTempDirectory("client-benchmark");
        try (var zooKeeper = ZooKeeperProcess.start(root, folder(work, "zookeeper"));
                var broker = startBroker(root, folder(work, "broker"), options, zooKeeper);
                var writer = LoadClients.of(ClientLibrary.REFERENCE, root, folder(work, "writer"), List.of())) {
            var benchmark = new ClientBenchmark(options, root, work, broker, writer);
            benchmark.run();
            System.out.println(benchmark.report);
        }
        Contender.deleteRecords(work);
        System.out.println("logs: " + work);
    }

    private static Path folder(Path work, String name) throws IOException {
        return Files.createDirectories(work.resolve(name));
    }

    private static Contender startBroker(Path root, Path folder, Properties options, ZooKeeperProcess zooKeeper)
            throws IOException {
        Map<String, String> settings = new LinkedHashMap<>(zooKeeper.settings("clients"));
        settings.put("log.segment.bytes", String.valueOf(64 << 20));
        settings.put("log.retention.bytes", String.valueOf(64 << 20));
        settings.put("log.retention.check.interval.ms", "1000");
        settings.put("log.segment.delete.delay.ms", "1000");
        String name = options.getProperty("broker", "milena");
        return switch (name) {
            case "milena" -> Contender.milena(root, folder, name, Contender.SAME_HEAP, settings);
            case "apache" -> Contender.reference(root, folder, name, settings);
            default -> throw new IllegalArgumentException("broker=" + name + " (expected: milena or apache)");
        };
    }

    private void run() throws IOException {
        for (String part :
                options.getProperty("parts", "produce,consume,latency").split(",")) {
            run(part);
        }
        means();
    }

    private void run(String part) throws IOException {
        List<ClientPhase> phases = ClientPhase.of(part);
        if (phases.stream().noneMatch(this::isWanted)) {
            return;
        }
        for (String command : commands(phases, ClientPhase::preparation)) {
            writer.run(broker, command);
        }
        Map<ClientPhase, Both> sums = new LinkedHashMap<>();
        for (int fork = 1; fork <= number("forks", 2); fork++) {
            runFork(part + "-" + fork, phases).forEach((phase, figures) -> sums.merge(phase, figures, Both::plus));
        }
        sums.forEach(this::report);
    }

    private Map<ClientPhase, Both> runFork(String name, List<ClientPhase> phases) throws IOException {
        String text = options.getProperty("switches", "");
        List<String> switches = text.isEmpty() ? List.of() : List.of(text.split(" "));
        Map<ClientPhase, Both> figures = new LinkedHashMap<>();
        try (var ours = LoadClients.of(ClientLibrary.OURS, root, folder(work, name + "-ours"), switches);
                var reference =
                        LoadClients.of(ClientLibrary.REFERENCE, root, folder(work, name + "-reference"), List.of())) {
            List<LoadClients> libraries = List.of(reference, ours);
            warmUp(libraries, phases);
            var turns = new Alternation<>(libraries, 0, number("rounds", 2));
            for (ClientPhase phase : phases) {
                if (isWanted(phase)) {
                    String command = phase.command() + " ms=" + phase.lengths() * phaseMs;
                    Map<LoadClients, ClientFigures> found =
                            turns.run(clients -> ClientFigures.of(clients.run(broker, command)), ClientFigures::plus);
                    figures.put(phase, new Both(found.get(ours), found.get(reference)));
                }
            }
            report.add(name, "RSS in the end, MiB", ours.residentBytes() / MIB, reference.residentBytes() / MIB);
        }
        return figures;
    }

    /** All kinds of load of a part, in turn, since what one has seen the compiler takes for all there is. */
    private void warmUp(List<LoadClients> libraries, List<ClientPhase> phases) throws IOException {
        List<String> warming = commands(phases, ClientPhase::warming);
        for (int i = 0; i < number("warm", 2); i++) {
            for (LoadClients clients : libraries) {
                for (String command : warming) {
                    clients.run(broker, command + " ms=" + phaseMs / 3);
                }
            }
        }
    }

    /** Those of all phases, once each. */
    private static List<String> commands(List<ClientPhase> phases, Function<ClientPhase, List<String>> which) {
        return phases.stream()
                .flatMap(phase -> which.apply(phase).stream())
                .distinct()
                .toList();
    }

    private boolean isWanted(ClientPhase phase) {
        return Pattern.compile(options.getProperty("only", ""))
                .matcher(phase.name())
                .find();
    }

    private void report(ClientPhase phase, Both figures) {
        if (figures.ours().latency().rounds() > 0) {
            reportLatency(phase, figures);
        } else {
            reportThroughput(phase, figures);
        }
    }

    private void reportLatency(ClientPhase phase, Both figures) {
        Figures.Latency here = figures.ours().latency();
        Figures.Latency there = figures.reference().latency();
        report.add(phase.name(), "p50 ms", here.p50Ms(), there.p50Ms());
        report.add(phase.name(), "p99 ms", here.p99Ms(), there.p99Ms());
        report.add(
                phase.name(),
                CPU,
                figures.ours().cpuSecondsPerMillion(),
                figures.reference().cpuSecondsPerMillion());
    }

    private void reportThroughput(ClientPhase phase, Both figures) {
        String name = phase.name();
        ClientFigures here = figures.ours();
        ClientFigures there = figures.reference();
        add(name, CPU, here.cpuSecondsPerMillion(), there.cpuSecondsPerMillion());
        add(name, "without compiler", here.workSecondsPerMillion(), there.workSecondsPerMillion());
        add(name, "records/s", here.recordsPerSecond(), there.recordsPerSecond());
        add(name, ALLOCATED, here.allocatedPerRecord(), there.allocatedPerRecord());
        report.add(name, "heap after, MiB", here.heapBytes() / MIB, there.heapBytes() / MIB);
    }

    private void add(String name, String figure, double here, double there) {
        report.add(name, figure, here, there);
        String all = "all: " + name.substring(0, name.indexOf(' '));
        ratios.computeIfAbsent(all + "|" + figure, added -> new ArrayList<>()).add(here / there);
    }

    private void means() {
        ratios.forEach((key, all) -> {
            double logs = all.stream().mapToDouble(Math::log).average().orElse(Double.NaN);
            String[] names = key.split("\\|");
            report.addRatio(names[0] + ", geometric mean", names[1], Math.exp(logs));
        });
    }

    /** What the two libraries showed. */
    private record Both(ClientFigures ours, ClientFigures reference) {

        Both plus(Both later) {
            return new Both(ours.plus(later.ours), reference.plus(later.reference));
        }
    }
}
