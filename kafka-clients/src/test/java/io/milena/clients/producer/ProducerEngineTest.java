package io.milena.clients.producer;

import static io.milena.clients.producer.SimulatedProducer.partition;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.clients.producer.SimulatedLeader.Fate;
import io.milena.clients.producer.SimulatedProducer.Settings;
import io.milena.common.errors.RecordTooLargeException;
import io.milena.common.errors.TimeoutException;
import io.milena.record.compression.Codec;
import io.milena.record.compression.Compression;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Records go into batches, batches to leaders, and answers back to whoever waits. */
class ProducerEngineTest {

    private final List<SimulatedProducer> made = new ArrayList<>();

    private SimulatedProducer made(Settings settings, long seed) {
        var producer = new SimulatedProducer(settings, seed);
        made.add(producer);
        return producer;
    }

    @AfterEach
    void release() throws InterruptedException {
        for (SimulatedProducer producer : made) {
            producer.engine.close(0);
            producer.loop.run();
            producer.engine.release();
        }
    }

    @Test
    void aRecordIsSentAndAcknowledged() throws Exception {
        var producer = made(Settings.usual(), 1);

        RecordFuture future = producer.send(1, "value");
        producer.loop.pass(5);

        assertThat(future.isDone()).isTrue();
        assertThat(future.get().offset()).isZero();
        assertThat(future.get().partition()).isEqualTo(1);
        assertThat(future.get().serializedValueSize()).isEqualTo(5);
        assertThat(producer.leader.values(partition(1))).containsExactly("value");
        assertThat(producer.engine.pool().freeBytes()).isEqualTo(SimulatedProducer.MEMORY);
    }

    @Test
    void recordsOfALingerTimeGoTogether() {
        var producer = made(Settings.usual().withLinger(10), 1);

        for (int i = 0; i < 10; i++) {
            producer.send(0, "v" + i);
            producer.loop.pass(0);
        }
        producer.loop.pass(8);
        assertThat(producer.leader.batches()).isZero();
        producer.loop.pass(10);

        assertThat(producer.leader.batches()).isEqualTo(1);
        assertThat(producer.leader.values(partition(0))).hasSize(10);
    }

    @Test
    void aFullBatchDoesNotLinger() {
        var producer = made(Settings.usual().withLinger(1_000_000), 1);

        for (int i = 0; i < 30; i++) {
            producer.send(0, "x".repeat(90));
        }
        producer.loop.pass(10);

        assertThat(producer.leader.values(partition(0))).hasSizeBetween(18, 29);
    }

    @Test
    void callbacksComeInOrderAndOneThatThrowsHurtsNobody() {
        var producer = made(Settings.usual().withLinger(5), 1);
        List<Long> offsets = new ArrayList<>();

        for (int i = 0; i < 50; i++) {
            int index = i;
            producer.send(0, "v" + i, (metadata, exception) -> {
                offsets.add(metadata.offset());
                if (index % 7 == 0) {
                    throw new IllegalStateException("the application's fault");
                }
            });
        }
        producer.settle();

        assertThat(offsets)
                .containsExactlyElementsOf(
                        IntStream.range(0, 50).mapToObj(i -> (long) i).toList());
    }

    @Test
    void aBatchThatIsTooLargeForTheBrokerIsSplitUntilItIsNot() throws Exception {
        var producer = made(Settings.usual().withLinger(5), 1);
        producer.leader.mostRecords(3);
        List<RecordFuture> futures = new ArrayList<>();
        List<Long> called = new ArrayList<>();

        for (int i = 0; i < 20; i++) {
            futures.add(producer.send(0, "v" + i, (metadata, exception) -> called.add(metadata.offset())));
        }
        producer.settle();

        assertThat(producer.leader.values(partition(0)))
                .containsExactlyElementsOf(
                        IntStream.range(0, 20).mapToObj(i -> "v" + i).toList());
        for (int i = 0; i < 20; i++) {
            assertThat(futures.get(i).get().offset()).as("record %d", i).isEqualTo(i);
        }
        assertThat(called).isSorted().hasSize(20);
        assertThat(producer.engine.pool().freeBytes()).isEqualTo(SimulatedProducer.MEMORY);
    }

