package io.milena.clients.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.ApiMessage;
import io.milena.protocol.messages.FetchRequest;
import io.milena.protocol.messages.FetchResponse;
import io.milena.protocol.messages.ListOffsetsResponse;
import io.milena.record.BatchTerms;
import io.milena.record.compression.Codec;
import io.milena.record.compression.Compression;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever brokers do to fetches (lose connections, forget sessions, move leaders), and wherever the application goes
 * in between: what it gets is the log from its position on, nothing twice, nothing left out.
 */
class FaultyFetchProperties {

    private static final TopicPartition A0 = new TopicPartition("a", 0);
    private static final int RECORDS = 300;

    private final FakeLog log = new FakeLog("a");

    private void fill(Random random) {
        Codec[] codecs = Codec.values();
        int made = 0;
        while (made < RECORDS) {
            var values = new String[1 + random.nextInt(10)];
            for (int i = 0; i < values.length; i++) {
                values[i] = "value" + made++;
            }
            log.append(Compression.of(codecs[random.nextInt(codecs.length)]), BatchTerms.PLAIN, values);
        }
    }

    private static @Nullable ApiMessage withFaults(FetchResponse answer, Random random) {
        switch (random.nextInt(12)) {
            case 0 -> {
                answer.release();
                return null;
            }
            case 1 -> {
                return answer.errorCode(ErrorCode.FETCH_SESSION_ID_NOT_FOUND.code());
            }
            case 2 -> {
                return answer.errorCode(ErrorCode.INVALID_FETCH_SESSION_EPOCH.code());
            }
            case 3 -> {
                answer.responses().get(0).partitions().get(0).errorCode(ErrorCode.NOT_LEADER_OR_FOLLOWER.code());
                return answer;
            }
            default -> {
                return answer;
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void theApplicationGetsTheLogFromItsPositionOn(long seed) {
        var random = new Random(seed);
        var faults = new Random(seed + 1_000);
        fill(random);
        var floor = new FakeFloor(Map.of(
                ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
                1 + random.nextInt(40),
                ConsumerConfig.RETRY_BACKOFF_MS_CONFIG,
                1));
        log.serveTo(floor.cluster());
        floor.cluster().on(ApiKey.FETCH, request -> withFaults(log.answer((FetchRequest) request), faults));
        floor.cluster().on(ApiKey.LIST_OFFSETS, request -> faults.nextInt(3) == 0 ? null : beginning());
        floor.cluster().topic("a", 1, 0);
        try (KafkaConsumer<String, String> consumer = floor.consumer()) {
            consumer.assign(List.of(A0));
            long next = 0;
            for (int i = 0; i < 3_000 && next < RECORDS; i++) {
                List<ConsumerRecord<String, String>> got = new ArrayList<>();
                consumer.poll(Duration.ofMillis(20)).forEach(got::add);
                for (ConsumerRecord<String, String> record : got) {
                    assertThat(record.offset()).as("seed " + seed).isEqualTo(next++);
                    assertThat(record.value()).isEqualTo("value" + record.offset());
                }
                next = wander(consumer, random, next);
            }

            assertThat(next).as("seed " + seed).isGreaterThanOrEqualTo(RECORDS);
        }
    }

    private static ListOffsetsResponse beginning() {
        return new ListOffsetsResponse()
                .topics(List.of(new ListOffsetsResponse.ListOffsetsTopicResponse()
                        .name("a")
                        .partitions(List.of(new ListOffsetsResponse.ListOffsetsPartitionResponse()
                                .partitionIndex(0)
                                .offset(0)))));
    }

    private static long wander(KafkaConsumer<String, String> consumer, Random random, long next) {
        int what = random.nextInt(40);
        if (what == 0 && next < RECORDS) {
            long back = Math.max(0, next - random.nextInt(50));
            consumer.seek(A0, back);
            return back;
        }
        if (what == 1) {
            consumer.pause(List.of(A0));
        } else if (what > 20) {
            consumer.resume(List.of(A0));
        }
        return next;
    }
}
