package io.milena.compat;

import static io.milena.testkit.WireTransaction.NEWEST_COMMIT_OFFSET;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.errors.ErrorCode;
import io.milena.testkit.BrokerProcess;
import io.milena.testkit.WireClient;
import io.milena.testkit.WireTopic;
import io.milena.testkit.WireTransaction;
import io.milena.testkit.WireTransaction.Producer;
import java.nio.file.Path;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code transaction.partition.verification.enable}: whether a transaction may begin where nobody has announced it. */
class UnverifiedTransactionsIT {

    private static final String GROUP = "billing";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"false, NONE", "true, INVALID_TXN_STATE"})
    void whoSendsWithoutAWordBeforeIsHeardAsTheSettingSays(String isVerified, ErrorCode answer) {
        var settings = Map.of("transaction.partition.verification.enable", isVerified);
        try (var broker = BrokerProcess.start(folder, settings);
                var client = WireClient.connect(broker.address())) {
            var topic = WireTopic.create(client, "orders", Map.of());
            var transaction = new WireTransaction(client, "payments");
            Producer owner = transaction.own();
            WireTransaction.findCoordinator(client, GROUP, WireTransaction.GROUP);

            assertThat(transaction.produce(topic, owner, "a record")).isEqualTo(answer);
            ErrorCode committed = Awaitility.await()
                    .until(
                            () -> transaction.commitOffset(NEWEST_COMMIT_OFFSET, owner, GROUP, topic.name(), 5),
                            error -> !error.isRetriable());
            assertThat(committed).isEqualTo(answer);
        }
    }
}
