package io.milena.clients.producer;

import static io.milena.clients.producer.SimulatedProducer.partition;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.clients.producer.SimulatedProducer.Settings;
import io.milena.common.errors.TimeoutException;
import io.milena.protocol.ApiKey;
import io.milena.record.compression.Codec;
import io.milena.record.compression.Compression;
import io.milena.testing.LogLines;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

/** When a producer ends, so does each batch, wherever it is, and once. */
class ProducerEndTest {

    private static final Settings LINGERING = Settings.usual().withLinger(1_000);
    private static final Settings COMPRESSED = LINGERING.with(Compression.of(Codec.LZ4));

    private static PartitionQueue queue(SimulatedProducer producer) {
        return producer.engine.topic(SimulatedProducer.TOPIC).queue(0);
    }

    private static void close(SimulatedProducer producer) {
        close(producer, 0);
    }

    private static void close(SimulatedProducer producer, long maxWaitNanos) {
        try {
            producer.engine.close(maxWaitNanos);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void assertGivenUp(RecordFuture future) {
        assertThat(future.isDone()).isTrue();
        assertThatThrownBy(future::get).isInstanceOf(ExecutionException.class).hasMessageContaining("closed");
    }

    private static void assertAllMemoryIsBack(SimulatedProducer producer) {
        assertThat(producer.engine.pool().freeBytes()).isEqualTo(SimulatedProducer.MEMORY);
    }

    @Test
    void whatLingersFailsAndNothingMoreIsTaken() {
        var producer = new SimulatedProducer(LINGERING, 1);
        RecordFuture left = producer.send(0, "v");

        close(producer);
        producer.loop.run();

        assertGivenUp(left);
        assertThatThrownBy(() -> producer.send(0, "w")).isInstanceOf(IllegalStateException.class);
        assertAllMemoryIsBack(producer);
    }

    @Test
    void whatIsBeingCompressedFailsAtOnceAndGivesItsMemoryBackOnceThatIsDone() {
        var producer = new SimulatedProducer(COMPRESSED, 1);
        RecordFuture left = producer.send(0, "v");
        queue(producer).closeFirst(queue(producer).first());
        ProducerBatch compressed = queue(producer).claimClosed();

        close(producer);
        producer.loop.run();
        long freeMeanwhile = producer.engine.pool().freeBytes();
        compressed.sealed(compressed.plain(), Codec.NONE);

        assertGivenUp(left);
        assertThat(freeMeanwhile).isLessThan(SimulatedProducer.MEMORY);
        assertAllMemoryIsBack(producer);
    }

    @Test
    void whatIsFullAndNobodyCompressesAsYetFailsAndIsNotCompressed() {
        var producer = new SimulatedProducer(COMPRESSED, 1);
        RecordFuture left = producer.send(0, "v");
        queue(producer).closeFirst(queue(producer).first());

        close(producer);
        producer.loop.run();

        assertGivenUp(left);
        assertThat(queue(producer).claimClosed()).isNull();
        assertAllMemoryIsBack(producer);
    }

    @Test
    void whatItsThreadHasNotToldOfFails() {
        var producer = new SimulatedProducer(LINGERING, 1);
        var left = new RecordFuture(producer.loop.wallMs(), -1, 1, null);
        queue(producer)
                .appendToNew(
                        left, null, new byte[1], null, producer.engine.pool().takeBeyond(1_000), 0);

        close(producer);
        producer.loop.run();

        assertGivenUp(left);
        assertAllMemoryIsBack(producer);
    }

    @Test
    void aCallbackThatClosesIsCalledOnceThoughItsBatchIsOut() {
        var producer = new SimulatedProducer(Settings.usual().withDelivery(500), 1);
        producer.cluster.on(ApiKey.PRODUCE, sent -> null);
        List<Exception> called = new ArrayList<>();
        RecordFuture future = producer.send(0, "v", (metadata, exception) -> {
            called.add(exception);
            close(producer);
        });

        producer.loop.pass(700);

        assertThat(called).singleElement().isInstanceOf(TimeoutException.class);
        assertThat(future.isDone()).isTrue();
        assertAllMemoryIsBack(producer);
    }

    @Test
    void aCallbackThatClosesLeavesTheRestOfTheAnswerAcknowledgedAndGivesUpWhatIsLeft() throws Exception {
        var producer = new SimulatedProducer(LINGERING, 1);
        producer.cluster.topic(SimulatedProducer.TOPIC, 0, 0, 0);
        List<RecordFuture> sent = new ArrayList<>();
        List<RecordFuture> left = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            sent.add(producer.send(i, "v", (metadata, exception) -> {
                left.add(producer.send(0, "lingers"));
                close(producer);
            }));
        }

        producer.loop.pass(1_100);

        for (RecordFuture one : sent) {
            assertThat(one.isDone()).isTrue();
            assertThat(one.get().offset()).isZero();
        }
        assertThat(left).hasSize(1).allSatisfy(ProducerEndTest::assertGivenUp);
        assertThat(producer.leader.values(partition(0))).containsExactly("v");
        assertAllMemoryIsBack(producer);
    }

    @Test
    void callbacksThatAllCloseAreWarnedOfThatOnce() {
        try (var lines = new LogLines(ProducerEngine.class)) {
            var producer = new SimulatedProducer(LINGERING, 1);
            for (int i = 0; i < 3; i++) {
                producer.send(0, "v", (metadata, exception) -> close(producer, 1));
            }

            producer.loop.pass(1_100);

            assertThat(lines.all()).singleElement().asString().contains("close() in a callback");
            assertAllMemoryIsBack(producer);
        }
    }
}
