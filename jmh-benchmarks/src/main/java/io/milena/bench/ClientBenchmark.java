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
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Our client library and the reference's side by side on this machine, in one run: two processes with the same load,
 * compiled for either, against one broker. Each phase goes over them in turn, forth and back. Prints what a million
 * records cost the clients in CPU seconds and a record in bytes of heap, throughput, latency, memory, and the ratio of
 * ours to the reference's.
 *
 * <p>Settings are the defaults of the library but for {@code linger.ms}, which is 5 for produced records, and
 * {@link #READING}, and no partition of a produced topic keeps more than some segments. Arguments: {@code rounds=2
 * ms=2500 warm=2 broker=milena|apache parts=produce,consume,latency only=REGEX switches=-XX:...}, where {@code warm} is
 * how often each library goes through all kinds of load before it is measured, {@code only} picks phases by name, and
 * {@code switches} are of our clients' JVM alone, to look at it more closely.
 */
public final class ClientBenchmark {

    private static final int KIB = 1 << 10;
    private static final double MIB = 1 << 20;
    private static final int READ_BYTES = 200_000_000;

    /**
     * A consumer that has come to the end of the log asks for more before it is sent back to the beginning. A broker
     * has that request wait, and those after it; with the default of half a second the consumers would sleep more than
     * read, and what is measured would be how they wake up.
     */
    private static final String READING = " fetch.max.wait.ms=5";

    private static final String CPU = "client CPU s/M records";
    private static final String ALLOCATED = "bytes allocated/record";

    private final Properties options;
    private final int rounds;
    private final int phaseMs;
    private final Contender broker;
    private final LoadClients ours;
    private final LoadClients reference;
    private final Report report = new Report();
    private final Map<String, List<Double>> ratios = new LinkedHashMap<>();

    private ClientBenchmark(Properties options, Contender broker, LoadClients ours, LoadClients reference) {
        this.options = options;
        this.broker = broker;
        this.ours = ours;
        this.reference = reference;
        rounds = number("rounds", 2);
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
        String switches = options.getProperty("switches", "");
        List<String> more = switches.isEmpty() ? List.of() : List.of(switches.split(" "));
        try (var zooKeeper = ZooKeeperProcess.start(root, folder(work, "zookeeper"));
                var broker = startBroker(root, folder(work, "broker"), options, zooKeeper);
                var ours = LoadClients.of(ClientLibrary.OURS, root, folder(work, "ours"), more);
                var reference = LoadClients.of(ClientLibrary.REFERENCE, root, folder(work, "reference"), List.of())) {
            var benchmark = new ClientBenchmark(options, broker, ours, reference);
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
        warmUp();
        for (String part :
                options.getProperty("parts", "produce,consume,latency").split(",")) {
            run(part);
        }
        means();
    }

    private void run(String part) throws IOException {
        switch (part) {
            case "produce" -> produce();
            case "consume" -> consume();
            case "latency" -> latency();
            default ->
                throw new IllegalArgumentException("parts: " + part + " (expected: produce, consume or latency)");
        }
    }

    /** Records of one kind, in so many partitions. */
    private record Shape(int size, String codec, int partitions) {

        static List<Shape> all() {
            return Stream.of(100, KIB)
                    .flatMap(size -> Stream.of("none", "lz4")
                            .flatMap(codec -> Stream.of(1, 16).map(count -> new Shape(size, codec, count))))
                    .toList();
        }

        String topic(String what) {
            return " topic=" + what + "-" + size + "-" + codec + "-" + partitions + " partitions=" + partitions;
        }

        String producing() {
            return " size=" + size + " compression.type=" + codec + " linger.ms=5";
        }

        @Override
        public String toString() {
            return (size == KIB ? "1 KiB" : size + " B") + ", " + codec + ", " + partitions
                    + (partitions == 1 ? " partition" : " partitions");
        }
    }

    private List<LoadClients> both() {
        return List.of(reference, ours);
    }

    /** All kinds of load for both, shapes in turn, since what one has seen the compiler takes for all there is. */
    private void warmUp() throws IOException {
        for (Shape shape : Shape.all()) {
            reference.run(broker, "create" + shape.topic("warm"));
        }
        for (int i = 0; i < number("warm", 2); i++) {
            for (LoadClients clients : both()) {
                for (Shape shape : Shape.all()) {
                    clients.run(broker, "produce" + shape.topic("warm") + shape.producing() + " ms=" + phaseMs / 3);
                    clients.run(broker, "consume" + shape.topic("warm") + READING + " ms=" + phaseMs / 3);
                }
            }
        }
    }

    private void produce() throws IOException {
        for (Shape shape : Shape.all()) {
            String name = "produce " + shape;
            if (isWanted(name)) {
                reference.run(broker, "create" + shape.topic("produced"));
                String command = "produce" + shape.topic("produced") + shape.producing();
                throughput(name, command + " heap=1 ms=" + phaseMs);
            }
        }
    }

    /** Both read the same records, which the reference wrote, again and again. */
    private void consume() throws IOException {
        for (Shape shape : Shape.all()) {
            String name = "consume " + shape;
            if (isWanted(name)) {
                reference.run(broker, "create" + shape.topic("read") + " retention.bytes=-1");
                reference.run(
                        broker,
                        "produce" + shape.topic("read") + shape.producing() + " records=" + READ_BYTES / shape.size);
                throughput(name, "consume" + shape.topic("read") + READING + " heap=1 ms=" + phaseMs);
            }
        }
    }

    private void latency() throws IOException {
        for (int rate : List.of(500, 2000)) {
            String name = "end to end at " + rate + "/s, acks=all";
            if (isWanted(name)) {
                reference.run(broker, "create topic=latency partitions=1");
                ClientFigures[] figures = measured(
                        "latency topic=latency size=200 acks=all linger.ms=0 rate=" + rate + " ms=" + 2 * phaseMs);
                Figures.Latency here = figures[0].latency();
                Figures.Latency there = figures[1].latency();
                report.add(name, "p50 ms", here.p50Ms(), there.p50Ms());
                report.add(name, "p99 ms", here.p99Ms(), there.p99Ms());
                report.add(name, CPU, figures[0].cpuSecondsPerMillion(), figures[1].cpuSecondsPerMillion());
            }
        }
    }

    private boolean isWanted(String phase) {
        return Pattern.compile(options.getProperty("only", "")).matcher(phase).find();
    }

    private void throughput(String name, String command) throws IOException {
        ClientFigures[] figures = measured(command);
        ClientFigures here = figures[0];
        ClientFigures there = figures[1];
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

    /** Ours first. */
    private ClientFigures[] measured(String command) throws IOException {
        Map<LoadClients, ClientFigures> sums = new Alternation<>(both(), 0, rounds)
                .run(clients -> ClientFigures.of(clients.run(broker, command)), ClientFigures::plus);
        return new ClientFigures[] {sums.get(ours), sums.get(reference)};
    }

    private void means() throws IOException {
        ratios.forEach((key, all) -> {
            double logs = all.stream().mapToDouble(Math::log).average().orElse(Double.NaN);
            String[] names = key.split("\\|");
            report.addRatio(names[0] + ", geometric mean", names[1], Math.exp(logs));
        });
        report.add("all", "RSS in the end, MiB", ours.residentBytes() / MIB, reference.residentBytes() / MIB);
    }
}
