package io.milena.compat;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.CreateTopicsResponse;
import io.milena.testkit.BrokerProcess;
import io.milena.testkit.ReferenceJars;
import io.milena.testkit.ReferenceTool;
import io.milena.testkit.WireClient;
import io.milena.testkit.WireTopic;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Transactions of the reference's Java clients: committed, aborted and taken over, and what their readers see. */
class JavaTransactionsIT {

    private static final int PARTITIONS = 3;
    private static final int TRANSACTIONS = 30;

    private static BrokerProcess broker;

    @BeforeAll
    static void startBroker(@TempDir Path folder) {
        broker = BrokerProcess.start(folder, Map.of("num.partitions", String.valueOf(PARTITIONS)));
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @ParameterizedTest
    @EnumSource(names = {"CLIENTS_3_9", "CLIENTS_4_4"})
    void readersSeeWhatIsCommittedAndNothingElse(ReferenceJars jars) {
        String topic = "transactions-" + jars.name().toLowerCase(Locale.ROOT).replace('_', '-');
        createTopic(topic);

        var run = ReferenceTool.runSource(
                jars,
                "/clients/TransactionDriver.java",
                broker.bootstrap(),
                topic,
                String.valueOf(PARTITIONS),
                String.valueOf(TRANSACTIONS));

        int committed = (TRANSACTIONS * 2 / 3 + 1) * PARTITIONS * 5;
        assertThat(run.printed())
                .contains("result expected=" + committed + " committed=" + committed + " others=0")
                .containsPattern("fenced=(ProducerFencedException|InvalidProducerEpochException)");
    }

    private static void createTopic(String topic) {
        try (WireClient client = WireClient.connect(broker.address())) {
            var request = WireTopic.creation(topic, Map.of());
            request.topics().get(0).numPartitions(PARTITIONS);
            CreateTopicsResponse response = client.call(CreateTopicsResponse.class, ApiKey.CREATE_TOPICS, 7, request);
            assertThat(response.topics().get(0).errorCode()).isZero();
        }
    }
}
