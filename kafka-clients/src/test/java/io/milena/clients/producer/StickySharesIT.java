package io.milena.clients.producer;

import static io.milena.clients.producer.ProducerStage.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.protocol.ApiKey;
import io.milena.testing.ScriptedStep;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Which share of the bytes without a key each of two brokers gets, measured at the brokers. */
class StickySharesIT {

    private static final String TOPIC = "orders";
    private static final int RECORDS = 8_000;
    private static final String LARGE = "x".repeat(1_500);
    private static final String SMALL = "x";
    private static final long SLOW_MS = 15;

    @AutoClose
    private final ProducerStage stage = new ProducerStage(2).having(TOPIC, 0, 1);

    /** Sends large and small records in turn; the second broker's share of the bytes. */
    private double shareOfTheSecond(Object... keysAndValues) throws Exception {
        try (var producer = stage.producer(keysAndValues)) {
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            for (int i = 0; i < RECORDS; i++) {
                sent.add(producer.send(new ProducerRecord<>(TOPIC, i % 2 == 0 ? LARGE : SMALL)));
            }
            for (Future<RecordMetadata> one : sent) {
                get(one);
            }
        }
        double second = stage.leaders.bytesOf(stage.broker(1));
        return second / (second + stage.leaders.bytesOf(stage.broker(0)));
    }

    private void slowDownTheSecond() {
        stage.broker(1).always(ApiKey.PRODUCE, ScriptedStep.later(SLOW_MS, stage.leaders.appending(stage.broker(1))));
    }

    @Test
    void bytesAreSpreadEvenlyThoughRecordsDiffer() throws Exception {
        assertThat(shareOfTheSecond()).isBetween(0.35, 0.65);
    }

    @Test
    void takingTurnsByRecordsIsAnotherMatter() throws Exception {
        double share = shareOfTheSecond("partitioner.class", RoundRobinPartitioner.class.getName());

        assertThat(Math.min(share, 1 - share)).isLessThan(0.1);
    }

    @Test
    void aSlowBrokerGetsLess() throws Exception {
        slowDownTheSecond();

        double share = shareOfTheSecond("buffer.memory", 1_000_000);

        assertThat(share).isLessThan(0.3);
    }

    @Test
    void aSlowBrokerGetsItsShareIfThatIsWanted() throws Exception {
        slowDownTheSecond();

        double share = shareOfTheSecond("buffer.memory", 1_000_000, "partitioner.adaptive.partitioning.enable", false);

        assertThat(share).isBetween(0.35, 0.65);
    }
}
