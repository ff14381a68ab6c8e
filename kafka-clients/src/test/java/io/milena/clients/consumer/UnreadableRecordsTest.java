package io.milena.clients.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.milena.common.KafkaException;
import io.milena.common.TopicPartition;
import io.milena.common.record.TimestampType;
import io.milena.record.BatchTerms;
import io.milena.record.ControlMarker;
import io.milena.record.compression.Compression;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Batches that cannot be read, and batches that have nothing for the application. */
class UnreadableRecordsTest {

    private static final TopicPartition A0 = new TopicPartition("a", 0);
    private static final Duration SOON = Duration.ofSeconds(10);

    private final FakeLog log = new FakeLog("a");
    private final FakeFloor floor = new FakeFloor(Map.of());
    private final KafkaConsumer<String, String> consumer = floor.consumer();

    @AfterEach
    void close() {
        consumer.close(Duration.ofSeconds(1));
    }

    private List<String> values(int count) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < 200 && values.size() < count; i++) {
            consumer.poll(Duration.ofMillis(200)).forEach(record -> values.add(record.value()));
        }
        return values;
    }

    private void read() {
        log.serveTo(floor.cluster());
        floor.cluster().topic("a", 1, 0);
        consumer.assign(List.of(A0));
    }

    @ParameterizedTest
    @CsvSource({
        "magic of no format, 16, 9",
        "codec that nobody knows, 22, 7",
        "codec that it is not in, 22, 4",
        "a record that is longer than it, 61, 126"
    })
    void isToldAgainAndAgainUntilItIsSoughtPast(String what, int at, int value) {
        log.append("good").append("bad");
        log.setInLast(at, value);
        log.append("fine");
        read();
        assertThat(values(1)).containsExactly("good");

        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> consumer.poll(SOON))
                    .as(what)
                    .isInstanceOf(KafkaException.class)
                    .hasMessageContaining("a-0 at offset 1")
                    .hasMessageContaining("Seek past");
            assertThat(consumer.position(A0)).isEqualTo(1);
        }

        consumer.seek(A0, 2);
        assertThat(values(1)).containsExactly("fine");
    }

    @Test
    void batchesThatCompactionHasEmptiedArePassedAlsoAtTheEnd() {
        log.appendEmptied(3);
        log.append("three");
        log.appendEmptied(6);
        read();

        assertThat(values(1)).containsExactly("three");
        for (int i = 0; i < 100 && consumer.position(A0) < 10; i++) {
            assertThat(consumer.poll(Duration.ofMillis(20)).isEmpty()).isTrue();
        }
        assertThat(consumer.position(A0)).isEqualTo(10);
    }

    @Test
    void aRecordOfTheFirstFormatHasNoTimestampAndThoseOfLaterOnesSayWhichTheyHave() {
        log.appendOfFirstFormat("old");
        log.append("new");
        read();

        List<ConsumerRecord<String, String>> records = new ArrayList<>();
        for (int i = 0; i < 200 && records.size() < 2; i++) {
            consumer.poll(Duration.ofMillis(200)).forEach(records::add);
        }

        assertThat(records)
                .extracting(ConsumerRecord::value, ConsumerRecord::timestampType, ConsumerRecord::timestamp)
                .containsExactly(
                        tuple("old", TimestampType.NO_TIMESTAMP_TYPE, ConsumerRecord.NO_TIMESTAMP),
                        tuple("new", TimestampType.CREATE_TIME, 5L));
    }

    @Test
    void markersAreNoRecordsForAnyone() {
        BatchTerms terms = BatchTerms.PLAIN.withProducer(9, (short) 0, 0).transactional();
        log.append(Compression.NONE, terms, "aborted");
        log.endTransaction(9, ControlMarker.Type.ABORT, 0);
        log.append("plain");
        read();

        assertThat(values(2)).containsExactly("aborted", "plain");
        assertThat(consumer.position(A0)).isEqualTo(3);
    }
}
