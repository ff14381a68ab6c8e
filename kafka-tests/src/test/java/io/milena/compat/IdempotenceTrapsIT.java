package io.milena.compat;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.InitProducerIdRequest;
import io.milena.protocol.messages.InitProducerIdResponse;
import io.milena.protocol.messages.ProduceResponse;
import io.milena.testkit.WireBatch;
import io.milena.testkit.WireTopic;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sequences of idempotent producers: repeats, gaps, and batches sent without waiting. */
class IdempotenceTrapsIT extends WireSuite {

    private static final int LATEST = -1;

    /** More than a broker is given at once. */
    private static final int MANY_IDS = 1_100;

    @Test
    void producerIdsAreGivenOnce() {
        List<Long> ids = new ArrayList<>(List.of(client.newProducerId()));
        var request = new InitProducerIdRequest().transactionalId(null);

        while (ids.size() < MANY_IDS) {
            var answer = client.call(InitProducerIdResponse.class, ApiKey.INIT_PRODUCER_ID, 1, request);
            assertThat(answer.errorCode()).isZero();
            ids.add(answer.producerId());
        }

        assertThat(ids).doesNotHaveDuplicates();
    }

    @Test
    void aRepeatedBatchIsAnsweredWithItsFirstOffset() {
        var topic = newTopic();
        long id = client.newProducerId();
        for (int sequence = 0; sequence < 5; sequence++) {
            assertThat(topic.produce(WireBatch.now("a").producer(id, 0, sequence))
                            .baseOffset())
                    .isEqualTo(sequence);
        }

        assertThat(topic.produce(WireBatch.now("a").producer(id, 0, 1)).baseOffset())
                .isEqualTo(1);
        assertThat(topic.offsetAt(LATEST).offset()).isEqualTo(5);
    }

    @Test
    void aGapInTheSequenceIsRefusedButAnyFirstOneIsTaken() {
        var topic = newTopic();
        long id = client.newProducerId();

        var first = topic.produce(WireBatch.now("a").producer(id, 0, 42));
        var gap = topic.produce(WireBatch.now("b").producer(id, 0, 44));
        var next = topic.produce(WireBatch.now("c").producer(id, 0, 43));

        assertThat(first.errorCode()).isZero();
        assertThat(ErrorCode.of(gap.errorCode())).isEqualTo(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER);
        assertThat(next.errorCode()).isZero();
    }

    @Test
    void pipelinedBatchesOfOneProducerKeepTheirOrder() {
        var topic = newTopic();
        long id = client.newProducerId();
        int batches = 50;
        for (int sequence = 0; sequence < batches; sequence++) {
            var batch = WireBatch.now("value " + sequence).producer(id, 0, sequence);
            client.send(ApiKey.PRODUCE, WireTopic.PRODUCE_VERSION, topic.production(-1, batch));
        }

        for (int sequence = 0; sequence < batches; sequence++) {
            var answer =
                    WireTopic.only(client.receive(ProduceResponse.class, ApiKey.PRODUCE, WireTopic.PRODUCE_VERSION));
            assertThat(answer.errorCode()).isZero();
            assertThat(answer.baseOffset()).isEqualTo(sequence);
        }
    }
}
