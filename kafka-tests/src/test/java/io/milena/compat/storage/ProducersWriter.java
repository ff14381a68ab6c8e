package io.milena.compat.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.ProduceResponse.PartitionProduceResponse;
import io.milena.protocol.messages.WriteTxnMarkersRequest;
import io.milena.protocol.messages.WriteTxnMarkersResponse;
import io.milena.record.RecordBatchFormat;
import io.milena.testkit.WireBatch;
import io.milena.testkit.WireClient;
import io.milena.testkit.WireTopic;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Has a reference broker, which is not to verify transactions, write a log in which compaction meets whatever producers
 * can leave: last batches whose records are hidden, ends of transactions with and without data, tombstones among them.
 * Confined to the test's thread.
 */
final class ProducersWriter {

    static final String LOG = "producers";

    private static final long START_MS = 1_700_000_000_000L;

    private final WireClient client;
    private long clockMs = START_MS;

    ProducersWriter(WireClient client) {
        this.client = client;
    }

    void write() {
        WireTopic.create(client, LOG, RecordedLogs.SETTINGS);
        idempotent(1, 0, 0, "a", "b");
        idempotent(1, 0, 2, "a");
        idempotent(2, 0, 0, "a");
        idempotent(2, 1, 0, "b", "c");
        transactional(3, 0, "c", "d");
        commit(3);
        transactional(4, 0, "e", "kept of nobody");
        abort(4);
        transactional(5, 0, "f");
        commit(5);
        abort(6);
        tombstones("x", "g");
        transactional(8, 0, "h");
        abort(8);
        transactional(8, 1, "h");
        commit(8);
        transactional(9, 0, "i", "stays");
        transactional(9, 2, "i");
        commit(9);
        transactional(10, 0, "j");
        plain("between");
        transactional(10, 1, "j");
        commit(10);
        transactional(10, 2, "j", "k");
        abort(10);
        transactional(11, 0, "l");
        commit(11);
        commit(11);
        hide("a", "b", "c", "d", "h", "i", "j", "l");
        fill();
    }

    /** After the first compaction: hides more, so that a second one has something to do. */
    void writeMore() {
        hide("f", "g", "x");
        idempotent(2, 1, 2, "b");
        tombstones("y", "a");
        abort(5);
        fill();
    }

    private void idempotent(long id, int epoch, int sequence, String... keys) {
        checked(batch(keys).producer(id, epoch, sequence), null);
    }

    private void transactional(long id, int sequence, String... keys) {
        checked(batch(keys).producer(id, 0, sequence).attributes(RecordBatchFormat.TRANSACTIONAL_BIT), "transaction");
    }

    private void plain(String... keys) {
        checked(batch(keys), null);
    }

    private void hide(String... keys) {
        for (String key : keys) {
            plain(key, "hides");
        }
    }

    /** Ends the segment. */
    private void fill() {
        for (int i = 0; i < 3; i++) {
            checked(WireBatch.of(next(), "filling ".repeat(80)).keys("filling"), null);
        }
    }

    private void tombstones(String... keys) {
        checked(batch(keys).withoutValues(), null);
    }

    private WireBatch batch(String... keys) {
        String[] values = new String[keys.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = "value of " + keys[i];
        }
        return WireBatch.of(next(), values).keys(keys);
    }

    private long next() {
        clockMs += 1000;
        return clockMs;
    }

    private void checked(WireBatch batch, @Nullable String transactionalId) {
        var topic = WireTopic.named(client, LOG);
        PartitionProduceResponse answer = topic.produce(
                WireTopic.PRODUCE_VERSION, topic.production(-1, batch).transactionalId(transactionalId));
        assertThat(ErrorCode.of(answer.errorCode())).as(answer.toString()).isEqualTo(ErrorCode.NONE);
    }

    private void commit(long id) {
        end(id, true);
    }

    private void abort(long id) {
        end(id, false);
    }

    private void end(long id, boolean committed) {
        var request = new WriteTxnMarkersRequest()
                .markers(List.of(new WriteTxnMarkersRequest.WritableTxnMarker()
                        .producerId(id)
                        .transactionResult(committed)
                        .topics(List.of(new WriteTxnMarkersRequest.WritableTxnMarkerTopic()
                                .name(LOG)
                                .partitionIndexes(List.of(0))))));
        var answer = client.call(WriteTxnMarkersResponse.class, ApiKey.WRITE_TXN_MARKERS, 1, request);
        var partition = answer.markers().get(0).topics().get(0).partitions().get(0);
        assertThat(ErrorCode.of(partition.errorCode())).isEqualTo(ErrorCode.NONE);
    }
}
