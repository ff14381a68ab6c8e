package io.milena.compat.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.testkit.BrokerProcess;
import io.milena.testkit.BrokerProcess.Kind;
import io.milena.testkit.Ensemble;
import io.milena.testkit.WireClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One set of directories and one ZooKeeper, given from Apache Kafka 3.9.2 to Milena and back, stopped in good order and
 * killed: whoever has them says the same about them, and goes on with them.
 */
class BothWaysIT {

    private static final Map<String, String> SETTINGS = Map.of(
            "log.cleaner.backoff.ms", "100",
            "log.cleaner.dedupe.buffer.size", "4000000",
            "log.initial.task.delay.ms", "100",
            "log.retention.check.interval.ms", "200",
            "transaction.state.log.num.partitions", "1",
            "transaction.state.log.replication.factor", "1",
            "transaction.state.log.min.isr", "1",
            "auto.create.topics.enable", "false");

    private static final Pattern LEADER_EPOCH = Pattern.compile("\"leader_epoch\":(\\d+)");

    /** But of what the test does on purpose: gaps in sequences, a broker that is gone. */
    private static final Pattern COMPLAINT = Pattern.compile(
            " (WARN|ERROR) (?!.*(NetworkClient|RequestSendThread|append operation on partition idempotent))");

    /** The reference's retention and its cleaner get into each other's way now and then, whatever the files are. */
    private static final Pattern RACE_OF_THE_REFERENCE =
            Pattern.compile(".*'kafka-log-retention'.*\\R.*cannot be resumed since it is not paused.*");

    private static final Pattern RECOVERY = Pattern.compile("Recovering|no clean shutdown");

    @TempDir
    Path folder;

    private Ensemble zooKeeper;
    private final Map<Kind, BrokerProcess> brokers = new EnumMap<>(Kind.class);
    private Stock stock;
    private TransactionalProducer left;

    @BeforeEach
    void startZooKeeper() {
        zooKeeper = Ensemble.start();
    }

    @AfterEach
    void stopAll() {
        brokers.values().forEach(BrokerProcess::close);
        zooKeeper.close();
    }

    @Test
    void whatOneHasWrittenTheOtherServesAndContinues() {
        Map<String, List<String>> said = with(Kind.REFERENCE, client -> {
            stock = new Stock(client);
            stock.write(client);
            left = new TransactionalProducer(client, "left", Stock.TRANSACTIONS);
            var one = new TransactionalProducer(client, "one", Stock.TRANSACTIONS);
            var other = new TransactionalProducer(client, "other", Stock.TRANSACTIONS);
            stock.writeTransactions(client, one, other);
            stock.leaveOpen(client, left);
            stock.shorten(client);
        });
        stop(Kind.REFERENCE);

        said = with(Kind.MILENA, said, client -> {
            stock.write(client);
            stock.retain(client);
        });
        brokers.get(Kind.MILENA).kill();

        said = with(Kind.REFERENCE, said, stock::write);
        brokers.get(Kind.REFERENCE).kill();

        writeWithoutBroker();
        said.remove(Stock.ENGINE);
        said = with(Kind.MILENA, said, stock::write);
        stop(Kind.MILENA);
        DumpedLog.checked(partitions());

        int printedBefore = brokers.get(Kind.REFERENCE).printed().length();
        said = with(Kind.REFERENCE, said, client -> {
            stock.write(client);
            left.commit(client);
            left.retire(client);
        });
        assertThat(said.get(Stock.TRANSACTIONS).get(0)).matches(".* to (\\d+), committed to \\1");
        stop(Kind.REFERENCE);
        String printed = brokers.get(Kind.REFERENCE).printed();
        assertThat(complaints(printed)).isEmpty();
        assertThat(linesWith(RECOVERY, printed.substring(printedBefore))).isEmpty();
    }

