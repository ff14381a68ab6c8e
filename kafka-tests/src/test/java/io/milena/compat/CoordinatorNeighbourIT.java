package io.milena.compat;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.DescribeGroupsRequest;
import io.milena.protocol.messages.DescribeGroupsResponse;
import io.milena.protocol.messages.OffsetCommitRequest;
import io.milena.protocol.messages.OffsetCommitRequest.OffsetCommitRequestPartition;
import io.milena.protocol.messages.OffsetCommitRequest.OffsetCommitRequestTopic;
import io.milena.protocol.messages.OffsetCommitResponse;
import io.milena.protocol.messages.OffsetFetchRequest;
import io.milena.protocol.messages.OffsetFetchRequest.OffsetFetchRequestGroup;
import io.milena.protocol.messages.OffsetFetchResponse;
import io.milena.protocol.messages.WriteTxnMarkersRequest;
import io.milena.protocol.messages.WriteTxnMarkersRequest.WritableTxnMarker;
import io.milena.protocol.messages.WriteTxnMarkersRequest.WritableTxnMarkerTopic;
import io.milena.protocol.messages.WriteTxnMarkersResponse;
import io.milena.testkit.BrokerProcess;
import io.milena.testkit.WireClient;
import io.milena.testkit.WireTransaction;
import io.milena.testkit.WireTransaction.Producer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Peers that have a coordinator write what no log can hold, or write to its log themselves: they are refused, and
 * whoever else is kept in the same place is answered at once as if nothing had happened.
 */
class CoordinatorNeighbourIT extends WireSuite {

    private static final int OFFSETS_PARTITIONS = 50;
    private static final String OFFSETS = "__consumer_offsets";
    private static final String TRANSACTIONS = "__transaction_state";

    /** Ids of 12,000 bytes that are no UTF-8 are three times as long when they are written. */
    @ParameterizedTest
    @ValueSource(ints = {12_000, Short.MAX_VALUE})
    void aGroupIdThatNoRecordCanHoldIsRefusedAlone(int bytes) {
        String topic = newTopic().name();
        byte[] groupId = new byte[bytes];
        Arrays.fill(groupId, (byte) 0xff);
        String neighbour = inPlaceOf(new String(groupId, StandardCharsets.UTF_8));
        settle(neighbour, topic);

        try (var peer = WireClient.connect(broker.address())) {
            peer.sendBody(ApiKey.OFFSET_COMMIT, 2, commitBody(groupId, topic, 1));
            if (BrokerProcess.REFERENCE) {
                peer.receiveFrame();
            } else {
                assertThat(peer.isClosedByBroker()).isTrue();
            }
        }

        assertThat(commit(neighbour, topic, 2)).isEqualTo(ErrorCode.NONE);
    }

    @Test
    void aCommitOfMoreThanAnyMemoryHoldsIsRefusedAlone() {
        Assumptions.assumeFalse(BrokerProcess.REFERENCE, "which commits a partition that is named again but once");
        String topic = newTopic().name();
        byte[] groupId = "g".repeat(30_000).getBytes(StandardCharsets.UTF_8);
        String neighbour = inPlaceOf("g".repeat(30_000));
        settle(neighbour, topic);

        client.sendBody(ApiKey.OFFSET_COMMIT, 2, commitBody(groupId, topic, 100_000));
        var told = client.receive(OffsetCommitResponse.class, ApiKey.OFFSET_COMMIT, 2);

        assertThat(told.topics().get(0).partitions())
                .hasSize(100_000)
                .allMatch(line -> line.errorCode() == ErrorCode.INVALID_COMMIT_OFFSET_SIZE.code());
        assertThat(commit(neighbour, topic, 2)).isEqualTo(ErrorCode.NONE);
    }

    @Test
    void whoAsksTheSameAgainAndAgainHearsItOnce() {
        Assumptions.assumeFalse(BrokerProcess.REFERENCE, "which answers each time");
        String group = newName();
        settle(group, newTopic().name());
        var ask = new OffsetFetchRequestGroup().groupId(group).topics(null);

        var offsets = client.call(
                OffsetFetchResponse.class,
                ApiKey.OFFSET_FETCH,
                8,
                new OffsetFetchRequest().groups(Collections.nCopies(100_000, ask)));
        var described = client.call(
                DescribeGroupsResponse.class,
                ApiKey.DESCRIBE_GROUPS,
                5,
                new DescribeGroupsRequest().groups(Collections.nCopies(100_000, group)));

        assertThat(offsets.groups()).hasSize(1);
        assertThat(described.groups()).hasSize(1);
    }

