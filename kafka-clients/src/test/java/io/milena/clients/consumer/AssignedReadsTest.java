package io.milena.clients.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.common.KafkaException;
import io.milena.common.TopicPartition;
import io.milena.common.errors.RecordDeserializationException;
import io.milena.common.errors.RecordDeserializationException.DeserializationExceptionOrigin;
import io.milena.common.errors.TopicAuthorizationException;
import io.milena.common.errors.WakeupException;
import io.milena.common.record.TimestampType;
import io.milena.common.serialization.Deserializer;
import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.FetchRequest;
import io.milena.protocol.messages.OffsetForLeaderEpochRequest;
import io.milena.protocol.messages.OffsetForLeaderEpochResponse;
import io.milena.record.BatchTerms;
import io.milena.record.ControlMarker;
import io.milena.record.compression.Codec;
import io.milena.record.compression.Compression;
import io.milena.testing.LogLines;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A consumer of partitions that it was given by hand, against a cluster that answers as told. */
class AssignedReadsTest {

    private static final TopicPartition A0 = new TopicPartition("a", 0);
    private static final Duration SOON = Duration.ofSeconds(10);

    private final FakeLog log = new FakeLog("a");
    private final List<KafkaConsumer<?, ?>> open = new ArrayList<>();

    @AfterEach
    void closeAll() {
        open.forEach(consumer -> consumer.close(Duration.ofSeconds(1)));
    }

    private FakeFloor floor(Map<String, Object> settings) {
        Map<String, Object> all = new HashMap<>(settings);
        all.putIfAbsent(ConsumerConfig.RETRY_BACKOFF_MS_CONFIG, 10);
        var floor = new FakeFloor(all);
        log.serveTo(floor.cluster());
        floor.cluster().topic("a", 1, 0);
        return floor;
    }

    private KafkaConsumer<String, String> reading(FakeFloor floor) {
        KafkaConsumer<String, String> consumer = floor.consumer();
        open.add(consumer);
        consumer.assign(List.of(A0));
        return consumer;
    }

