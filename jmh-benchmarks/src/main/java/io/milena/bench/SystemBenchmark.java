package io.milena.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.locks.LockSupport;

/**
 * Our broker and the reference side by side on this machine, in one run: both are up, and each phase goes over them in
 * turn, forth and back, driven by the same JVM with the reference's clients. Prints what a gigabyte and a million
 * requests cost each broker in CPU seconds, throughput, latency, memory and start-up, and the ratio of ours to the
 * reference's.
 *
 * <p>CPU and latency: both with the reference's heap, against one ZooKeeper in a process of its own. Memory: each with
 * what it ships. Run it with nothing else on the machine; one phase is good to about a tenth. Arguments:
 * {@code rounds=2 ms=3000 warm=2 parts=start-up,memory,load,bare,compaction,groups,transactions,shard-load}, where
 * {@code warm} is how often each broker goes through all kinds of load before it is measured. The records of all
 * brokers stay on the disk until the end: about 7 GiB for each second of {@code ms}.
 */
public final class SystemBenchmark implements AutoCloseable {

    private static final String ALL_PARTS = "start-up,memory,load,bare,compaction,groups,transactions,shard-load";
    private static final String SMALL = "batch.size=1 linger.ms=0 max.in.flight.requests.per.connection=5";
    private static final String OURS = "ours";
    private static final String OURS_HEADER = "ours, header validation";
    private static final String REFERENCE = "reference";
    private static final int KIB = 1 << 10;
    private static final double MIB = 1 << 20;
    private static final int STARTS = 3;
    private static final long SETTLE_NANOS = 1_000_000_000L;

    private final Path root;
    private final Path work;
    private final int rounds;
    private final int phaseMs;
    private final int warmUps;
    private final ZooKeeperProcess zooKeeper;
    private final Report report = new Report();
    private int folders;

    private SystemBenchmark(Path root, Path work, Properties options) throws IOException {
        this.root = root;
        this.work = work;
        this.rounds = Integer.parseInt(options.getProperty("rounds", "2"));
        this.phaseMs = Integer.parseInt(options.getProperty("ms", "3000"));
        this.warmUps = Integer.parseInt(options.getProperty("warm", "2"));
        this.zooKeeper = ZooKeeperProcess.start(root, newFolder());
    }

    /** Runs everything and prints the table; started by {@code system-benchmark.sh}. */
    public static void main(String[] args) throws IOException {
        var options = new Properties();
        for (String arg : args) {
            options.load(new java.io.StringReader(arg));
        }
        Path work = Files.createTempDirectory("system-benchmark");
        try (var benchmark = new SystemBenchmark(Path.of("").toAbsolutePath(), work, options)) {
            for (String part : options.getProperty("parts", ALL_PARTS).split(",")) {
                benchmark.run(part);
            }
            System.out.println(benchmark.report);
        }
        Contender.deleteRecords(work);
        System.out.println("logs: " + work);
    }

    private void run(String part) throws IOException {
        switch (part) {
            case "start-up" -> startUps();
            case "memory" -> memory();
            case "load" -> load();
            case "bare" -> bare();
            case "compaction" -> compaction();
            case "groups" -> coordinators(CoordinatorPhases::groups);
            case "transactions" -> coordinators(CoordinatorPhases::transactions);
            case "shard-load" -> shardLoad();
            default -> throw new IllegalArgumentException("no such part: " + part);
        }
    }

    private Path newFolder() throws IOException {
        folders++;
        return Files.createDirectories(work.resolve(String.valueOf(folders)));
    }

