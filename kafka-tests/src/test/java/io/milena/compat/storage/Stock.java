package io.milena.compat.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.RecordsBuffer;
import io.milena.protocol.messages.DeleteRecordsRequest;
import io.milena.protocol.messages.DeleteRecordsResponse;
import io.milena.protocol.messages.IncrementalAlterConfigsRequest;
import io.milena.protocol.messages.IncrementalAlterConfigsResponse;
import io.milena.protocol.messages.ProduceResponse;
import io.milena.record.BatchTerms;
import io.milena.record.ControlMarker;
import io.milena.record.RecordBatchBuilder;
import io.milena.record.RecordValidation;
import io.milena.record.compression.Codec;
import io.milena.record.compression.Compression;
import io.milena.record.compression.Compressor;
import io.milena.storage.AppendResult;
import io.milena.storage.AppendTerms;
import io.milena.storage.AppendTerms.Origin;
import io.milena.storage.Log;
import io.milena.testkit.WireBatch;
import io.milena.testkit.WireClient;
import io.milena.testkit.WireTopic;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;

/**
 * Topics that between them hold what a log can hold, and the producers that go on writing to them whoever the broker
 * is. Confined to the test's thread.
 */
final class Stock {

    static final String CODECS = "codecs";
    static final String TRANSACTIONS = "transactions";
    static final String IDEMPOTENT = "idempotent";
    static final String COMPACTED = "compacted";
    static final String SHORTENED = "shortened";
    static final String RETAINED = "retained";

    /** Transactions that our logs have taken without a broker. */
    static final String ENGINE = "engine";

    private static final String FORCED = "forced-";

    /**
     * Begins keys that come only once, so that compaction never leaves a segment without records: the reference stops
     * its look-up by time at such a segment, and finds nothing.
     */
    private static final String KEPT = "kept ";

    /** Recent enough that no producer is forgotten, and old enough that times stay in the past. */
    private static final long START_BEFORE_MS = 12 * 3_600_000;

    private static final long MINUTE_MS = 60_000;
    static final Map<String, String> SMALL = Map.of(
            "segment.bytes", "3000", "index.interval.bytes", "200", "retention.ms", "-1", "retention.bytes", "-1");
    private static final Map<String, String> COMPACT = Map.of(
            "segment.bytes", "1500",
            "index.interval.bytes", "200",
            "cleanup.policy", "compact",
            "min.cleanable.dirty.ratio", "0.01");
    private static final int BATCH_RECORDS = 4;

    private final List<String> topics;
    private final long idempotentId;
    private int sequence;
    private long lastOnce;
    private int compactedSequence;
    private long clockMs = System.currentTimeMillis() - START_BEFORE_MS;
    private int round;

    /** Has the broker make the topics. */
    Stock(WireClient client) {
        Map<String, Map<String, String>> settings = new LinkedHashMap<>();
        for (String name : List.of(CODECS, TRANSACTIONS, ENGINE, IDEMPOTENT, SHORTENED, RETAINED)) {
            settings.put(name, SMALL);
        }
        settings.put(COMPACTED, COMPACT);
        for (Codec codec : Codec.values()) {
            Map<String, String> forced = new LinkedHashMap<>(SMALL);
            forced.put("compression.type", codec == Codec.NONE ? "uncompressed" : codec.label());
            settings.put(FORCED + codec.label(), forced);
        }
        WireTopic.createAll(client, settings);
        topics = List.copyOf(settings.keySet());
        idempotentId = client.newProducerId();
    }

    List<String> topics() {
        return topics;
    }

    /** Appends to every topic but the one of transactions. */
    void write(WireClient client) {
        round++;
        for (int i = 0; i < 2; i++) {
            for (Codec codec : Codec.values()) {
                append(client, CODECS, codec, BatchTerms.PLAIN, values(codec.label()));
                append(client, FORCED + codec.label(), Codec.LZ4, BatchTerms.PLAIN, values("forced"));
            }
        }
        for (int i = 0; i < 8; i++) {
            append(client, SHORTENED, Codec.NONE, BatchTerms.PLAIN, values("short"));
            append(client, RETAINED, Codec.NONE, BatchTerms.PLAIN, values("kept"));
            continueIdempotent(client);
            compacted(client, i);
        }
    }

