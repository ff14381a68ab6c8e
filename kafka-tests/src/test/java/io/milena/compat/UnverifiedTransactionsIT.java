package io.milena.compat;

import static io.milena.testkit.WireTransaction.NEWEST_COMMIT_OFFSET;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.errors.ErrorCode;
import io.milena.testkit.BrokerProcess;
import io.milena.testkit.ReferenceTool;
import io.milena.testkit.WireBatch;
import io.milena.testkit.WireClient;
import io.milena.testkit.WireTopic;
import io.milena.testkit.WireTransaction;
import io.milena.testkit.WireTransaction.Producer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * {@code transaction.partition.verification.enable}: whether a transaction may begin where nobody has announced it, and
 * what becomes of one that did.
 */
class UnverifiedTransactionsIT {

    private static final String GROUP = "billing";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"false, NONE, NONE", "true, INVALID_TXN_STATE, TRANSACTION_ABORTABLE"})
    void whoSendsWithoutAWordBeforeIsHeardAsTheSettingSays(
            String isVerified, ErrorCode ofRecords, ErrorCode ofOffsets) {
        var settings = Map.of("transaction.partition.verification.enable", isVerified);
        try (var broker = BrokerProcess.start(folder, settings);
                var client = WireClient.connect(broker.address())) {
            var topic = WireTopic.create(client, "orders", Map.of());
            var transaction = new WireTransaction(client, "payments");
            Producer owner = transaction.own();
            WireTransaction.findCoordinator(client, GROUP, WireTransaction.GROUP);

            assertThat(transaction.produce(topic, owner, "a record")).isEqualTo(ofRecords);
            ErrorCode committed = Awaitility.await()
                    .until(
                            () -> transaction.commitOffset(NEWEST_COMMIT_OFFSET, owner, GROUP, topic.name(), 5),
                            error -> !error.isRetriable());
            assertThat(committed).isEqualTo(ofOffsets);
        }
    }

    /** What nobody announced, nobody ends: the reference's kafka-transactions.sh finds it, and aborts it. */
    @Test
    void aTransactionThatHangsIsFoundAndAbortedByTheReferencesTool() {
        try (var broker = BrokerProcess.start(folder, Map.of("transaction.partition.verification.enable", "false"));
                var client = WireClient.connect(broker.address())) {
            var topic = WireTopic.create(client, "orders", Map.of());
            var transaction = new WireTransaction(client, "payments");
            Producer owner = transaction.own();
            long yesterdayMs = System.currentTimeMillis() - Duration.ofDays(1).toMillis();
            var batch = WireBatch.of(yesterdayMs, "a record")
                    .attributes(WireBatch.TRANSACTIONAL)
                    .producer(owner.id(), owner.epoch(), 0);
            var produced = topic.produce(
                    WireTopic.PRODUCE_VERSION, topic.production(-1, batch).transactionalId(transaction.id()));
            assertThat(ErrorCode.of(produced.errorCode())).isEqualTo(ErrorCode.NONE);

            assertThat(tool(broker, "find-hanging", "--broker-id", "0"))
                    .containsPattern("orders\\s+0\\s+" + owner.id() + "\\s+" + owner.epoch() + "\\s+-1\\s+0\\s");
            tool(broker, "abort", "--topic", "orders", "--partition", "0", "--start-offset", "0");

            assertThat(tool(broker, "find-hanging", "--broker-id", "0")).doesNotContain("orders");
            assertThat(topic.fetch(WireTopic.FETCH_VERSION, 0).lastStableOffset())
                    .isEqualTo(2);
        }
    }

    private static String tool(BrokerProcess broker, String... arguments) {
        String[] all = Stream.concat(Stream.of("--bootstrap-server", broker.bootstrap()), Stream.of(arguments))
                .toArray(String[]::new);
        var run = ReferenceTool.run("org.apache.kafka.tools.TransactionsCommand", all);
        assertThat(run.exitCode()).as(run.printed()).isZero();
        return run.printed();
    }
}
