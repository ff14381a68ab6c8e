package io.milena.clients.producer;

import static io.milena.clients.producer.ProducerStage.failureOf;
import static io.milena.clients.producer.ProducerStage.get;
import static io.milena.clients.producer.ProducerStage.record;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.common.KafkaException;
import io.milena.common.errors.RecordTooLargeException;
import io.milena.common.errors.TransactionAbortedException;
import io.milena.protocol.ApiKey;
import io.milena.testing.ScriptedCoordinator;
import io.milena.testing.ScriptedStep;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Transactions that something happens to: records that find no place, batches that are split, and the end. */
class ProducerTransactionsIT {

    private static final String TOPIC = "orders";

    @AutoClose
    private final ProducerStage stage = new ProducerStage(1).having(TOPIC, 0);

    private final ScriptedCoordinator coordinator = new ScriptedCoordinator(stage.cluster, stage.broker(0));

    /** In a transaction. */
    private KafkaProducer<String, String> begun(Object... keysAndValues) {
        List<Object> all = new ArrayList<>(List.of(keysAndValues));
        all.addAll(List.of("transactional.id", "till", "max.block.ms", 2_000));
        var producer = stage.producer(all.toArray());
        producer.initTransactions();
        producer.beginTransaction();
        return producer;
    }

    @Test
    void aTransactionWhoseBatchesWereSplitIsCommitted() throws Exception {
        stage.leaders.mostRecords(3);
        try (var producer = begun("linger.ms", 1_000)) {
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                sent.add(producer.send(record(TOPIC, 0, "value " + i)));
            }

            producer.commitTransaction();

            for (int i = 0; i < 20; i++) {
                assertThat(get(sent.get(i)).offset()).isEqualTo(i);
            }
            assertThat(coordinator.journal()).containsExactly("init 0", "commit");
        }
    }

    @Test
    void aRecordThatFoundNoPlaceKeepsItsTransactionFromBeingCommitted() throws Exception {
        try (var producer = begun("max.request.size", 1_000)) {
            get(producer.send(record(TOPIC, 0, "small")));

            assertThat(failureOf(producer.send(record(TOPIC, 0, "x".repeat(2_000)))))
                    .isInstanceOf(RecordTooLargeException.class);

            assertThatThrownBy(producer::commitTransaction)
                    .isInstanceOf(KafkaException.class)
                    .hasMessageContaining("abortTransaction()")
                    .hasCauseInstanceOf(RecordTooLargeException.class);
            producer.abortTransaction();
            producer.beginTransaction();
            get(producer.send(record(TOPIC, 0, "small")));
            producer.commitTransaction();
            assertThat(coordinator.journal()).containsExactly("init 0", "abort", "commit");
        }
    }

    @Test
    void recordsThatWaitedWhenTheirTransactionWasAbortedSaySo() throws Exception {
        try (var producer = begun("linger.ms", 10_000)) {
            Future<RecordMetadata> waiting = producer.send(record(TOPIC, 0, "waiting"));

            producer.abortTransaction();

            assertThat(failureOf(waiting)).isInstanceOf(TransactionAbortedException.class);
        }
    }

    @Test
    void closingSendsWhatWaitsAndAbortsTheOpenTransaction() throws Exception {
        Future<RecordMetadata> waiting;
        try (var producer = begun("linger.ms", 10_000)) {
            waiting = producer.send(record(TOPIC, 0, "waiting"));
        }

        assertThat(get(waiting).offset()).isZero();
        assertThat(coordinator.journal()).containsExactly("init 0", "abort");
    }

    @Test
    void closingAtOnceLeavesTheTransactionToTheCoordinator() throws Exception {
        var producer = begun();
        get(producer.send(record(TOPIC, 0, "sent")));

        producer.close(Duration.ZERO);

        assertThat(coordinator.journal()).containsExactly("init 0");
    }

    @Test
    void closingWaitsNoLongerThanItMayForACoordinatorThatIsSilent() throws Exception {
        var producer = begun();
        get(producer.send(record(TOPIC, 0, "sent")));
        stage.broker(0).always(ApiKey.END_TXN, ScriptedStep.later(5_000, ScriptedStep.close()));
        long start = System.nanoTime();

        producer.close(Duration.ofMillis(300));

        assertThat(Duration.ofNanos(System.nanoTime() - start))
                .isBetween(Duration.ofMillis(300), Duration.ofSeconds(2));
    }

    @Test
    void closingAfterTheCommitAbortsNothing() throws Exception {
        try (var producer = begun()) {
            get(producer.send(record(TOPIC, 0, "sent")));
            producer.commitTransaction();
        }

        assertThat(coordinator.journal()).containsExactly("init 0", "commit");
    }
}