    private static List<String> complaints(String printed) {
        return linesWith(COMPLAINT, RACE_OF_THE_REFERENCE.matcher(printed).replaceAll(""));
    }

    private static List<String> linesWith(Pattern pattern, String printed) {
        return printed.lines().filter(line -> pattern.matcher(line).find()).toList();
    }

    /** Opens what a killed broker has left, in this JVM. */
    private void writeWithoutBroker() {
        try (var engine = StorageEngine.openLeft(directories(), Stock.SMALL)) {
            stock.writeTransactions(engine.log(Stock.ENGINE));
        }
    }

    private String directories() {
        return folder.resolve("log") + "," + folder.resolve("more");
    }

    private Map<String, List<String>> with(Kind kind, Consumer<WireClient> work) {
        return with(kind, Map.of(), work);
    }

    /** Starts a broker, asks for what was said before, has it do something, and asks again. */
    private Map<String, List<String>> with(Kind kind, Map<String, List<String>> saidBefore, Consumer<WireClient> work) {
        BrokerProcess broker = start(kind);
        try (var client = WireClient.connect(broker.address())) {
            saidBefore.forEach((topic, said) -> assertThat(Testimony.differences(said, Testimony.of(client, topic)))
                    .as("%s, as %s sees it", topic, kind)
                    .isEmpty());
            if (!saidBefore.isEmpty()) {
                stock.repeatLast(client);
            }
            work.accept(client);
            Awaitility.await("compaction").until(this::isCleaned);
            Map<String, List<String>> said = new LinkedHashMap<>();
            stock.topics().forEach(topic -> said.put(topic, Testimony.of(client, topic)));
            return said;
        }
    }

    private BrokerProcess start(Kind kind) {
        for (String path : List.of("/brokers/ids/0", "/controller")) {
            if (zooKeeper.creation(path) >= 0) {
                zooKeeper.remove(path);
            }
        }
        List.of(Stock.CODECS, Stock.COMPACTED, Stock.SHORTENED).forEach(this::beginEpoch);
        BrokerProcess known = brokers.get(kind);
        if (known != null) {
            known.startAgain();
            return known;
        }
        Map<String, String> settings = new HashMap<>(SETTINGS);
        settings.putAll(zooKeeper.settings(6_000));
        settings.put("log.dirs", directories());
        BrokerProcess started = BrokerProcess.start(kind, folder, settings);
        brokers.put(kind, started);
        return started;
    }

    /** The next leader begins an epoch; a single broker that comes again would go on with its old one. */
    private void beginEpoch(String topic) {
        String path = "/brokers/topics/" + topic + "/partitions/0/state";
        if (zooKeeper.creation(path) >= 0) {
            String state = zooKeeper.text(path);
            Matcher epoch = LEADER_EPOCH.matcher(state);
            assertThat(epoch.find()).as(state).isTrue();
            int next = Integer.parseInt(epoch.group(1)) + 2;
            zooKeeper.set(path, epoch.replaceFirst("\"leader_epoch\":" + next));
        }
    }

    private void stop(Kind kind) {
        assertThat(brokers.get(kind).stop()).as(kind + " stopped in good order").isTrue();
    }

    /** Whether the cleaner has been everywhere but in the active segment. */
    private boolean isCleaned() throws IOException {
        Path partition = partitions().stream()
                .filter(each -> each.endsWith(Stock.COMPACTED + "-0"))
                .findFirst()
                .orElseThrow();
        long active = RecordedLogs.activeSegment(partition);
        return Files.readString(partition.resolveSibling("cleaner-offset-checkpoint"))
                .contains(Stock.COMPACTED + " 0 " + active + "\n");
    }

    private List<Path> partitions() {
        List<Path> partitions = new ArrayList<>();
        for (String directory : List.of("log", "more")) {
            try (Stream<Path> files = Files.list(folder.resolve(directory))) {
                files.filter(Files::isDirectory).forEach(partitions::add);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return partitions;
    }
}