    /** Settings of a broker with a part of ZooKeeper's tree to itself. */
    private Map<String, String> apart(String... more) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.putAll(zooKeeper.settings("bench-" + folders));
        settings.putAll(pairs(more));
        return settings;
    }

    private static Map<String, String> pairs(String... words) {
        Map<String, String> pairs = new LinkedHashMap<>();
        for (int i = 0; i < words.length; i += 2) {
            pairs.put(words[i], words[i + 1]);
        }
        return pairs;
    }

    private Contender ours(String name, String heap, String... more) throws IOException {
        return Contender.milena(root, newFolder(), name, heap, apart(more));
    }

    private Contender reference() throws IOException {
        return Contender.reference(root, newFolder(), REFERENCE, apart());
    }

    private void startUps() throws IOException {
        List<Double> ours = new ArrayList<>();
        List<Double> embedded = new ArrayList<>();
        List<Double> reference = new ArrayList<>();
        for (int i = 0; i < STARTS; i++) {
            try (var broker = reference()) {
                reference.add(broker.startupMs());
            }
            try (var broker = ours(OURS, Contender.SHIPPED_HEAP)) {
                ours.add(broker.startupMs());
            }
            Path folder = newFolder();
            Map<String, String> settings = pairs(
                    "zookeeper.embedded", "true",
                    "zookeeper.embedded.port", "0",
                    "zookeeper.embedded.data.dir", folder.resolve("zookeeper").toString());
            try (var broker = Contender.milena(root, folder, OURS, Contender.SHIPPED_HEAP, settings)) {
                embedded.add(broker.startupMs());
            }
        }
        report.add("start-up, ZooKeeper running", "ms to Metadata", median(ours), median(reference));
        report.add("start-up, ours with embedded ZooKeeper", "ms to Metadata", median(embedded), median(reference));
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        return sorted.get(sorted.size() / 2);
    }

    private void memory() throws IOException {
        try (var clients = LoadClients.ofSystem(root, newFolder());
                var reference = reference();
                var ours = ours(OURS, Contender.SHIPPED_HEAP)) {
            for (Contender broker : List.of(reference, ours)) {
                warmUp(clients, broker);
            }
            double oursMib = ours.process().residentBytes() / MIB;
            report.add(
                    "RSS after load, shipped heap",
                    "MiB",
                    oursMib,
                    reference.process().residentBytes() / MIB);
        }
    }

    private void warmUp(LoadClients clients, Contender broker) throws IOException {
        clients.run(broker, "create topic=warm partitions=4");
        String produce = "produce topic=warm partitions=4 ms=" + phaseMs;
        clients.run(broker, produce + " size=1024 linger.ms=5 batch.size=65536");
        clients.run(broker, produce + " size=1024 linger.ms=5 batch.size=65536 compression.type=lz4");
        clients.run(broker, produce + " size=100 " + SMALL);
        clients.run(broker, "consume topic=warm partitions=4 mb=300");
    }

    private void load() throws IOException {
        try (var clients = LoadClients.ofSystem(root, newFolder());
                var reference = reference();
                var ours = ours(OURS, Contender.SAME_HEAP);
                var header = ours(OURS_HEADER, Contender.SAME_HEAP, "log.record.validation", "header")) {
            List<Contender> both = List.of(reference, ours);
            List<Contender> all = List.of(reference, ours, header);
            for (Contender broker : all) {
                for (int i = 0; i < warmUps; i++) {
                    warmUp(clients, broker);
                }
            }
            String large = " size=1024 linger.ms=5 ";
            produce(clients, both, "produce 1 KiB, 16 KiB batches", 1, large + "batch.size=16384");
            produce(clients, both, "produce 1 KiB, 64 KiB batches", 1, large + "batch.size=65536");
            produce(clients, both, "produce 1 KiB, 16 partitions", 16, large + "batch.size=65536");
            produce(clients, all, "produce 1 KiB lz4", 1, large + "batch.size=65536 compression.type=lz4");
            produce(clients, both, "produce 100 B, a record a request", 1, " size=100 " + SMALL);
            consume(clients, both, "fetch 1 KiB", "produce-1-KiB--64-KiB-batches");
            phase(
                    clients,
                    both,
                    "create topic=latency partitions=1",
                    "end to end, 500/s, acks=all",
                    "latency topic=latency rate=500 size=200 acks=all linger.ms=0 ms=" + 2 * phaseMs);
        }
    }

    private void produce(LoadClients clients, List<Contender> brokers, String name, int partitions, String configs)
            throws IOException {
        String topic = " topic=" + name.replaceAll("[^A-Za-z0-9]", "-") + " partitions=" + partitions;
        phase(clients, brokers, "create" + topic, name, "produce" + topic + configs + " ms=" + phaseMs);
    }

    private void consume(LoadClients clients, List<Contender> brokers, String name, String topic) throws IOException {
        phase(
                clients,
                brokers,
                "create topic=" + topic + " partitions=1",
                name,
                "consume topic=" + topic + " partitions=1 mb=600");
    }

    private void phase(LoadClients clients, List<Contender> brokers, String before, String name, String command)
            throws IOException {
        Map<String, Figures> sums = new HashMap<>();
        new Alternation<>(brokers, 1, rounds)
                .run(
                        broker -> {
                            clients.run(broker, before);
                            LockSupport.parkNanos(SETTLE_NANOS);
                            return measured(clients, broker, command);
                        },
                        Figures::plus)
                .forEach((broker, figures) -> sums.put(broker.name(), figures));
        report.add(name, sums.get(OURS), sums.get(REFERENCE));
        if (sums.containsKey(OURS_HEADER)) {
            report.add(name + ", header validation", sums.get(OURS_HEADER), sums.get(REFERENCE));
        }
    }

    private static Figures measured(LoadClients clients, Contender broker, String command) throws IOException {
        MeasuredProcess process = broker.process();
        double cpuBefore = process.cpuSeconds();
        double workBefore = process.workSeconds();
        Map<String, String> answer = clients.run(broker, command);
        return Figures.of(answer, process.cpuSeconds() - cpuBefore, process.workSeconds() - workBefore);
    }

    /** What of produced bytes is the machine's own, in requests of the sizes that the load has. */
    private void bare() throws IOException {
        for (int kib : List.of(16, 64, 1024)) {
            double cost = BarePart.cpuSecondsPerGigabyte(newFolder(), kib * KIB, phaseMs);
            report.add("receive, CRC and write alone, " + kib + " KiB", "CPU s/GB", cost, Double.NaN);
        }
    }

    /** The same records for both, a gibibyte, compacted when all are there. */
    private void compaction() throws IOException {
        String[] often = {"log.cleaner.backoff.ms", "100"};
        try (var clients = LoadClients.ofSystem(root, newFolder());
                var reference = Contender.reference(root, newFolder(), REFERENCE, apart(often));
                var ours = ours(OURS, Contender.SAME_HEAP, often)) {
            CompactionPhase onReference = CompactionPhase.run(clients, reference);
            CompactionPhase onOurs = CompactionPhase.run(clients, ours);
            String phase = "compact 1 GiB, a million keys";
            report.add(phase, "seconds", onOurs.seconds(), onReference.seconds());
            report.add(phase, "broker CPU s", onOurs.cpuSeconds(), onReference.cpuSeconds());
            report.add(phase, "MiB afterwards", onOurs.bytesAfter() / MIB, onReference.bytesAfter() / MIB);
        }
    }

    /** What is measured of the coordinators. */
    @FunctionalInterface
    private interface CoordinatorPart {

        void on(CoordinatorPhases phases) throws IOException;
    }

    private void coordinators(CoordinatorPart part) throws IOException {
        String[] delayed = {
            "group.initial.rebalance.delay.ms",
            String.valueOf(CoordinatorPhases.INITIAL_DELAY_MS),
            // With the default of fifty, five hundred connections take seconds: the kernel drops what is over it.
            "socket.listen.backlog.size",
            "1024",
            "transaction.state.log.replication.factor",
            "1",
            "transaction.state.log.min.isr",
            "1"
        };
        try (var clients = LoadClients.ofSystem(root, newFolder());
                var reference = Contender.reference(root, newFolder(), REFERENCE, apart(delayed));
                var ours = ours(OURS, Contender.SAME_HEAP, delayed)) {
            var rounds = new CoordinatorPhases.Rounds(warmUps, this.rounds, phaseMs);
            part.on(CoordinatorPhases.on(clients, ours, reference, rounds, report));
        }
    }

    private void shardLoad() throws IOException {
        Path folder = newFolder();
        Map<String, String> settings = apart("offsets.topic.num.partitions", "1");
        ShardLoadPhase.Starts reference = place -> Contender.reference(root, place, REFERENCE, settings);
        ShardLoadPhase.Starts ours = place -> Contender.milena(root, place, OURS, Contender.SAME_HEAP, settings);
        try (var clients = LoadClients.ofSystem(root, newFolder())) {
            ShardLoadPhase.fill(clients, reference, folder);
        }
        List<Double> oursMs = new ArrayList<>();
        List<Double> referenceMs = new ArrayList<>();
        for (int i = 0; i < STARTS; i++) {
            referenceMs.add(ShardLoadPhase.loadMs(reference, folder));
            oursMs.add(ShardLoadPhase.loadMs(ours, folder));
        }
        report.add("load a million offsets, just started", "ms", median(oursMs), median(referenceMs));
    }

    @Override
    public void close() {
        zooKeeper.close();
    }
}
