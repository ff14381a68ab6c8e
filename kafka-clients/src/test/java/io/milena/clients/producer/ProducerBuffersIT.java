package io.milena.clients.producer;

import static io.milena.clients.producer.ProducerStage.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.errors.TimeoutException;
import io.milena.protocol.ApiKey;
import io.milena.protocol.RecordsBuffer;
import io.milena.protocol.messages.ProduceRequest;
import io.milena.protocol.messages.ProduceRequest.PartitionProduceData;
import io.milena.protocol.messages.ProduceRequest.TopicProduceData;
import io.milena.record.BatchCheck;
import io.milena.record.MalformedRecords;
import io.milena.record.RecordBatch;
import io.milena.record.RecordIterator;
import io.milena.record.compression.Decompressor;
import io.milena.testing.ScriptedBroker;
import io.milena.testing.ScriptedExchange;
import io.milena.testing.ScriptedStep;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Memory that is used again and again, though batches in it may be too old before the system has taken them: no
 * record of one topic is ever seen in another.
 */
class ProducerBuffersIT {

    private static final int TOPICS = 6;
    private static final int VALUE_CHARS = 900;
    private static final int REQUEST_TIMEOUT_MS = 350;
    private static final long SILENCE_MS = 2 * REQUEST_TIMEOUT_MS;
    private static final Duration TIME = Duration.ofMillis(1_500);

    private final Queue<String> mixedUp = new ConcurrentLinkedQueue<>();
    private final AtomicInteger batches = new AtomicInteger();

    @ParameterizedTest
    @CsvSource({"1,true,none", "2,false,none", "3,true,lz4"})
    void aBufferIsFreeWhenItsSendIsOverAndNotWhenItsBatchIsTooOld(long seed, boolean isIdempotent, String codec)
            throws Exception {
        try (var stage = new ProducerStage(2)) {
            for (int i = 0; i < TOPICS; i++) {
                stage.cluster.createTopic(topic(i), i % 2);
            }
            for (ScriptedBroker broker : stage.cluster.brokers()) {
                hamper(broker.takesLittle(), stage, new Random(seed * 31 + broker.id()));
            }
            try (var producer = stage.producer(
                    "enable.idempotence",
                    isIdempotent,
                    "compression.type",
                    codec,
                    "delivery.timeout.ms",
                    REQUEST_TIMEOUT_MS,
                    "request.timeout.ms",
                    REQUEST_TIMEOUT_MS,
                    "max.block.ms",
                    60,
                    "batch.size",
                    8_000,
                    "buffer.memory",
                    250_000,
                    "send.buffer.bytes",
                    2_048)) {
                List<Future<RecordMetadata>> sent = sendForAWhile(producer);

                await().until(() -> sent.stream().allMatch(Future::isDone));

                long tooOld = sent.stream().filter(ProducerBuffersIT::isTooOld).count();
                assertThat(mixedUp).as("seed %d", seed).isEmpty();
                assertThat(batches).as("batches that arrived").hasPositiveValue();
                assertThat(tooOld).as("records that were too old").isPositive();
                await().until(() ->
                        figure(producer, "buffer-available-bytes").equals(figure(producer, "buffer-total-bytes")));
            }
        }
    }

    private static String topic(int i) {
        return "topic-" + i;
    }

    private static List<Future<RecordMetadata>> sendForAWhile(KafkaProducer<String, String> producer) {
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        long until = System.nanoTime() + TIME.toNanos();
        for (int i = 0; System.nanoTime() - until < 0; i++) {
            String topic = topic(i % TOPICS);
            sent.add(producer.send(new ProducerRecord<>(topic, (topic + " " + i + " ").repeat(VALUE_CHARS / 10))));
        }
        return sent;
    }

    private static boolean isTooOld(Future<RecordMetadata> sent) {
        try {
            sent.get();
            return false;
        } catch (Exception e) {
            return e.getCause() instanceof TimeoutException;
        }
    }

    private static Object figure(KafkaProducer<?, ?> producer, String name) {
        return producer.metrics().values().stream()
                .filter(metric -> metric.metricName().name().equals(name))
                .findFirst()
                .orElseThrow()
                .metricValue();
    }

    /** Each request is looked into, and then answered at once, late or never, or the connection ends. */
    private void hamper(ScriptedBroker broker, ProducerStage stage, Random random) {
        ScriptedStep append = stage.leaders.appending(broker);
        broker.always(ApiKey.PRODUCE, exchange -> {
            lookInto(exchange, stage);
            fate(random, append).run(exchange);
        });
    }

    private static ScriptedStep fate(Random random, ScriptedStep append) {
        int drawn = random.nextInt(100);
        ScriptedStep step = drawn < 95 ? append : ScriptedStep.close();
        return ScriptedStep.later(drawn < 97 ? random.nextInt(100) : SILENCE_MS, step);
    }

    private void lookInto(ScriptedExchange exchange, ProducerStage stage) {
        for (TopicProduceData topic : exchange.request(ProduceRequest.class).topicData()) {
            String name = topic.name().isEmpty() ? stage.cluster.nameOf(topic.topicId()) : topic.name();
            for (PartitionProduceData data : topic.partitionData()) {
                batches.incrementAndGet();
                lookInto(name, ((RecordsBuffer) data.records()).content());
            }
        }
    }

    private void lookInto(String topic, ByteBuf bytes) {
        RecordBatch batch = RecordBatch.at(bytes, bytes.readerIndex());
        if (BatchCheck.wholeness(batch, bytes.readableBytes()) != null) {
            mixedUp.add("a broken batch for " + topic);
            return;
        }
        try (var decompressor = new Decompressor(ByteBufAllocator.DEFAULT, Decompressor.DEFAULT_LIMIT_BYTES);
                RecordIterator records = RecordIterator.open(batch, decompressor)) {
            while (records.next()) {
                String value = records.record().value().toString(StandardCharsets.UTF_8);
                if (!value.replaceAll(topic + " \\d+ ", "").isEmpty()) {
                    mixedUp.add("for " + topic + ": " + value);
                }
            }
        } catch (MalformedRecords e) {
            mixedUp.add("for " + topic + ": " + e.getMessage());
        }
    }
}
