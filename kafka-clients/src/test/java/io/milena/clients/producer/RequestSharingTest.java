package io.milena.clients.producer;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.clients.producer.SimulatedProducer.Settings;
import io.milena.protocol.ApiKey;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Full batches of several partitions wait a moment for each other if their leader was sent a request just before. */
class RequestSharingTest {

    private static final int RECORDS_OF_A_BATCH = 10;
    private static final int BATCHES_THAT_PRESS = 4;

    /** Value of one of the records that fill a batch. */
    private static final String FULL = "x".repeat(98);

    private SimulatedProducer producer;

    @BeforeEach
    void start() {
        start(5);
    }

    private void start(long lingerMs) {
        producer = new SimulatedProducer(Settings.usual().withLinger(lingerMs), 1);
        producer.send(0, "first");
        producer.send(1, "first");
        producer.send(2, "first");
        producer.settle();
        producer.cluster.on(ApiKey.PRODUCE, sent -> {
            producer.leader.produce(sent);
            return null;
        });
    }

    @AfterEach
    void release() throws InterruptedException {
        producer.engine.close(0);
        producer.loop.run();
        producer.engine.release();
    }

    /** Fills a batch; partitions 0 and 2 have one leader. */
    private void fill(int partition) {
        for (int i = 0; i < RECORDS_OF_A_BATCH; i++) {
            producer.send(partition, FULL);
        }
        producer.loop.run();
    }

    @Test
    void afterARestAFullBatchLeavesAtOnce() {
        fill(0);

        assertThat(producer.leader.requests()).isEqualTo(3);
    }

    @Test
    void fullBatchesGoTogetherAfterAMoment() {
        fill(0);
        fill(0);
        fill(2);

        assertThat(producer.leader.requests()).isEqualTo(3);
        producer.loop.pass(1);

        assertThat(producer.leader.requests()).isEqualTo(4);
        assertThat(producer.leader.batches()).isEqualTo(6);
    }

    @Test
    void aFullBatchBehindAFullOneIsNotMadeToWait() {
        fill(0);
        fill(0);
        fill(0);
        fill(0);

        assertThat(producer.leader.requests()).isGreaterThan(3);
    }

    /** In both orders: partitions are looked at in turn. */
    @ParameterizedTest
    @CsvSource({"0, 2", "2, 0"})
    void whatWaitsForCompanyGoesWithABatchThatDoesNotWait(int pressing, int resting) {
        fill(pressing);
        fill(resting);
        List<String> before = List.copyOf(producer.leader.values(SimulatedProducer.partition(resting)));

        for (int i = 0; i < BATCHES_THAT_PRESS; i++) {
            fill(pressing);
        }

        assertThat(before).doesNotContain(FULL);
        assertThat(producer.leader.values(SimulatedProducer.partition(resting))).contains(FULL);
    }

    @Test
    void anotherLeaderIsNotWaitedFor() {
        fill(0);
        fill(1);

        assertThat(producer.leader.requests()).isEqualTo(4);
    }

    @Test
    void withoutLingerNoBatchWaits() throws InterruptedException {
        release();
        start(0);

        fill(0);
        int before = producer.leader.requests();
        fill(0);

        assertThat(producer.leader.requests()).isGreaterThan(before);
    }
}
