package io.milena.compat;

import static io.milena.testkit.WireTransaction.NEWEST_ADD;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.DescribeProducersRequest;
import io.milena.protocol.messages.DescribeProducersResponse;
import io.milena.testkit.ReferenceTool;
import io.milena.testkit.WireTopic;
import io.milena.testkit.WireTransaction;
import io.milena.testkit.WireTransaction.Producer;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the reference's kafka-transactions.sh finds out about an open transaction, and how it aborts one. */
class TransactionToolIT extends WireSuite {

    private static final String TOOL = "org.apache.kafka.tools.TransactionsCommand";

    private String topic;
    private String id;
    private Producer owner;

    @BeforeEach
    void beginTransaction() {
        WireTopic wire = newTopic();
        topic = wire.name();
        id = "tool-" + topic;
        var transaction = new WireTransaction(client, id);
        owner = transaction.own();
        assertThat(transaction.add(NEWEST_ADD, owner, topic, 0)).isEqualTo(ErrorCode.NONE);
        assertThat(transaction.produce(wire, owner, "a", "b")).isEqualTo(ErrorCode.NONE);
    }

    @Test
    void anOpenTransactionIsListedAndDescribed() {
        assertThat(run("list")).containsPattern(id + "\\s+0\\s+" + owner.id() + "\\s+Ongoing");
        assertThat(run("describe", "--transactional-id", id))
                .containsPattern(owner.id() + "\\s+" + owner.epoch() + "\\s+Ongoing\\s+60000")
                .contains(topic + "-0");
        assertThat(run("describe-producers", "--topic", topic, "--partition", "0"))
                .containsPattern(owner.id() + "\\s+" + owner.epoch());
        assertThat(run("find-hanging", "--broker-id", "0")).doesNotContain(topic);
    }

    @Test
    void anOpenTransactionIsAborted() {
        assertThat(openTransactionBeganAt()).isZero();

        run("abort", "--topic", topic, "--partition", "0", "--start-offset", "0");

        assertThat(openTransactionBeganAt()).isEqualTo(-1);
    }

    private static String run(String... arguments) {
        String[] all = Stream.concat(Stream.of("--bootstrap-server", broker.bootstrap()), Stream.of(arguments))
                .toArray(String[]::new);
        var run = ReferenceTool.run(TOOL, all);
        assertThat(run.exitCode()).as(run.printed()).isZero();
        return run.printed();
    }

    private long openTransactionBeganAt() {
        var request = new DescribeProducersRequest()
                .topics(List.of(
                        new DescribeProducersRequest.TopicRequest().name(topic).partitionIndexes(List.of(0))));
        return client.call(DescribeProducersResponse.class, ApiKey.DESCRIBE_PRODUCERS, 0, request)
                .topics()
                .get(0)
                .partitions()
                .get(0)
                .activeProducers()
                .get(0)
                .currentTxnStartOffset();
    }
}