    /** Polls until there are {@code count} values, and no longer than a while. */
    private static List<String> values(KafkaConsumer<String, String> consumer, int count) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < 200 && values.size() < count; i++) {
            consumer.poll(Duration.ofMillis(200)).forEach(record -> values.add(record.value()));
        }
        return values;
    }

    @Test
    void everythingIsReadInOrderFromTheBeginning() {
        log.append("one", "two").append("three");
        KafkaConsumer<String, String> consumer = reading(floor(Map.of(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 1)));

        assertThat(values(consumer, 3)).containsExactly("one", "two", "three");
        assertThat(consumer.position(A0)).isEqualTo(3);
        assertThat(consumer.currentLag(A0)).hasValue(0);
    }

    @Test
    void allCodecsAreRead() {
        for (Codec codec : Codec.values()) {
            log.append(Compression.of(codec), BatchTerms.PLAIN, codec.name(), "same");
        }
        KafkaConsumer<String, String> consumer = reading(floor(Map.of()));

        assertThat(values(consumer, 2 * Codec.values().length)).contains("NONE", "GZIP", "SNAPPY", "LZ4", "ZSTD");
    }

    @Test
    void aSeekGoesThereAndBatchesThatBeginBeforeAreCut() {
        log.append("zero", "one", "two");
        KafkaConsumer<String, String> consumer = reading(floor(Map.of()));

        consumer.seek(A0, 1);

        assertThat(values(consumer, 2)).containsExactly("one", "two");
    }

    @Test
    void endsThatCompactionTookArePassed() {
        log.append("one");
        log.skipTo(10);
        log.append("ten");
        KafkaConsumer<String, String> consumer = reading(floor(Map.of()));

        assertThat(values(consumer, 2)).containsExactly("one", "ten");
        assertThat(consumer.position(A0)).isEqualTo(11);
    }

    @Test
    void abortedRecordsAndMarkersAreLeftOut() {
        BatchTerms terms = BatchTerms.PLAIN.withProducer(9, (short) 0, 0).transactional();
        log.append(Compression.NONE, terms, "aborted");
        log.append("plain");
        log.endTransaction(9, ControlMarker.Type.ABORT, 0);
        log.append(Compression.NONE, terms, "committed");
        log.endTransaction(9, ControlMarker.Type.COMMIT, 3);
        KafkaConsumer<String, String> consumer =
                reading(floor(Map.of(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed")));

        assertThat(values(consumer, 2)).containsExactly("plain", "committed");
    }

    @Test
    void withoutAPolicyAnOffsetOutsideTheLogIsToldAndCanBeLeft() {
        log.append("one");
        KafkaConsumer<String, String> consumer =
                reading(floor(Map.of(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none")));
        consumer.seek(A0, 100);

        assertThatThrownBy(() -> consumer.poll(SOON))
                .isInstanceOfSatisfying(
                        OffsetOutOfRangeException.class,
                        e -> assertThat(e.offsetOutOfRangePartitions()).containsEntry(A0, 100L));

        consumer.seekToBeginning(List.of(A0));
        assertThat(values(consumer, 1)).containsExactly("one");
    }

    @Test
    void withAPolicyAnOffsetOutsideTheLogIsReset() {
        log.append("one");
        KafkaConsumer<String, String> consumer = reading(floor(Map.of()));
        consumer.seek(A0, 100);

        assertThat(values(consumer, 1)).containsExactly("one");
    }

    @Test
    void thePolicyLatestGoesToTheEnd() {
        log.append("one", "two");
        KafkaConsumer<String, String> consumer =
                reading(floor(Map.of(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "latest")));
        consumer.seek(A0, 100);
        Awaitility.await()
                .pollInSameThread()
                .until(() -> consumer.poll(Duration.ofMillis(20)).isEmpty() && consumer.position(A0) == 2);

        log.append("three");

        assertThat(values(consumer, 1)).containsExactly("three");
    }

    @Test
    void withoutAGroupAndAPolicyThereIsNoPlaceToBegin() {
        FakeFloor floor = floor(Map.of(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none"));
        floor.cluster().topic("a", 2, 0);
        KafkaConsumer<String, String> consumer = reading(floor);
        var second = new TopicPartition("a", 1);
        consumer.assign(List.of(A0, second));

        assertThatThrownBy(() -> consumer.poll(SOON))
                .isInstanceOfSatisfying(
                        NoOffsetForPartitionException.class,
                        e -> assertThat(e.partitions()).containsExactly(A0, second));
    }

    /** Refuses the value {@code bad}. */
    public static final class Picky implements Deserializer<String> {

        @Override
        public String deserialize(String topic, byte[] data) {
            var text = new String(data, StandardCharsets.UTF_8);
            if (text.equals("bad")) {
                throw new IllegalArgumentException("bad");
            }
            return text;
        }
    }

    @Test
    void aDeserializerThatThrowsStopsAtItsRecordUntilItIsSoughtPast() {
        log.append("good", "bad", "fine");
        KafkaConsumer<String, String> consumer =
                reading(floor(Map.of(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, Picky.class)));
        assertThat(values(consumer, 1)).containsExactly("good");

        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> consumer.poll(SOON))
                    .isInstanceOfSatisfying(RecordDeserializationException.class, e -> {
                        assertThat(e.topicPartition()).isEqualTo(A0);
                        assertThat(e.offset()).isEqualTo(1);
                        assertThat(e.origin()).isEqualTo(DeserializationExceptionOrigin.VALUE);
                        assertThat(e.timestamp()).isEqualTo(5);
                        assertThat(e.timestampType()).isEqualTo(TimestampType.CREATE_TIME);
                        assertThat(e.keyBuffer()).isNull();
                        assertThat(e.valueBuffer()).isEqualTo(ByteBuffer.wrap("bad".getBytes(StandardCharsets.UTF_8)));
                        assertThat(e.headers()).isEmpty();
                    });
            assertThat(consumer.position(A0)).isEqualTo(1);
        }

        consumer.seek(A0, 2);
        assertThat(values(consumer, 1)).containsExactly("fine");
    }

    @Test
    void aBatchWithAWrongChecksumIsToldUntilItIsSoughtPast() {
        log.append("good").append("broken");
        log.corruptLast();
        log.append("fine");
        KafkaConsumer<String, String> consumer = reading(floor(Map.of()));
        assertThat(values(consumer, 1)).containsExactly("good");

        assertThatThrownBy(() -> consumer.poll(SOON))
                .isInstanceOf(KafkaException.class)
                .hasMessageContaining("a-0")
                .hasMessageContaining("CRC");

        consumer.seek(A0, 2);
        assertThat(values(consumer, 1)).containsExactly("fine");
    }

    @Test
    void pausedPartitionsHandOverNothingUntilTheyGoOn() {
        log.append("one");
        KafkaConsumer<String, String> consumer = reading(floor(Map.of()));
        consumer.pause(List.of(A0));

        assertThat(consumer.poll(Duration.ofMillis(100)).isEmpty()).isTrue();
        assertThat(consumer.paused()).containsExactly(A0);

        consumer.resume(List.of(A0));
        assertThat(values(consumer, 1)).containsExactly("one");
    }

    @Test
    void aTopicThatIsForbiddenIsTold() {
        FakeFloor floor = floor(Map.of());
        KafkaConsumer<String, String> consumer = reading(floor);
        floor.cluster().forbidden("a");

        assertThatThrownBy(() -> consumer.poll(SOON))
                .isInstanceOfSatisfying(
                        TopicAuthorizationException.class,
                        e -> assertThat(e.unauthorizedTopics()).containsExactly("a"));
    }

    @Test
    void aTruncatedLogIsNoticedByItsEpochAndReadOnFromWhereItAgrees() {
        FakeFloor floor = floor(Map.of());
        KafkaConsumer<String, String> consumer = readUntilTheLogIsTruncated(floor);

        assertThat(values(consumer, 2)).containsExactly("one", "two");
    }

    @Test
    void aPlaceThatWasFoundInAnOlderEpochIsCheckedWithoutAnotherPoll() {
        FakeFloor floor = floor(Map.of());
        log.append("one");
        floor.cluster().topic("a", 1, 5);
        floor.cluster().on(ApiKey.OFFSET_FOR_LEADER_EPOCH, request -> epochEnd(1));
        KafkaConsumer<String, String> consumer = reading(floor);

        ConsumerRecords<String, String> records = consumer.poll(SOON);

        assertThat(floor.cluster().requests(OffsetForLeaderEpochRequest.class)).isNotEmpty();
        assertThat(records).hasSize(1);
    }

    private static OffsetForLeaderEpochResponse epochEnd(long offset) {
        return new OffsetForLeaderEpochResponse()
                .topics(List.of(new OffsetForLeaderEpochResponse.OffsetForLeaderTopicResult()
                        .topic("a")
                        .partitions(List.of(new OffsetForLeaderEpochResponse.EpochEndOffset()
                                .partition(0)
                                .leaderEpoch(0)
                                .endOffset(offset)))));
    }

    @Test
    void withoutAPolicyATruncatedLogIsToldWithWhereItAgrees() {
        FakeFloor floor = floor(Map.of(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none"));
        KafkaConsumer<String, String> consumer = readUntilTheLogIsTruncated(floor);

        assertThatThrownBy(() -> consumer.poll(SOON)).isInstanceOfSatisfying(LogTruncationException.class, e -> {
            assertThat(e.offsetOutOfRangePartitions()).containsEntry(A0, 3L);
            assertThat(e.divergentOffsets()).containsEntry(A0, new OffsetAndMetadata(1, Optional.of(0), ""));
            consumer.seek(A0, e.divergentOffsets().get(A0));
        });

        assertThat(values(consumer, 2)).containsExactly("one", "two");
    }

    @Test
    void aTruncatedLogThatPollTellsIsNotLoggedAtEachLook() {
        try (var lines = new LogLines(EpochCheck.class)) {
            FakeFloor floor = floor(Map.of(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none"));

            readUntilTheLogIsTruncated(floor);
            Awaitility.await()
                    .until(() -> floor.cluster()
                                    .requests(OffsetForLeaderEpochRequest.class)
                                    .size()
                            > 3);

            assertThat(lines.all()).isEmpty();
        }
    }

    private KafkaConsumer<String, String> readUntilTheLogIsTruncated(FakeFloor floor) {
        log.append("zero", "one", "two");
        KafkaConsumer<String, String> consumer = reading(floor);
        consumer.seek(A0, 0);
        assertThat(values(consumer, 3)).hasSize(3);
        floor.cluster().on(ApiKey.OFFSET_FOR_LEADER_EPOCH, request -> epochEnd(1));

        floor.cluster().topic("a", 1, 5);
        return consumer;
    }

    @Test
    void aBrokerThatWantsARestIsNotAskedBeforeItsEnd() {
        FakeFloor floor = floor(Map.of());
        List<Long> answered = new CopyOnWriteArrayList<>();
        floor.cluster().on(ApiKey.FETCH, request -> {
            answered.add(System.nanoTime());
            return log.answer((FetchRequest) request).throttleTimeMs(200);
        });
        KafkaConsumer<String, String> consumer = reading(floor);

        for (int i = 0; i < 100 && answered.size() < 3; i++) {
            consumer.poll(Duration.ofMillis(50));
        }

        assertThat(answered).hasSizeGreaterThanOrEqualTo(3);
        assertThat(answered.get(1) - answered.get(0)).isGreaterThan(200_000_000);
        assertThat(answered.get(2) - answered.get(1)).isGreaterThan(200_000_000);
    }

    @Test
    void endsAndTimesAreTold() {
        log.append("zero", "one");
        KafkaConsumer<String, String> consumer = reading(floor(Map.of()));

        assertThat(consumer.beginningOffsets(List.of(A0))).containsEntry(A0, 0L);
        assertThat(consumer.endOffsets(List.of(A0))).containsEntry(A0, 2L);
        assertThat(consumer.offsetsForTimes(Map.of(A0, 3L)).get(A0)).isNotNull();
    }

    @Test
    void aWakeupEndsAPollThatWaitsAndOnlyOne() throws Exception {
        KafkaConsumer<String, String> consumer = reading(floor(Map.of()));
        var waker = new Thread(consumer::wakeup);
        waker.start();

        assertThatThrownBy(() -> consumer.poll(Duration.ofSeconds(60))).isInstanceOf(WakeupException.class);

        waker.join();
        assertThat(consumer.poll(Duration.ofMillis(10)).isEmpty()).isTrue();
    }

    @Test
    void twoThreadsInOneConsumerAreTold() throws Exception {
        KafkaConsumer<String, String> consumer = reading(floor(Map.of()));
        var seen = new CountDownLatch(1);
        var other = new Thread(() -> {
            try {
                for (int i = 0; i < 1_000_000 && seen.getCount() > 0; i++) {
                    consumer.assignment();
                }
            } catch (ConcurrentModificationException e) {
                seen.countDown();
                consumer.wakeup();
            }
        });
        other.start();

        for (int i = 0; i < 1_000 && seen.getCount() > 0; i++) {
            try {
                consumer.poll(Duration.ofMillis(20));
            } catch (ConcurrentModificationException e) {
                seen.countDown();
            } catch (WakeupException e) {
                break;
            }
        }

        other.join();
        assertThat(seen.getCount()).isZero();
    }

    @Test
    void closeIsInTimeThoughNoBrokerIsLeft() {
        FakeFloor floor = floor(Map.of(ConsumerConfig.GROUP_ID_CONFIG, "group"));
        floor.cluster().unreachable();
        KafkaConsumer<String, String> consumer = reading(floor);
        consumer.seek(A0, 1);
        long began = System.nanoTime();

        consumer.close(Duration.ofMillis(300));

        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(5));
        assertThatThrownBy(() -> consumer.poll(SOON)).isInstanceOf(IllegalStateException.class);
    }
}