    private void compacted(WireClient client, int i) {
        var terms = BatchTerms.PLAIN.withProducer(idempotentId, (short) 0, compactedSequence);
        String[] values = values("new");
        values[0] = i % 2 == 0 ? KEPT + compactedSequence : values[0];
        values[1] = i == 2 ? "" : values[1];
        append(client, COMPACTED, Codec.values()[i % 5], terms, values);
        compactedSequence += BATCH_RECORDS;
    }

    /** The producer sends its next batch; the one before again, whose first offset it is told; and one after a gap. */
    private void continueIdempotent(WireClient client) {
        BatchTerms terms = BatchTerms.PLAIN.withProducer(idempotentId, (short) 0, sequence);
        String[] values = values("once");
        lastOnce = append(client, IDEMPOTENT, Codec.SNAPPY, terms, values);

        long repeated = append(client, IDEMPOTENT, Codec.SNAPPY, terms, values);
        BatchTerms behindGap = BatchTerms.PLAIN.withProducer(idempotentId, (short) 0, sequence + BATCH_RECORDS + 1);
        var refused = answer(client, IDEMPOTENT, batch(Codec.NONE, behindGap, values));

        assertThat(repeated).isEqualTo(lastOnce);
        assertThat(ErrorCode.of(refused.errorCode())).isEqualTo(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER);
        sequence += BATCH_RECORDS;
    }

    /** The batch that the producer of {@link #IDEMPOTENT} sent last comes again, perhaps to another broker. */
    void repeatLast(WireClient client) {
        var terms = BatchTerms.PLAIN.withProducer(idempotentId, (short) 0, sequence - BATCH_RECORDS);
        assertThat(append(client, IDEMPOTENT, Codec.SNAPPY, terms, values("once")))
                .isEqualTo(lastOnce);
    }

    /** Committed, aborted and committed again, with plain records between, over several segments. */
    void writeTransactions(WireClient client, TransactionalProducer one, TransactionalProducer other) {
        for (int i = 0; i < 6; i++) {
            one.begin(client);
            one.send(client, wire("one"), 2);
            other.begin(client);
            other.send(client, wire("other"), 2);
            append(client, TRANSACTIONS, Codec.NONE, BatchTerms.PLAIN, values("between"));
            one.send(client, wire("one"), 2);
            if (i % 2 == 0) {
                one.abort(client);
                other.commit(client);
            } else {
                other.abort(client);
                one.commit(client);
            }
        }
        one.retire(client);
        other.retire(client);
    }

    /** A transaction begins, and records of others come behind it. */
    void leaveOpen(WireClient client, TransactionalProducer producer) {
        producer.begin(client);
        producer.send(client, wire("open"), 2);
        append(client, TRANSACTIONS, Codec.NONE, BatchTerms.PLAIN, values("behind"));
    }

    /** Transactions straight into the log, ended well and badly, over several segments; one stays open. */
    void writeTransactions(Log log) {
        for (int i = 0; i < 8; i++) {
            long producer = 9000 + i % 3;
            var terms = BatchTerms.PLAIN.withProducer(producer, (short) 0, i / 3 * BATCH_RECORDS);
            append(
                    log,
                    batch(Codec.values()[i % 5], terms.transactional(), values("in the log")),
                    Origin.TRANSACTIONAL_CLIENT);
            if (i < 7) {
                var type = i % 2 == 0 ? ControlMarker.Type.ABORT : ControlMarker.Type.COMMIT;
                ByteBuf marker = new ControlMarker(type, 7)
                        .toBatch(UnpooledByteBufAllocator.DEFAULT, producer, (short) 0, nextMs());
                append(log, marker, Origin.COORDINATOR);
            }
        }
    }

    private static void append(Log log, ByteBuf batch, Origin origin) {
        var terms = new AppendTerms(
                Math.max(0, log.latestEpoch()), System.currentTimeMillis(), origin, RecordValidation.FULL);
        assertThat(log.appendAsLeader(batch, terms)).isInstanceOf(AppendResult.Appended.class);
        batch.release();
    }

