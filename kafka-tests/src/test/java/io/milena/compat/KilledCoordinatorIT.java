package io.milena.compat;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.AddPartitionsToTxnRequest.AddPartitionsToTxnTopic;
import io.milena.protocol.messages.CreateTopicsResponse;
import io.milena.protocol.messages.EndTxnRequest;
import io.milena.protocol.messages.FetchResponse;
import io.milena.server.coordinator.state.TransactionResult;
import io.milena.testkit.BrokerProcess;
import io.milena.testkit.WireBatch;
import io.milena.testkit.WireClient;
import io.milena.testkit.WireTopic;
import io.milena.testkit.WireTransaction;
import io.milena.testkit.WireTransaction.Producer;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code kill -9} to a coordinator that has written that a transaction is prepared, and has not written that it is
 * complete: it completes after the next start, in all its partitions.
 */
class KilledCoordinatorIT {

    /** So many markers take the coordinator a while. */
    private static final int PARTITIONS = 50;

    private static final int MOST_ROUNDS_PER_HIT = 20;
    private static final String TOPIC = "money";
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @TempDir
    private Path folder;

    private BrokerProcess broker;

    @BeforeEach
    void start() {
        broker = BrokerProcess.start(folder, Map.of("transaction.state.log.num.partitions", "1"));
        createTopic();
    }

    private void createTopic() {
        try (WireClient client = WireClient.connect(broker.address())) {
            var request = WireTopic.creation(TOPIC, Map.of());
            request.topics().get(0).numPartitions(PARTITIONS);
            CreateTopicsResponse response = client.call(CreateTopicsResponse.class, ApiKey.CREATE_TOPICS, 5, request);
            assertThat(response.topics().get(0).errorCode()).isZero();
        }
    }

    @AfterEach
    void stop() {
        broker.close();
    }

    @Test
    void aPreparedTransactionIsCompletedByTheNextLife() {
        killBetweenPrepareAndComplete(2);
    }

    @Tag("heavy")
    @Test
    void aHundredKillsLeaveNoTransactionOpen() {
        killBetweenPrepareAndComplete(100);
    }

    private void killBetweenPrepareAndComplete(int times) {
        int hits = 0;
        for (int round = 0; hits < times; round++) {
            assertThat(round).as("rounds for %s hits", hits).isLessThan(times * MOST_ROUNDS_PER_HIT);
            hits += killDuringEnd(round) == Kill.BETWEEN ? 1 : 0;
        }
    }

    /** When a kill came, seen from the two records. */
    private enum Kill {
        BETWEEN,
        BEFORE_OR_AFTER
    }

    /** One transaction, and one kill while it ends. */
    private Kill killDuringEnd(int round) {
        TransactionResult result = round % 2 == 0 ? TransactionResult.COMMIT : TransactionResult.ABORT;
        long preparedAt;
        try (WireClient client = WireClient.connect(broker.address())) {
            var transaction = new WireTransaction(client, "mover");
            Producer owner = transaction.own();
            begin(client, transaction, owner);
            preparedAt = size();
            client.send(ApiKey.END_TXN, WireTransaction.NEWEST_END, end(transaction, owner, result));
            killWhenLongerThan(preparedAt);
        }
        int written = batchesFrom(preparedAt);
        broker.startAgain();
        try (WireClient client = WireClient.connect(broker.address())) {
            var transaction = new WireTransaction(client, "mover");
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> transaction.describe().errorCode() == 0);
            transaction.awaitState(result == TransactionResult.COMMIT ? "CompleteCommit" : "CompleteAbort");
            FetchResponse.PartitionData data = WireTopic.named(client, TOPIC).fetch(WireTopic.FETCH_VERSION, 0);
            assertThat(data.lastStableOffset()).as("round %s", round).isEqualTo(data.highWatermark());
        }
        return written == 1 ? Kill.BETWEEN : Kill.BEFORE_OR_AFTER;
    }

    /** A record in one partition; all take part. */
    private static void begin(WireClient client, WireTransaction transaction, Producer owner) {
        var all = new AddPartitionsToTxnTopic()
                .name(TOPIC)
                .partitions(IntStream.range(0, PARTITIONS).boxed().toList());
        assertThat(transaction.add(WireTransaction.NEWEST_ADD, owner, List.of(all)))
                .containsOnly(ErrorCode.NONE);
        assertThat(transaction.produce(WireTopic.named(client, TOPIC), owner, "a record"))
                .isEqualTo(ErrorCode.NONE);
    }

    private static EndTxnRequest end(WireTransaction transaction, Producer owner, TransactionResult result) {
        return new EndTxnRequest()
                .transactionalId(transaction.id())
                .producerId(owner.id())
                .producerEpoch(owner.epoch())
                .committed(result == TransactionResult.COMMIT);
    }

    private Path log() {
        return broker.logDir().resolve("__transaction_state-0").resolve("00000000000000000000.log");
    }

    private long size() {
        try {
            return Files.size(log());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Looks without a pause: the moment between the two records is short. */
    private void killWhenLongerThan(long bytes) {
        long beganNanos = System.nanoTime();
        while (size() == bytes && System.nanoTime() - beganNanos < PATIENCE.toNanos()) {
            Thread.onSpinWait();
        }
        broker.kill();
    }

    /** Whole batches behind a place in the log of transactions. */
    private int batchesFrom(long position) {
        try (var file = new RandomAccessFile(log().toFile(), "r")) {
            byte[] rest = new byte[(int) (file.length() - position)];
            file.seek(position);
            file.readFully(rest);
            return WireBatch.split(Unpooled.wrappedBuffer(rest)).size();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
