package io.milena.testkit;

import io.milena.common.Uuid;
import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.RecordsBuffer;
import io.milena.protocol.messages.CreateTopicsRequest;
import io.milena.protocol.messages.CreateTopicsResponse;
import io.milena.protocol.messages.DeleteTopicsRequest;
import io.milena.protocol.messages.DeleteTopicsResponse;
import io.milena.protocol.messages.FetchRequest;
import io.milena.protocol.messages.FetchResponse;
import io.milena.protocol.messages.ListOffsetsRequest;
import io.milena.protocol.messages.ListOffsetsResponse;
import io.milena.protocol.messages.ProduceRequest;
import io.milena.protocol.messages.ProduceResponse;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A topic of one partition, used over one connection. Confined to the test's thread. */
public final class WireTopic {

    public static final int PRODUCE_VERSION = 9;
    public static final int FETCH_VERSION = 12;
    public static final int LARGE = 1 << 30;

    private static final int ADMIN_VERSION = 5;
    private static final int DELETE_VERSION = 4;
    private static final int LIST_OFFSETS_VERSION = 7;
    private static final int TIMEOUT_MS = 10_000;

    private final WireClient client;
    private final String name;

    private WireTopic(WireClient client, String name) {
        this.client = client;
        this.name = name;
    }

    /** One that is there, or will be. */
    public static WireTopic named(WireClient client, String name) {
        return new WireTopic(client, name);
    }

    /** Creates it, which must succeed. */
    public static WireTopic create(WireClient client, String name, Map<String, String> configs) {
        return createAll(client, Map.of(name, configs)).get(0);
    }

    /** Creates one per name, with the settings beside it, all by one request; they must succeed. */
    public static List<WireTopic> createAll(WireClient client, Map<String, Map<String, String>> configsByName) {
        List<CreateTopicsRequest.CreatableTopic> wanted = new ArrayList<>();
        configsByName.forEach(
                (name, configs) -> wanted.addAll(creation(name, configs).topics()));
        var request = new CreateTopicsRequest().timeoutMs(TIMEOUT_MS).topics(wanted);
        var response = client.call(CreateTopicsResponse.class, ApiKey.CREATE_TOPICS, ADMIN_VERSION, request);
        for (var topic : response.topics()) {
            if (topic.errorCode() != ErrorCode.NONE.code()) {
                throw new AssertionError("creating " + topic.name() + ": " + topic);
            }
        }
        return configsByName.keySet().stream()
                .map(name -> new WireTopic(client, name))
                .toList();
    }

    /** The same topic, over another connection. */
    public WireTopic over(WireClient other) {
        return new WireTopic(other, name);
    }

    public static CreateTopicsRequest creation(String name, Map<String, String> configs) {
        var wanted = configs.entrySet().stream()
                .map(config -> new CreateTopicsRequest.CreatableTopicConfig()
                        .name(config.getKey())
                        .value(config.getValue()))
                .toList();
        return new CreateTopicsRequest()
                .timeoutMs(TIMEOUT_MS)
                .topics(List.of(new CreateTopicsRequest.CreatableTopic()
                        .name(name)
                        .numPartitions(1)
                        .replicationFactor((short) 1)
                        .configs(wanted)));
    }

    public String name() {
        return name;
    }

    /** Deletes it, which must succeed. */
    public void delete() {
        var request = new DeleteTopicsRequest().timeoutMs(TIMEOUT_MS).topicNames(List.of(name));
        var response = client.call(DeleteTopicsResponse.class, ApiKey.DELETE_TOPICS, DELETE_VERSION, request);
        if (response.responses().get(0).errorCode() != ErrorCode.NONE.code()) {
            throw new AssertionError("deleting " + name + ": " + response);
        }
    }

    /** A request to append {@code batches}, one behind the other, to the partition. */
    public ProduceRequest production(int acks, WireBatch... batches) {
        var records = Unpooled.buffer();
        for (WireBatch batch : batches) {
            records.writeBytes(batch.bytes());
        }
        return production(acks, new RecordsBuffer(records));
    }

    /** A request to append what is in these bytes. */
    public ProduceRequest production(int acks, byte[] batches) {
        return production(acks, new RecordsBuffer(Unpooled.wrappedBuffer(batches)));
    }

    public ProduceRequest production(int acks, RecordsBuffer records) {
        return new ProduceRequest()
                .transactionalId(null)
                .acks((short) acks)
                .timeoutMs(TIMEOUT_MS)
                .topicData(List.of(new ProduceRequest.TopicProduceData()
                        .name(name)
                        .partitionData(List.of(new ProduceRequest.PartitionProduceData()
                                .index(0)
                                .records(records)))));
    }

    /** Produces with acks=all; what the broker says about the partition. */
    public ProduceResponse.PartitionProduceResponse produce(WireBatch... batches) {
        return produce(PRODUCE_VERSION, production(-1, batches));
    }

    /** Produces what is in these bytes with acks=all. */
    public ProduceResponse.PartitionProduceResponse produceBytes(byte[] batches) {
        return produce(PRODUCE_VERSION, production(-1, batches));
    }

    public ProduceResponse.PartitionProduceResponse produce(int version, ProduceRequest request) {
        return only(client.call(ProduceResponse.class, ApiKey.PRODUCE, version, request));
    }

    public static ProduceResponse.PartitionProduceResponse only(ProduceResponse response) {
        return response.responses().get(0).partitionResponses().get(0);
    }

    public FetchRequest.FetchTopic from(long offset, int maxBytes) {
        return new FetchRequest.FetchTopic()
                .topic(name)
                .partitions(List.of(new FetchRequest.FetchPartition()
                        .partition(0)
                        .fetchOffset(offset)
                        .partitionMaxBytes(maxBytes)));
    }

    /** A request outside any session that does not wait. */
    public static FetchRequest fetching(int maxBytes, FetchRequest.FetchTopic... topics) {
        return new FetchRequest()
                .replicaId(-1)
                .maxWaitMs(0)
                .minBytes(0)
                .maxBytes(maxBytes)
                .sessionEpoch(-1)
                .topics(List.of(topics));
    }

    public FetchResponse.PartitionData fetch(int version, long offset) {
        var response = client.call(FetchResponse.class, ApiKey.FETCH, version, fetching(LARGE, from(offset, LARGE)));
        return response.responses().get(0).partitions().get(0);
    }

    /** The batches from {@code offset} on, as they are stored. */
    public List<byte[]> batches(long offset) {
        return batchesIn(fetch(FETCH_VERSION, offset));
    }

    public static List<byte[]> batchesIn(FetchResponse.PartitionData partition) {
        var records = (RecordsBuffer) Objects.requireNonNull(partition.records(), partition.toString());
        return WireBatch.split(records.content());
    }

    /** ListOffsets for a timestamp or one of the special values. */
    public ListOffsetsResponse.ListOffsetsPartitionResponse offsetAt(long timestamp) {
        var request = new ListOffsetsRequest()
                .replicaId(-1)
                .topics(List.of(new ListOffsetsRequest.ListOffsetsTopic()
                        .name(name)
                        .partitions(List.of(new ListOffsetsRequest.ListOffsetsPartition()
                                .partitionIndex(0)
                                .currentLeaderEpoch(-1)
                                .timestamp(timestamp)))));
        var response = client.call(ListOffsetsResponse.class, ApiKey.LIST_OFFSETS, LIST_OFFSETS_VERSION, request);
        return response.topics().get(0).partitions().get(0);
    }

    /** No topic has this id. */
    public static Uuid noTopicId() {
        return new Uuid(1, 2);
    }
}
