package io.milena.clients.producer;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.protocol.ApiKey;
import io.milena.protocol.RecordsBuffer;
import io.milena.protocol.messages.ProduceRequest;
import io.milena.protocol.messages.ProduceResponse;
import io.milena.protocol.messages.ProduceResponse.PartitionProduceResponse;
import io.milena.protocol.messages.ProduceResponse.TopicProduceResponse;
import io.milena.record.RecordBatch;
import io.milena.testing.ChildJvm;
import io.milena.testing.ScriptedExchange;
import io.milena.testing.ScriptedStep;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A producer in a JVM with 64 MiB of direct memory, twice the default of {@code buffer.memory}. */
class SmallDirectMemoryIT {

    private static final int PARTITIONS = 100;
    private static final int RECORDS = 6_000;

    private final AtomicLong records = new AtomicLong();

    @ParameterizedTest
    @ValueSource(strings = {"none", "zstd"})
    void muchIsProducedInLargeBatchesToManyPartitions(String codec) throws Exception {
        try (var stage = new ProducerStage(1)) {
            stage.cluster.createTopic(ManyBatches.TOPIC, new int[PARTITIONS]);
            stage.broker(0).forget().always(ApiKey.PRODUCE, ScriptedStep.answer(this::counted));
            Path log = ChildJvm.logFile("small-direct-memory-" + codec);

            Process child = ChildJvm.prepare(
                            ChildJvm.OWN_CLASS_PATH,
                            log,
                            List.of(
                                    "-Xmx96m",
                                    "-XX:MaxDirectMemorySize=64m",
                                    ManyBatches.class.getName(),
                                    stage.broker(0).address(),
                                    codec,
                                    String.valueOf(PARTITIONS),
                                    String.valueOf(RECORDS)))
                    .start();
            ChildJvm.awaitEnd(child);

            assertThat(Files.readString(log))
                    .contains(ManyBatches.DONE + RECORDS)
                    .doesNotContain("OutOfMemory");
            assertThat(child.exitValue()).isZero();
            assertThat(records).hasValue(RECORDS);
        }
    }

    private ProduceResponse counted(ScriptedExchange exchange) {
        return new ProduceResponse()
                .responses(exchange.request(ProduceRequest.class).topicData().stream()
                        .map(topic -> new TopicProduceResponse()
                                .topicId(topic.topicId())
                                .partitionResponses(topic.partitionData().stream()
                                        .map(data -> {
                                            var bytes = ((RecordsBuffer) data.records()).content();
                                            records.addAndGet(RecordBatch.at(bytes, bytes.readerIndex())
                                                    .recordCount());
                                            return new PartitionProduceResponse().index(data.index());
                                        })
                                        .toList()))
                        .toList());
    }
}
