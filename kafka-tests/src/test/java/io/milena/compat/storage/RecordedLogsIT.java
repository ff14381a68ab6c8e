package io.milena.compat.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.testkit.BrokerProcess;
import io.milena.testkit.BrokerProcess.Kind;
import io.milena.testkit.Ensemble;
import io.milena.testkit.WireClient;
import io.milena.testkit.WireTopic;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Logs that Apache Kafka 3.9.2 has written: those of the formats before 0.11 our broker serves as 3.9.2 did, to
 * clients of all times. What compaction makes of all of them is compared in the storage module.
 *
 * <p>{@code -Pheavy -Dit.test=RecordedLogsIT -Dlogs.record=true} has the reference write, answer and compact them anew.
 */
class RecordedLogsIT {

    private static final String OLD_PROTOCOL = "2.6";
    private static final String MARK = "# ";

    @TempDir
    Path folder;

    @Test
    void clientsOfAllTimesGetWhatTheReferenceGaveThem() {
        Assumptions.assumeFalse(BrokerProcess.REFERENCE, "recorded by another test");
        try (var broker = BrokerProcess.start(folder, Map.of())) {
            try (var client = WireClient.connect(broker.address())) {
                Map<String, Map<String, String>> topics = new LinkedHashMap<>();
                RecordedLogs.OLD.forEach(log -> topics.put(log, RecordedLogs.SETTINGS));
                WireTopic.createAll(client, topics);
            }
            broker.stop();
            RecordedLogs.OLD.forEach(log ->
                    RecordedLogs.copy(RecordedLogs.written(log), broker.logDir().resolve(log + "-0")));
            broker.startAgain();
            try (var client = WireClient.connect(broker.address())) {
                RecordedLogs.OLD.forEach(log -> assertThat(differences(read(log), answers(client, log)))
                        .as(log)
                        .isEmpty());
            }
        }
    }

    /** Old fetches of the reference may end earlier, for it cuts records that grow by their conversion. */
    private static List<String> differences(Map<String, List<String>> theirs, Map<String, List<String>> ours) {
        List<String> differences = new ArrayList<>();
        theirs.forEach((question, expected) -> {
            List<String> answer = ours.getOrDefault(question, List.of());
            List<String> compared = question.startsWith("v") && !expected.isEmpty() && answer.size() > expected.size()
                    ? answer.subList(0, expected.size())
                    : answer;
            if (!compared.equals(expected)) {
                differences.add(question + ": " + Testimony.differences(expected, compared));
            }
        });
        return differences;
    }

    private static Map<String, List<String>> answers(WireClient client, String log) {
        Map<String, List<String>> answers = new LinkedHashMap<>();
        answers.put("testimony", Testimony.of(client, log));
        answers.putAll(new OldAnswers(client, log).all());
        return answers;
    }

    private static Map<String, List<String>> read(String log) {
        Map<String, List<String>> answers = new LinkedHashMap<>();
        List<String> current = new ArrayList<>();
        try {
            for (String line : Files.readAllLines(RecordedLogs.answers(log))) {
                if (line.startsWith(MARK)) {
                    current = new ArrayList<>();
                    answers.put(line.substring(MARK.length()), current);
                } else {
                    current.add(line);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return answers;
    }

    private static void write(String log, Map<String, List<String>> answers) {
        List<String> lines = new ArrayList<>();
        answers.forEach((question, answer) -> {
            lines.add(MARK + question);
            lines.addAll(answer);
        });
        try {
            Files.write(RecordedLogs.answers(log), lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Tag("heavy")
    @Test
    void theReferenceWritesAnswersAndCompactsThem() {
        Assumptions.assumeTrue(Boolean.getBoolean("logs.record"), "only to record them anew");
        try (var zooKeeper = Ensemble.start()) {
            try (var broker = reference(zooKeeper, Map.of("inter.broker.protocol.version", OLD_PROTOCOL));
                    var client = WireClient.connect(broker.address())) {
                new OldFormatsWriter(client).writeAll();
            }
            RecordedLogs.OLD.forEach(log -> RecordedLogs.copy(logOf(log), RecordedLogs.written(log)));
            try (var broker = reference(zooKeeper, Map.of());
                    var client = WireClient.connect(broker.address())) {
                RecordedLogs.OLD.forEach(log -> write(log, answers(client, log)));
                for (String log : List.of("format-0", "format-1")) {
                    compactTwice(client, log, () -> OldFormatsWriter.writeMore(client, log));
                }
                compact(client, "mixed");
                RecordedLogs.copyBatches(logOf("mixed"), RecordedLogs.compacted("mixed"));
                var writer = new ProducersWriter(client);
                writer.write();
                RecordedLogs.copyBatches(logOf(ProducersWriter.LOG), RecordedLogs.written(ProducersWriter.LOG));
                compactTwice(client, ProducersWriter.LOG, writer::writeMore);
            }
        }
    }

    /** The second time, tombstones and ends of transactions that the first one has left may go. */
    private void compactTwice(WireClient client, String log, Runnable writeMore) {
        String again = log + "-again";
        OldFormatsWriter.set(client, log, "delete.retention.ms", "0");
        compact(client, log);
        RecordedLogs.copyBatches(logOf(log), RecordedLogs.compacted(log));
        OldFormatsWriter.set(client, log, "cleanup.policy", "delete");
        writeMore.run();
        RecordedLogs.copyBatches(logOf(log), RecordedLogs.written(again));
        compact(client, log);
        RecordedLogs.copyBatches(logOf(log), RecordedLogs.compacted(again));
    }

    private BrokerProcess reference(Ensemble zooKeeper, Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(zooKeeper.settings(6_000));
        settings.put("log.cleaner.backoff.ms", "100");
        settings.put("transaction.partition.verification.enable", "false");
        settings.putAll(more);
        return BrokerProcess.start(Kind.REFERENCE, folder, settings);
    }

    private Path logOf(String log) {
        return folder.resolve("log").resolve(log + "-0");
    }

    private void compact(WireClient client, String log) {
        OldFormatsWriter.set(client, log, "min.cleanable.dirty.ratio", "0");
        OldFormatsWriter.set(client, log, "cleanup.policy", "compact");
        Path checkpoint = folder.resolve("log/cleaner-offset-checkpoint");
        String end = log + " 0 " + RecordedLogs.activeSegment(logOf(log)) + "\n";
        Awaitility.await(log).until(() -> Files.readString(checkpoint).contains(end));
    }
}
