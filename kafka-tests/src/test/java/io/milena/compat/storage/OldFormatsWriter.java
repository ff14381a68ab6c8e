package io.milena.compat.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.RecordsBuffer;
import io.milena.protocol.messages.IncrementalAlterConfigsRequest;
import io.milena.protocol.messages.IncrementalAlterConfigsResponse;
import io.milena.protocol.messages.ProduceResponse.PartitionProduceResponse;
import io.milena.protocol.messages.WriteTxnMarkersRequest;
import io.milena.protocol.messages.WriteTxnMarkersResponse;
import io.milena.record.RecordBatch;
import io.milena.record.RecordBatchFormat;
import io.milena.record.compression.Codec;
import io.milena.testkit.Compressions;
import io.milena.testkit.WireBatch;
import io.milena.testkit.WireClient;
import io.milena.testkit.WireMessageSet;
import io.milena.testkit.WireTopic;
import io.netty.buffer.Unpooled;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;

/**
 * Has a reference broker at inter-broker protocol 2.6, which is not to verify transactions, write logs of old formats.
 * Confined to the test's thread.
 */
final class OldFormatsWriter {

    static final List<String> VERSIONS = List.of("0.9.0", "0.10.0", "2.6");

    private static final long START_MS = 1_700_000_000_000L;
    private static final long PRODUCER = 4001;
    private static final byte TOPIC = 2;
    private static final List<Codec> OLD_CODECS = List.of(Codec.NONE, Codec.GZIP, Codec.SNAPPY, Codec.LZ4);

    private final WireClient client;
    private String topic = "";
    private long clockMs = START_MS;
    private int batches;
    private int sequence;

    OldFormatsWriter(WireClient client) {
        this.client = client;
    }

    void writeAll() {
        Map<String, Map<String, String>> topics = new LinkedHashMap<>();
        for (String log : RecordedLogs.OLD) {
            Map<String, String> settings = new LinkedHashMap<>(RecordedLogs.SETTINGS);
            settings.put("message.format.version", VERSIONS.get(log.equals("format-1") ? 1 : 0));
            topics.put(log, settings);
        }
        topics.get("mixed").put("segment.bytes", "100000");
        WireTopic.createAll(client, topics);
        formatZero();
        formatOne();
        mixed();
    }

    private void formatZero() {
        topic = "format-0";
        converted();
        asOldProducersDo(0);
        converted();
    }

    private void formatOne() {
        topic = "format-1";
        converted();
        asOldProducersDo(1);
        set("message.timestamp.type", "LogAppendTime");
        Awaitility.await()
                .until(() -> batch(WireBatch.of(nextMs(), "by the clock")).logAppendTimeMs() >= 0);
        converted();
        asOldProducersDo(1);
    }

    /** All formats in one segment, there and back; transactions in the newest. */
    private void mixed() {
        topic = "mixed";
        converted();
        format(1);
        converted();
        format(2);
        converted();
        transaction(false);
        transaction(true);
        format(1);
        converted();
        format(2);
        transaction(false);
        format(0);
        converted();
        set("segment.bytes", "1000");
        format(2);
        converted();
        transactional();
    }

    /** Ends the segment, whatever the broker's protocol is. */
    static void writeMore(WireClient client, String log) {
        for (int i = 0; i < 3; i++) {
            WireBatch batch = WireBatch.of(START_MS, "filling ".repeat(80)).keys("filling");
            checked(WireTopic.named(client, log).produce(batch));
        }
    }

    /** What new producers send, which the broker brings into its format, under every codec that it has there. */
    private void converted() {
        for (Codec codec : OLD_CODECS) {
            set("compression.type", codec == Codec.NONE ? "uncompressed" : codec.label());
            Awaitility.await().pollInterval(Duration.ofMillis(20)).until(() -> {
                batch(batch());
                return newest().codecId() == codec.id();
            });
        }
        set("compression.type", "producer");
        Awaitility.await().pollInterval(Duration.ofMillis(20)).until(() -> {
            batch(batch());
            return newest().codecId() == 0;
        });
    }

    private WireBatch batch() {
        batches++;
        String[] values = new String[3];
        for (int i = 0; i < values.length; i++) {
            values[i] = topic + " " + batches + "." + i + " text".repeat(i * 4);
        }
        return WireBatch.of(nextMs(), values)
                .keys("a" + batches % 2, "b" + batches % 3, batches % 4 == 0 ? "" : "c" + batches % 11);
    }