    private static String inPlaceOf(String groupId) {
        int place = Math.floorMod(placeOf(groupId), OFFSETS_PARTITIONS);
        return IntStream.range(0, Integer.MAX_VALUE)
                .mapToObj(i -> "neighbour " + i)
                .filter(name -> placeOf(name) == place)
                .findFirst()
                .orElseThrow();
    }

    private static int placeOf(String groupId) {
        return Math.abs(groupId.hashCode()) % OFFSETS_PARTITIONS;
    }

    /** OffsetCommit v2 of the same partition so many times. */
    private static byte[] commitBody(byte[] groupId, String topic, int times) {
        byte[] name = topic.getBytes(StandardCharsets.UTF_8);
        var body = ByteBuffer.allocate(100 + groupId.length + name.length + 14 * times);
        body.putShort((short) groupId.length).put(groupId);
        body.putInt(-1).putShort((short) 0).putLong(-1);
        body.putInt(1).putShort((short) name.length).put(name).putInt(times);
        for (int i = 0; i < times; i++) {
            body.putInt(0).putLong(i).putShort((short) 0);
        }
        return Arrays.copyOf(body.array(), body.position());
    }

    private void settle(String group, String topic) {
        WireTransaction.findCoordinator(client, group, WireTransaction.GROUP);
        Awaitility.await().until(() -> commit(group, topic, 1) == ErrorCode.NONE);
    }

    private ErrorCode commit(String group, String topic, long offset) {
        var line = new OffsetCommitRequestPartition().partitionIndex(0).committedOffset(offset);
        var request = new OffsetCommitRequest()
                .groupId(group)
                .topics(List.of(new OffsetCommitRequestTopic().name(topic).partitions(List.of(line))));
        var response = client.call(OffsetCommitResponse.class, ApiKey.OFFSET_COMMIT, 8, request);
        return ErrorCode.of(response.topics().get(0).partitions().get(0).errorCode());
    }

    @Test
    void noClientHasATopicOfTheCoordinatorsTakePartInItsTransaction() {
        String topic = newTopic().name();
        WireTransaction.findCoordinator(client, "any", WireTransaction.GROUP);
        var transaction = new WireTransaction(client, newName());
        Producer owner = transaction.own();

        for (String internal : List.of(TRANSACTIONS, OFFSETS)) {
            for (int version = 0; version <= WireTransaction.NEWEST_ADD; version++) {
                List<ErrorCode> told = transaction.add(
                        version, owner, List.of(WireTransaction.topic(topic, 0), WireTransaction.topic(internal, 0)));

                assertThat(told)
                        .containsExactlyInAnyOrder(
                                ErrorCode.OPERATION_NOT_ATTEMPTED, ErrorCode.TOPIC_AUTHORIZATION_FAILED);
            }
        }
        assertThat(transaction.describe().transactionState()).isEqualTo("Empty");
    }

    @Test
    void aMarkerForTheLogOfTransactionsIsRefused() {
        Assumptions.assumeFalse(BrokerProcess.REFERENCE, "which takes it");
        var transaction = new WireTransaction(client, newName());
        Producer owner = transaction.own();
        List<Integer> all = IntStream.range(0, OFFSETS_PARTITIONS).boxed().toList();
        var marker = new WritableTxnMarker()
                .producerId(owner.id())
                .producerEpoch(owner.epoch())
                .topics(List.of(new WritableTxnMarkerTopic().name(TRANSACTIONS).partitionIndexes(all)));

        var told = client.call(
                WriteTxnMarkersResponse.class,
                ApiKey.WRITE_TXN_MARKERS,
                1,
                new WriteTxnMarkersRequest().markers(List.of(marker)));

        assertThat(told.markers().get(0).topics().get(0).partitions())
                .allMatch(line -> line.errorCode() == ErrorCode.INVALID_TOPIC_EXCEPTION.code());
        assertThat(transaction.add(WireTransaction.NEWEST_ADD, owner, newTopic().name(), 0))
                .isEqualTo(ErrorCode.NONE);
    }
}