    private WireBatch wire(String text) {
        return WireBatch.of(nextMs(), text + " a", text + " b");
    }

    /** Has the broker delete what lies in the middle of a segment, and before. */
    void shorten(WireClient client) {
        var request = new DeleteRecordsRequest()
                .timeoutMs(10_000)
                .topics(List.of(new DeleteRecordsRequest.DeleteRecordsTopic()
                        .name(SHORTENED)
                        .partitions(List.of(new DeleteRecordsRequest.DeleteRecordsPartition()
                                .partitionIndex(0)
                                .offset(25)))));
        var answer = client.call(DeleteRecordsResponse.class, ApiKey.DELETE_RECORDS, 1, request)
                .topics()
                .get(0)
                .partitions()
                .get(0);
        assertThat(answer.lowWatermark()).isEqualTo(25);
    }

    /** Lets retention take most of a topic, and waits until it did. */
    void retain(WireClient client) {
        var config = new IncrementalAlterConfigsRequest.AlterableConfig()
                .name("retention.bytes")
                .value("1000");
        var request = new IncrementalAlterConfigsRequest()
                .resources(List.of(new IncrementalAlterConfigsRequest.AlterConfigsResource()
                        .resourceType((byte) 2)
                        .resourceName(RETAINED)
                        .configs(List.of(config))));
        var answer = client.call(IncrementalAlterConfigsResponse.class, ApiKey.INCREMENTAL_ALTER_CONFIGS, 1, request);
        assertThat(ErrorCode.of(answer.responses().get(0).errorCode())).isEqualTo(ErrorCode.NONE);
        Awaitility.await("retention")
                .pollInterval(Duration.ofMillis(100))
                .until(() -> WireTopic.named(client, RETAINED).offsetAt(-2).offset() > 0);
    }

    private long append(WireClient client, String topic, Codec codec, BatchTerms terms, String... values) {
        ProduceResponse.PartitionProduceResponse answer = answer(client, topic, batch(codec, terms, values));
        assertThat(ErrorCode.of(answer.errorCode())).as(topic + ": " + answer).isEqualTo(ErrorCode.NONE);
        return answer.baseOffset();
    }

    private static ProduceResponse.PartitionProduceResponse answer(WireClient client, String topic, ByteBuf batch) {
        var wire = WireTopic.named(client, topic);
        return wire.produce(WireTopic.PRODUCE_VERSION, wire.production(-1, new RecordsBuffer(batch)));
    }

    private String[] values(String text) {
        String[] values = new String[BATCH_RECORDS];
        for (int i = 0; i < values.length; i++) {
            values[i] = text + " " + round + "." + i + " " + "and so on ".repeat(i * 3);
        }
        return values;
    }

    /** Records with keys a, b, c and d; one that is to be kept has its own, an empty value makes a tombstone for t. */
    private ByteBuf batch(Codec codec, BatchTerms terms, String... values) {
        long timeMs = nextMs();
        try (var builder = new RecordBatchBuilder(UnpooledByteBufAllocator.DEFAULT, Compression.of(codec), terms, 512);
                var compressor = new Compressor(UnpooledByteBufAllocator.DEFAULT)) {
            for (int i = 0; i < values.length; i++) {
                byte[] value = values[i].isEmpty() ? null : values[i].getBytes(StandardCharsets.UTF_8);
                builder.append(timeMs - i * MINUTE_MS / 3, key(i, values[i]), value, List.of());
            }
            ByteBuf sealed = builder.seal(compressor);
            ByteBuf onHeap = Unpooled.copiedBuffer(sealed);
            sealed.release();
            return onHeap;
        }
    }

    private static byte[] key(int index, String value) {
        if (value.startsWith(KEPT)) {
            return value.getBytes(StandardCharsets.UTF_8);
        }
        return new byte[] {(byte) (value.isEmpty() ? 't' : 'a' + index)};
    }

    /** Times mostly rise, and now and then fall back. */
    private long nextMs() {
        clockMs += MINUTE_MS;
        return clockMs % 7 == 0 ? clockMs - 5 * MINUTE_MS : clockMs;
    }
}