    @Test
    void aRecordThatIsTooLargeByItselfFailsAndTheOthersDoNot() {
        var producer = made(Settings.usual(), 1);
        producer.leader.mostRecords(0);
        RecordFuture failed = producer.send(0, "v");
        producer.loop.pass(5);
        producer.leader.mostRecords(10);

        RecordFuture next = producer.send(0, "w");
        producer.settle();

        assertThatThrownBy(failed::get).hasCauseInstanceOf(RecordTooLargeException.class);
        assertThat(next.isDone()).isTrue();
        assertThat(producer.leader.values(partition(0))).containsExactly("w");
    }

    @Test
    void aBatchThatNobodyTakesIsGivenUpAfterItsTime() {
        var producer = made(Settings.usual().withDelivery(500), 1);
        producer.leader.fault((partition, batch) -> Fate.REFUSE_FOR_NOW);
        var calls = new AtomicInteger();

        RecordFuture future = producer.send(0, "v", (metadata, exception) -> calls.incrementAndGet());
        producer.loop.pass(400);
        assertThat(future.isDone()).isFalse();
        producer.loop.pass(300);

        assertThatThrownBy(future::get)
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(TimeoutException.class)
                .hasMessageContaining("delivery.timeout.ms");
        assertThat(calls).hasValue(1);
        assertThat(producer.engine.pool().freeBytes()).isEqualTo(SimulatedProducer.MEMORY);
        assertThat(producer.cluster.refreshes()).isPositive();
    }

    @Test
    void aPartitionWithoutALeaderWaitsAndTheOthersGo() {
        var producer = made(Settings.usual(), 1);
        producer.cluster.topic(SimulatedProducer.TOPIC, -1, 1, 0);

        RecordFuture waiting = producer.send(0, "waits");
        RecordFuture goes = producer.send(1, "goes");
        producer.loop.pass(50);
        assertThat(waiting.isDone()).isFalse();
        assertThat(goes.isDone()).isTrue();
        producer.cluster.topic(SimulatedProducer.TOPIC, 1, 1, 0);
        producer.loop.pass(50);

        assertThat(waiting.isDone()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(Codec.class)
    void compressedBatchesHoldMoreThanTheirSize(Codec codec) {
        var producer = made(Settings.usual().withLinger(50_000).with(Compression.of(codec)), 1);
        List<String> expected = new ArrayList<>();

        for (int round = 0; round < 40; round++) {
            for (int i = 0; i < 40; i++) {
                String value = "round " + round + " record " + i + " " + "a".repeat(60);
                expected.add(value);
                producer.send(0, value);
            }
            producer.loop.pass(1);
        }
        producer.loop.pass(51_000);

        assertThat(producer.leader.values(partition(0))).containsExactlyElementsOf(expected);
        assertThat(producer.leader.batches()).isLessThan(codec == Codec.NONE ? 200 : 100);
        assertThat(producer.engine.pool().freeBytes()).isEqualTo(SimulatedProducer.MEMORY);
    }

    @Test
    void aTopicInUseIsWantedAgainAndAgain() {
        var producer = made(Settings.usual().withLinger(10_000), 1);
        producer.send(0, "lingers");
        producer.cluster.takeWanted();

        producer.loop.pass(1_500);

        assertThat(producer.cluster.takeWanted()).containsExactly(SimulatedProducer.TOPIC);
    }

    @Test
    void withoutIdempotenceOneRequestAtATimeKeepsTheOrder() throws Exception {
        var settings = new Settings(200, 0, 1, 100_000, Compression.NONE, false, null);
        var producer = made(settings, 1);
        var requests = new AtomicInteger();
        producer.leader.fault(
                (partition, batch) -> requests.incrementAndGet() % 3 == 0 ? Fate.REFUSE_FOR_NOW : Fate.APPEND);

        for (int i = 0; i < 100; i++) {
            producer.send(0, "v" + i);
            producer.loop.pass(1);
        }
        producer.settle();

        assertThat(producer.leader.values(partition(0)))
                .containsExactlyElementsOf(
                        IntStream.range(0, 100).mapToObj(i -> "v" + i).toList());
    }
}
