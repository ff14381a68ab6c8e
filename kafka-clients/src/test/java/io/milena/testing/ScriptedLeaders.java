package io.milena.testing;

import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.RecordsBuffer;
import io.milena.protocol.messages.InitProducerIdResponse;
import io.milena.protocol.messages.ProduceRequest;
import io.milena.protocol.messages.ProduceRequest.PartitionProduceData;
import io.milena.protocol.messages.ProduceRequest.TopicProduceData;
import io.milena.protocol.messages.ProduceResponse;
import io.milena.protocol.messages.ProduceResponse.LeaderIdAndEpoch;
import io.milena.protocol.messages.ProduceResponse.NodeEndpoint;
import io.milena.protocol.messages.ProduceResponse.PartitionProduceResponse;
import io.milena.protocol.messages.ProduceResponse.TopicProduceResponse;
import io.milena.record.RecordBatch;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the brokers of a scripted cluster do with records: the leader of a partition appends them, in one log that
 * follows the leadership and the topic's id; others refuse them. Thread-safe.
 */
public final class ScriptedLeaders {

    private final ScriptedCluster cluster;
    private final Map<String, LeaderLog> logs = new HashMap<>();
    private final Map<Integer, Long> bytes = new HashMap<>();
    private int mostRecords = Integer.MAX_VALUE;

    /** Has all brokers of {@code cluster} append what is produced, and give out one producer id. */
    public ScriptedLeaders(ScriptedCluster cluster) {
        this.cluster = cluster;
        for (ScriptedBroker broker : cluster.brokers()) {
            broker.always(ApiKey.PRODUCE, appending(broker));
            broker.always(
                    ApiKey.INIT_PRODUCER_ID,
                    ScriptedStep.answer(exchange -> new InitProducerIdResponse().producerId(7)));
        }
    }

    /** Appends and answers, as a step of {@code broker}. */
    public ScriptedStep appending(ScriptedBroker broker) {
        return exchange -> answer(exchange, appended(broker, exchange));
    }

    /** Answers a produce request, unless it wants none. */
    public static void answer(ScriptedExchange exchange, ProduceResponse answer) throws IOException {
        if (exchange.request(ProduceRequest.class).acks() != 0) {
            exchange.answer(answer);
        }
    }

    /** Batches with more records are too large. */
    public synchronized void mostRecords(int most) {
        mostRecords = most;
    }

    /** Appends what {@code broker} leads; returns the answer, which is not sent. */
    public synchronized ProduceResponse appended(ScriptedBroker broker, ScriptedExchange exchange) {
        return each(exchange, (partition, data) -> appended(broker, partition, data));
    }

    /** As {@link #appended}, but batches of more bytes are too large. */
    public synchronized ProduceResponse appendedUpTo(ScriptedBroker broker, ScriptedExchange exchange, int mostBytes) {
        return each(
                exchange,
                (partition, data) -> ((RecordsBuffer) data.records()).content().readableBytes() > mostBytes
                        ? refusal(data, ErrorCode.MESSAGE_TOO_LARGE)
                        : appended(broker, partition, data));
    }

    /** An answer that appends nothing. */
    public ProduceResponse refused(ScriptedExchange exchange, ErrorCode error) {
        return each(exchange, (partition, data) -> refusal(data, error));
    }

    /** An answer that appends nothing and names the leader (KIP-951). */
    public ProduceResponse refusedNaming(ScriptedExchange exchange, ScriptedBroker leader, int leaderEpoch) {
        return each(
                        exchange,
                        (partition, data) -> refusal(data, ErrorCode.NOT_LEADER_OR_FOLLOWER)
                                .currentLeader(new LeaderIdAndEpoch()
                                        .leaderId(leader.id())
                                        .leaderEpoch(leaderEpoch)))
                .nodeEndpoints(List.of(
                        new NodeEndpoint().nodeId(leader.id()).host("127.0.0.1").port(leader.port())));
    }

    /** What is done with the batch of one partition. */
    private interface Part {
        PartitionProduceResponse answer(TopicPartition partition, PartitionProduceData data);
    }

    private ProduceResponse each(ScriptedExchange exchange, Part part) {
        List<TopicProduceResponse> topics = new ArrayList<>();
        for (TopicProduceData topic : exchange.request(ProduceRequest.class).topicData()) {
            String name = topic.name().isEmpty() ? cluster.nameOf(topic.topicId()) : topic.name();
            List<PartitionProduceResponse> partitions = new ArrayList<>();
            for (PartitionProduceData data : topic.partitionData()) {
                partitions.add(
                        name == null
                                ? refusal(data, ErrorCode.UNKNOWN_TOPIC_ID)
                                : part.answer(new TopicPartition(name, data.index()), data));
            }
            topics.add(new TopicProduceResponse()
                    .name(topic.name())
                    .topicId(topic.topicId())
                    .partitionResponses(partitions));
        }
        return new ProduceResponse().responses(topics);
    }

    private PartitionProduceResponse appended(
            ScriptedBroker broker, TopicPartition partition, PartitionProduceData data) {
        Uuid id = cluster.idOf(partition.topic());
        if (id.equals(Uuid.ZERO)) {
            return refusal(data, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION);
        }
        if (cluster.leaderOf(partition.topic(), partition.partition()) != broker.id()) {
            return refusal(data, ErrorCode.NOT_LEADER_OR_FOLLOWER);
        }
        ByteBuf records = ((RecordsBuffer) data.records()).content();
        RecordBatch batch = RecordBatch.at(records, records.readerIndex());
        if (batch.recordCount() > mostRecords) {
            return refusal(data, ErrorCode.MESSAGE_TOO_LARGE);
        }
        LeaderLog.Appended appended = log(partition).append(batch);
        bytes.merge(broker.id(), (long) batch.sizeBytes(), Long::sum);
        boolean isIn = appended.baseOffset() >= 0;
        return refusal(data, isIn ? ErrorCode.NONE : appended.error()).baseOffset(appended.baseOffset());
    }

    private static PartitionProduceResponse refusal(PartitionProduceData data, ErrorCode error) {
        return new PartitionProduceResponse().index(data.index()).errorCode(error.code());
    }

    private LeaderLog log(TopicPartition partition) {
        return logs.computeIfAbsent(
                cluster.idOf(partition.topic()) + "-" + partition.partition(), any -> new LeaderLog());
    }

    /** What a partition of the topic that now has this name holds, in the order of offsets. */
    public synchronized List<String> values(String topic, int partition) {
        return List.copyOf(log(new TopicPartition(topic, partition)).values());
    }

    /** Bytes of batches that a broker has appended. */
    public synchronized long bytesOf(ScriptedBroker broker) {
        return bytes.getOrDefault(broker.id(), 0L);
    }
}
