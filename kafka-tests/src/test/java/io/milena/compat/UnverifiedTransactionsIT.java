package io.milena.compat;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.TxnOffsetCommitRequest;
import io.milena.protocol.messages.TxnOffsetCommitRequest.TxnOffsetCommitRequestPartition;
import io.milena.protocol.messages.TxnOffsetCommitRequest.TxnOffsetCommitRequestTopic;
import io.milena.protocol.messages.TxnOffsetCommitResponse;
import io.milena.testkit.BrokerProcess;
import io.milena.testkit.WireBatch;
import io.milena.testkit.WireClient;
import io.milena.testkit.WireTopic;
import io.milena.testkit.WireTransaction;
import io.milena.testkit.WireTransaction.Producer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code transaction.partition.verification.enable}: whether a transaction may begin where nobody has announced it. */
class UnverifiedTransactionsIT {

    private static final String GROUP = "billing";
    private static final int NEWEST_COMMIT = 4;

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

            assertThat(produce(topic, transaction, owner)).isEqualTo(answer);
            ErrorCode committed =
                    Awaitility.await().until(() -> commit(client, transaction, owner), error -> !error.isRetriable());
            assertThat(committed).isEqualTo(answer);
        }
    }

    private static ErrorCode produce(WireTopic topic, WireTransaction transaction, Producer owner) {
        WireBatch batch =
                WireBatch.now("a record").attributes(WireBatch.TRANSACTIONAL).producer(owner.id(), owner.epoch(), 0);
        var request = topic.production(-1, batch).transactionalId(transaction.id());
        return ErrorCode.of(topic.produce(WireTopic.PRODUCE_VERSION, request).errorCode());
    }

    private static ErrorCode commit(WireClient client, WireTransaction transaction, Producer owner) {
        var line = new TxnOffsetCommitRequestPartition().partitionIndex(0).committedOffset(5);
        var request = new TxnOffsetCommitRequest()
                .transactionalId(transaction.id())
                .groupId(GROUP)
                .producerId(owner.id())
                .producerEpoch(owner.epoch())
                .topics(List.of(new TxnOffsetCommitRequestTopic().name("orders").partitions(List.of(line))));
        return ErrorCode.of(client.call(TxnOffsetCommitResponse.class, ApiKey.TXN_OFFSET_COMMIT, NEWEST_COMMIT, request)
                .topics()
                .get(0)
                .partitions()
                .get(0)
                .errorCode());
    }
}
