package io.milena.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.clients.producer.MockProducer;
import io.milena.common.serialization.StringSerializer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.PrimitiveIterator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The small parts that tools are made of. */
class ToolPartsTest {

    @Test
    void replicasArePlacedByTwoSeparators() {
        assertThat(ReplicaAssignment.parse("0:1,1:2"))
                .containsExactly(Map.entry(0, List.of(0, 1)), Map.entry(1, List.of(1, 2)));
        assertThatThrownBy(() -> ReplicaAssignment.parse("0:0")).hasMessageContaining("duplicate entries: 0:0");
        assertThatThrownBy(() -> ReplicaAssignment.parse("0:1,1"))
                .hasMessageContaining("Partition 1 has different replication factor");
        assertThatThrownBy(() -> ReplicaAssignment.parse("0:x")).hasMessageContaining("'0:x'");
    }

    @Test
    void topicsAreMeantByExpressionsWithCommas() {
        var pattern = new TopicPattern("sea, s.y");

        assertThat(List.of("sea", "sky", "skyline", "sun").stream().filter(pattern::isMeant))
                .containsExactly("sea", "sky");
        assertThatThrownBy(() -> new TopicPattern("(")).isInstanceOf(ToolFailure.class);
    }

    @Test
    void settingsOfOptionsStandOverWordsAndThoseOverAFile(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("c"), "a=file\nb=file\nc=file\n");

        Map<String, Object> settings = new SettingsBuilder()
                .file(file.toString())
                .words("--some", List.of("b=word", "c=word"))
                .option("c", "option")
                .option("d", null)
                .byDefault("a", "default")
                .byDefault("e", 3)
                .build();

        assertThat(settings).isEqualTo(Map.of("a", "file", "b", "word", "c", "option", "e", "3"));
        assertThatThrownBy(() -> new SettingsBuilder().words("--some", List.of("b")))
                .hasMessageContaining("--some: 'b' (expected: key=value)");
        assertThatThrownBy(() -> new SettingsBuilder().file("/no/such/file"))
                .hasMessageContaining("cannot read /no/such/file");
    }

    @Test
    void aPaceWaitsForWhatIsEarly() {
        var shell = new FakeShell();
        var pace = new Pace(1_000, shell.nanos());
        long began = shell.nanos();

        for (int i = 1; i <= 500; i++) {
            pace.keep(i, shell);
        }

        assertThat((shell.nanos() - began) / 1_000_000).isBetween(498L, 500L);
        assertThat(new Pace(-1, 0).earlyNanos(1_000_000, 0)).isZero();
    }

    @Test
    void aTransactionLastsAsLongAsItIsToThoughTheCommitBeforeTookLonger() {
        var producer = new MockProducer<>(true, new StringSerializer(), new StringSerializer());
        var transactions = new TransactionPace(producer, 10);
        PrimitiveIterator.OfLong clock = LongStream.of(0, 10, 60, 69).iterator();

        transactions.begin();
        for (int i = 0; i < 3; i++) {
            transactions.renew(clock::nextLong);
        }

        assertThat(producer.commitCount()).isEqualTo(1);
        assertThat(producer.transactionInFlight()).isTrue();
    }

    @Test
    void jsonIsQuoted() {
        var line = new JsonLine()
                .with("text", "a\"b\\\n\u0001")
                .with("number", 3L)
                .with("none", null)
                .with("truth", true)
                .with("all", List.of(new JsonLine().with("x", 1), new JsonLine().with("y", 2.5)));

        assertThat(line)
                .hasToString("{\"text\":\"a\\\"b\\\\\\n\\u0001\",\"number\":3,\"none\":null,\"truth\":true,"
                        + "\"all\":[{\"x\":1},{\"y\":2.5}]}");
    }

    @Test
    void payloadsHaveTheirSizeAndAreTheSameInEveryRun(@TempDir Path folder) throws IOException {
        byte[] first = Payloads.letters(100).next(0);

        assertThat(first).hasSize(100).isEqualTo(Payloads.letters(100).next(0));
        assertThat(new String(first, StandardCharsets.US_ASCII)).matches("[A-Z]{100}");
        assertThat(Payloads.numbers().next(7)).isEqualTo("7".getBytes(StandardCharsets.US_ASCII));
        Path file = Files.writeString(folder.resolve("lines"), "one\ntwo\n");
        assertThat(new String(Payloads.fromFile(file.toString(), "\\n").next(0), StandardCharsets.US_ASCII))
                .isIn("one", "two");
        Path empty = Files.writeString(folder.resolve("empty"), "");
        assertThatThrownBy(() -> Payloads.fromFile(empty.toString(), "\\n")).hasMessageContaining("is empty");
    }

    @Test
    void latenciesAreToldForEachWindowAndForAll() {
        var shell = new FakeShell();
        var figures = new LatencyFigures(shell.out(), 1_000, 5_000, 0);

        for (int i = 1; i <= 1_000; i++) {
            figures.written(i % 100, 1_048_576 / 100, i * 10L);
        }
        figures.printAll(10_000);

        List<String> lines = shell.printed().lines().toList();
        assertThat(lines.get(0))
                .isEqualTo("500 records sent, 100.0 records/sec (1.00 MB/sec), 49.5 ms avg latency,"
                        + " 99.0 ms max latency.");
        assertThat(lines.get(2))
                .isEqualTo("1000 records sent, 100.000000 records/sec (1.00 MB/sec), 49.50 ms avg latency,"
                        + " 99.00 ms max latency, 50 ms 50th, 95 ms 95th, 99 ms 99th, 99 ms 99.9th.");
    }

    @Test
    void whatWasReadIsToldInFigures() {
        var shell = new FakeShell();
        var figures = new ReadFigures(shell.out(), "yyyy", 0);

        figures.joined(500);
        for (int i = 0; i < 100; i++) {
            figures.read(1_048_576);
        }
        figures.printInterval(1_000);
        figures.printAll(1_000);

        assertThat(shell.printed().lines())
                .containsExactly(
                        "1970, 0, 100.0000, 100.0000, 100, 100.0000, 500, 500, 200.0000, 200.0000",
                        "1970, 1970, 100.0000, 100.0000, 100, 100.0000, 500, 500, 200.0000, 200.0000");
        assertThatThrownBy(() -> new ReadFigures(shell.out(), "{", 0)).isInstanceOf(ToolFailure.class);
    }
}