    /** Messages and wrappers of old producers, with and without keys, and a tombstone. */
    private void asOldProducersDo(int format) {
        int version = format == 0 ? 1 : 2;
        produce(version, set(format));
        produce(
                version,
                set(format).wrapped(format == 0 ? 3 : 2, clockMs + 2, WireMessageSet.GZIP, Compressions::gzip));
        int checksum = format == 0 ? Compressions.BROKEN_LZ4_CHECKSUM : Compressions.RIGHT_LZ4_CHECKSUM;
        produce(version, set(format).wrapped(2, clockMs + 2, WireMessageSet.LZ4, Compressions.lz4(checksum)));
    }

    private WireMessageSet set(int format) {
        batches++;
        long timeMs = nextMs();
        return WireMessageSet.ofFormat(format)
                .keyed(0, timeMs, "a" + batches % 2, "old " + batches)
                .message(1, timeMs + 2, "no key " + batches)
                .keyed(2, timeMs + 1, "c" + batches % 11, batches % 2 == 0 ? null : "old and long ".repeat(5));
    }

    private void produce(int version, WireMessageSet set) {
        checked(WireTopic.named(client, topic)
                .produce(version, WireTopic.named(client, topic).production(-1, set.records())));
    }

    private PartitionProduceResponse batch(WireBatch batch) {
        return checked(WireTopic.named(client, topic).produce(batch));
    }

    private void transaction(boolean committed) {
        transactional();
        var request = new WriteTxnMarkersRequest()
                .markers(List.of(new WriteTxnMarkersRequest.WritableTxnMarker()
                        .producerId(PRODUCER)
                        .transactionResult(committed)
                        .topics(List.of(new WriteTxnMarkersRequest.WritableTxnMarkerTopic()
                                .name(topic)
                                .partitionIndexes(List.of(0))))));
        client.call(WriteTxnMarkersResponse.class, ApiKey.WRITE_TXN_MARKERS, 1, request);
    }

    private void transactional() {
        WireBatch batch =
                batch().attributes(RecordBatchFormat.TRANSACTIONAL_BIT).producer(PRODUCER, 0, sequence);
        sequence += 3;
        var wire = WireTopic.named(client, topic);
        checked(wire.produce(
                WireTopic.PRODUCE_VERSION,
                wire.production(-1, new RecordsBuffer(Unpooled.wrappedBuffer(batch.bytes())))
                        .transactionalId("old")));
    }

    private static PartitionProduceResponse checked(PartitionProduceResponse answer) {
        assertThat(ErrorCode.of(answer.errorCode())).as(answer.toString()).isEqualTo(ErrorCode.NONE);
        return answer;
    }

    private void format(int magic) {
        set("message.format.version", VERSIONS.get(magic));
        Awaitility.await().pollInterval(Duration.ofMillis(20)).until(() -> {
            batch(batch());
            return newest().magic() == magic;
        });
    }

    private RecordBatch newest() {
        long last = WireTopic.named(client, topic).offsetAt(-1).offset() - 1;
        List<byte[]> batches = WireTopic.named(client, topic).batches(last);
        return RecordBatch.at(Unpooled.wrappedBuffer(batches.get(batches.size() - 1)), 0);
    }

    private void set(String key, String value) {
        set(client, topic, key, value);
    }

    /** Changes a setting of a topic. */
    static void set(WireClient client, String topic, String key, String value) {
        var config =
                new IncrementalAlterConfigsRequest.AlterableConfig().name(key).value(value);
        var request = new IncrementalAlterConfigsRequest()
                .resources(List.of(new IncrementalAlterConfigsRequest.AlterConfigsResource()
                        .resourceType(TOPIC)
                        .resourceName(topic)
                        .configs(List.of(config))));
        var answer = client.call(IncrementalAlterConfigsResponse.class, ApiKey.INCREMENTAL_ALTER_CONFIGS, 1, request);
        assertThat(ErrorCode.of(answer.responses().get(0).errorCode())).isEqualTo(ErrorCode.NONE);
    }

    /** Times mostly rise, and now and then fall back. */
    private long nextMs() {
        clockMs += 1000;
        return clockMs % 7 == 0 ? clockMs - 5000 : clockMs;
    }
}
