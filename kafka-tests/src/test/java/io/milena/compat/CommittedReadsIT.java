package io.milena.compat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.FetchRequest;
import io.milena.protocol.messages.FetchResponse;
import io.milena.protocol.messages.ListOffsetsRequest;
import io.milena.protocol.messages.ListOffsetsResponse;
import io.milena.record.ControlMarker;
import io.milena.record.RecordValidation;
import io.milena.server.partition.Partition;
import io.milena.server.partition.ProduceOutcome;
import io.milena.server.partition.ProduceTerms;
import io.milena.server.partition.RequiredAcks;
import io.milena.storage.AppendTerms.Origin;
import io.milena.testkit.GatedBroker;
import io.milena.testkit.WireBatch;
import io.milena.testkit.WireClient;
import io.milena.testkit.WireTopic;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Readers of committed records on real sockets, of a log with transactions that are committed, aborted and open. What
 * a coordinator would write is written through the partition's own door.
 */
class CommittedReadsIT {

    private static final int LARGE = 1 << 20;
    private static final int READ_COMMITTED = 1;
    private static final int LATEST = -1;
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final short EPOCH = 0;

    @TempDir
    private Path root;

    private GatedBroker broker;
    private Partition partition;
    private WireClient client;
    private WireTopic topic;

    @BeforeEach
    void begin() {
        broker = new GatedBroker(root, 1);
        partition = broker.lead("money", Map.of());
        client = broker.connect(PATIENCE);
        topic = WireTopic.named(client, "money");
    }

    @AfterEach
    void end() {
        client.close();
        broker.close();
    }

    private void append(ByteBuf records, Origin origin) {
        var terms = new ProduceTerms(RequiredAcks.LEADER, origin, RecordValidation.FULL, (nanos, bytes) -> {});
        ProduceOutcome outcome = partition.append(records, terms, null);
        records.release();
        assertThat(outcome).isInstanceOf(ProduceOutcome.Stored.class);
    }

    /** Two records of a transaction. */
    private void send(long producer, int sequence) {
        byte[] batch = WireBatch.now("one", "two")
                .attributes(WireBatch.TRANSACTIONAL)
                .producer(producer, EPOCH, sequence)
                .bytes();
        append(Unpooled.wrappedBuffer(batch), Origin.TRANSACTIONAL_CLIENT);
    }

    private void mark(long producer, ControlMarker.Type end) {
        var marker = new ControlMarker(end, 0);
        append(
                marker.toBatch(UnpooledByteBufAllocator.DEFAULT, producer, EPOCH, System.currentTimeMillis()),
                Origin.COORDINATOR);
    }

    private FetchRequest committedFrom(long offset, Duration wait) {
        return WireTopic.fetching(LARGE, topic.from(offset, LARGE))
                .isolationLevel((byte) READ_COMMITTED)
                .minBytes(1)
                .maxWaitMs((int) wait.toMillis());
    }

    private FetchResponse.PartitionData read(int version, long offset) {
        var response = client.call(FetchResponse.class, ApiKey.FETCH, version, committedFrom(offset, Duration.ZERO));
        FetchResponse.PartitionData data =
                response.responses().get(0).partitions().get(0);
        assertThat(ErrorCode.of(data.errorCode())).isEqualTo(ErrorCode.NONE);
        return data;
    }

    private static long endOf(FetchResponse.PartitionData data) {
        List<byte[]> batches = WireTopic.batchesIn(data);
        byte[] last = batches.get(batches.size() - 1);
        ByteBuf header = Unpooled.wrappedBuffer(last);
        return header.getLong(0) + header.getInt(23) + 1;
    }

    private long latestCommitted() {
        var request = new ListOffsetsRequest()
                .replicaId(-1)
                .isolationLevel((byte) READ_COMMITTED)
                .topics(List.of(new ListOffsetsRequest.ListOffsetsTopic()
                        .name("money")
                        .partitions(List.of(new ListOffsetsRequest.ListOffsetsPartition()
                                .partitionIndex(0)
                                .currentLeaderEpoch(-1)
                                .timestamp(LATEST)))));
        return client.call(ListOffsetsResponse.class, ApiKey.LIST_OFFSETS, 7, request)
                .topics()
                .get(0)
                .partitions()
                .get(0)
                .offset();
    }

    /** 0-1 committed by 7, 2 its marker; 3-4 aborted by 8, 5 its marker; 6-7 open by 9; 8 a plain record. */
    private void threeTransactions() {
        send(7, 0);
        mark(7, ControlMarker.Type.COMMIT);
        send(8, 0);
        mark(8, ControlMarker.Type.ABORT);
        send(9, 0);
        assertThat(topic.produce(WireBatch.now("plain")).baseOffset()).isEqualTo(8);
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 11, 12})
    void nothingBehindAnOpenTransactionIsReadAndWhatWasAbortedIsNamed(int version) {
        threeTransactions();

        FetchResponse.PartitionData data = read(version, 0);

        assertThat(endOf(data)).isEqualTo(6);
        assertThat(data.lastStableOffset()).isEqualTo(6);
        assertThat(data.highWatermark()).isEqualTo(9);
        assertThat(data.abortedTransactions())
                .extracting(FetchResponse.AbortedTransaction::producerId, FetchResponse.AbortedTransaction::firstOffset)
                .containsExactly(tuple(8L, 3L));
        assertThat(latestCommitted()).isEqualTo(6);
        assertThat(endOf(topic.fetch(version, 0))).as("uncommitted").isEqualTo(9);
        assertThat(topic.fetch(version, 0).abortedTransactions()).isNullOrEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"COMMIT", "ABORT"})
    void theEndOfATransactionWakesWhoWaitsForIt(String how) {
        threeTransactions();
        client.send(ApiKey.FETCH, 12, committedFrom(6, PATIENCE));
        try (var other = broker.connect(PATIENCE)) {
            assertThat(WireTopic.named(other, "money")
                            .produce(WireBatch.now("more"))
                            .baseOffset())
                    .isEqualTo(9);
        }

        mark(9, ControlMarker.Type.valueOf(how));
        var response = client.receive(FetchResponse.class, ApiKey.FETCH, 12);

        FetchResponse.PartitionData data =
                response.responses().get(0).partitions().get(0);
        assertThat(endOf(data)).isEqualTo(11);
        assertThat(data.lastStableOffset()).isEqualTo(11);
        boolean isAborted = how.equals("ABORT");
        assertThat(
                        data.abortedTransactions() == null
                                ? 0
                                : data.abortedTransactions().size())
                .isEqualTo(isAborted ? 1 : 0);
        assertThat(latestCommitted()).isEqualTo(11);
    }

    @Test
    void aReaderInTheMiddleOfAnAbortedTransactionHearsWhereItBegan() {
        threeTransactions();

        FetchResponse.PartitionData data = read(12, 4);

        assertThat(data.abortedTransactions())
                .extracting(FetchResponse.AbortedTransaction::producerId, FetchResponse.AbortedTransaction::firstOffset)
                .containsExactly(tuple(8L, 3L));
        assertThat(read(12, 0).abortedTransactions()).hasSize(1);
    }
}
