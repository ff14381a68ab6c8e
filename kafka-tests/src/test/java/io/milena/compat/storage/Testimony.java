package io.milena.compat.storage;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.RecordsBuffer;
import io.milena.protocol.messages.FetchRequest;
import io.milena.protocol.messages.FetchResponse;
import io.milena.protocol.messages.FetchResponse.PartitionData;
import io.milena.protocol.messages.ListOffsetsRequest;
import io.milena.protocol.messages.ListOffsetsResponse;
import io.milena.protocol.messages.OffsetForLeaderEpochRequest;
import io.milena.protocol.messages.OffsetForLeaderEpochResponse;
import io.milena.record.RecordBatch;
import io.milena.testkit.WireClient;
import io.milena.testkit.WireTopic;
import io.netty.buffer.Unpooled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.zip.CRC32C;
import org.awaitility.Awaitility;

/**
 * All that a client can learn about the only partition of a topic, line by line: every batch byte for byte, both views
 * of isolation from every batch on, offsets by many times, ends of leader epochs. Two brokers that have the same log
 * say the same. Confined to the test's thread.
 */
final class Testimony {

    private static final int LIST_OFFSETS_VERSION = 7;
    private static final int EPOCHS_VERSION = 3;
    private static final byte UNCOMMITTED = 0;
    private static final byte COMMITTED = 1;
    private static final long LATEST = -1;
    private static final long EARLIEST = -2;
    private static final long NEWEST = -3;

    private final WireClient client;
    private final String topic;
    private final List<String> lines = new ArrayList<>();
    private final SortedSet<Long> times = new TreeSet<>(List.of(0L, 1L));
    private long start;
    private int latestEpoch = -1;

    private Testimony(WireClient client, String topic) {
        this.client = client;
        this.topic = topic;
    }

    /** Asks the broker, which may still be on its way to lead the partition. */
    static List<String> of(WireClient client, String topic) {
        var testimony = new Testimony(client, topic);
        Awaitility.await(topic).pollInterval(Duration.ofMillis(50)).until(testimony::isServed);
        testimony.ends();
        testimony.batches();
        testimony.times();
        testimony.epochs();
        return testimony.lines;
    }

    /** The lines that only one of two testimonies has. */
    static List<String> differences(List<String> before, List<String> after) {
        List<String> differences = new ArrayList<>();
        before.stream()
                .filter(line -> !after.contains(line))
                .map(line -> "before: " + line)
                .forEach(differences::add);
        after.stream()
                .filter(line -> !before.contains(line))
                .map(line -> "after: " + line)
                .forEach(differences::add);
        if (differences.isEmpty() && !before.equals(after)) {
            differences.add("the same lines in another order");
        }
        return differences;
    }

    /** A broker learns from one request that it leads, and from another that there is such a topic. */
    private boolean isServed() {
        var earliest = find(EARLIEST, UNCOMMITTED);
        start = earliest.offset();
        return earliest.errorCode() == ErrorCode.NONE.code()
                && ask(start, UNCOMMITTED).errorCode() == ErrorCode.NONE.code();
    }

    private void ends() {
        lines.add(topic + ": from " + start + " to "
                + find(LATEST, UNCOMMITTED).offset() + ", committed to "
                + find(LATEST, COMMITTED).offset());
    }

    private void batches() {
        long offset = start;
        while (true) {
            PartitionData fetched = fetch(offset, UNCOMMITTED);
            List<byte[]> batches = WireTopic.batchesIn(fetched);
            if (batches.isEmpty()) {
                return;
            }
            for (byte[] bytes : batches) {
                var batch = RecordBatch.at(Unpooled.wrappedBuffer(bytes), 0);
                lines.add(describe(batch, bytes));
                committedView(batch.baseOffset());
                note(batch);
                offset = batch.nextOffset();
            }
        }
    }

    private String describe(RecordBatch batch, byte[] bytes) {
        var hash = new CRC32C();
        hash.update(bytes);
        return "%s %s, attributes %d, %d records, producer %d/%d from %d, times %d..%d, hash %08x"
                .formatted(
                        topic,
                        batch,
                        batch.attributes(),
                        batch.recordCount(),
                        batch.producerId(),
                        batch.producerEpoch(),
                        batch.baseSequence(),
                        batch.baseTimestamp(),
                        batch.maxTimestamp(),
                        hash.getValue());
    }

    /** How far a reader of committed records gets from there, and what it is told to leave out. */
    private void committedView(long from) {
        PartitionData fetched = fetch(Math.max(from, start), COMMITTED);
        List<byte[]> batches = WireTopic.batchesIn(fetched);
        long end = batches.isEmpty()
                ? from
                : RecordBatch.at(Unpooled.wrappedBuffer(batches.get(batches.size() - 1)), 0)
                        .nextOffset();
        List<FetchResponse.AbortedTransaction> aborted = fetched.abortedTransactions();
        List<String> leftOut = aborted == null
                ? List.of()
                : aborted.stream()
                        .map(each -> each.producerId() + " from " + each.firstOffset())
                        .sorted()
                        .toList();
        lines.add(topic + " committed from " + from + " to " + end + " of " + fetched.lastStableOffset() + ", aborted "
                + leftOut);
    }

    private void note(RecordBatch batch) {
        latestEpoch = Math.max(latestEpoch, batch.partitionLeaderEpoch());
        for (long time : new long[] {batch.baseTimestamp(), batch.maxTimestamp()}) {
            times.addAll(List.of(Math.max(0, time - 1), Math.max(0, time), time + 1));
        }
    }

    private void times() {
        lines.add(topic + " newest: " + text(find(NEWEST, UNCOMMITTED)));
        for (long time : times) {
            lines.add(topic + " at " + time + ": " + text(find(time, UNCOMMITTED)) + ", committed "
                    + text(find(time, COMMITTED)));
        }
    }

    private static String text(ListOffsetsResponse.ListOffsetsPartitionResponse found) {
        return ErrorCode.of(found.errorCode()) + " " + found.offset() + " at " + found.timestamp() + " epoch "
                + found.leaderEpoch();
    }

    private void epochs() {
        for (int epoch = 0; epoch <= latestEpoch; epoch++) {
            var request = new OffsetForLeaderEpochRequest()
                    .replicaId(-1)
                    .topics(List.of(new OffsetForLeaderEpochRequest.OffsetForLeaderTopic()
                            .topic(topic)
                            .partitions(List.of(new OffsetForLeaderEpochRequest.OffsetForLeaderPartition()
                                    .partition(0)
                                    .leaderEpoch(epoch)))));
            var end = client.call(
                            OffsetForLeaderEpochResponse.class, ApiKey.OFFSET_FOR_LEADER_EPOCH, EPOCHS_VERSION, request)
                    .topics()
                    .get(0)
                    .partitions()
                    .get(0);
            lines.add(topic + " epoch " + epoch + ": " + ErrorCode.of(end.errorCode()) + " " + end.leaderEpoch()
                    + " to " + end.endOffset());
        }
    }

    private PartitionData fetch(long offset, byte isolation) {
        PartitionData fetched = ask(offset, isolation);
        if (fetched.errorCode() != ErrorCode.NONE.code()) {
            throw new AssertionError(topic + " from " + offset + ": " + fetched);
        }
        return fetched.records() == null ? fetched.records(new RecordsBuffer(Unpooled.EMPTY_BUFFER)) : fetched;
    }

    private PartitionData ask(long offset, byte isolation) {
        FetchRequest request = WireTopic.fetching(
                        WireTopic.LARGE, WireTopic.named(client, topic).from(offset, WireTopic.LARGE))
                .isolationLevel(isolation);
        return client.call(FetchResponse.class, ApiKey.FETCH, WireTopic.FETCH_VERSION, request)
                .responses()
                .get(0)
                .partitions()
                .get(0);
    }

    private ListOffsetsResponse.ListOffsetsPartitionResponse find(long timestamp, byte isolation) {
        var request = new ListOffsetsRequest()
                .replicaId(-1)
                .isolationLevel(isolation)
                .topics(List.of(new ListOffsetsRequest.ListOffsetsTopic()
                        .name(topic)
                        .partitions(List.of(new ListOffsetsRequest.ListOffsetsPartition()
                                .partitionIndex(0)
                                .currentLeaderEpoch(-1)
                                .timestamp(timestamp)))));
        return client.call(ListOffsetsResponse.class, ApiKey.LIST_OFFSETS, LIST_OFFSETS_VERSION, request)
                .topics()
                .get(0)
                .partitions()
                .get(0);
    }
}
