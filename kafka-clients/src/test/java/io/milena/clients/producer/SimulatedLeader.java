package io.milena.clients.producer;

import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.milena.common.errors.DisconnectException;
import io.milena.common.errors.ErrorCode;
import io.milena.protocol.RecordsBuffer;
import io.milena.protocol.messages.InitProducerIdResponse;
import io.milena.protocol.messages.ProduceRequest;
import io.milena.protocol.messages.ProduceRequest.PartitionProduceData;
import io.milena.protocol.messages.ProduceRequest.TopicProduceData;
import io.milena.protocol.messages.ProduceResponse;
import io.milena.protocol.messages.ProduceResponse.PartitionProduceResponse;
import io.milena.protocol.messages.ProduceResponse.TopicProduceResponse;
import io.milena.record.RecordBatch;
import io.milena.testing.LeaderLog;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Appends batches as a leader does: checks epochs and sequences, keeps the values, remembers the last five batches. */
final class SimulatedLeader {

    private final Map<TopicPartition, LeaderLog> logs = new HashMap<>();
    private final Map<Uuid, String> names = new HashMap<>();
    private Fault fault = (partition, batch) -> Fate.APPEND;
    private int mostRecords = Integer.MAX_VALUE;
    private int requests;
    private int batches;
    private int transactional;

    /** What a broker, or the way there and back, does to a batch. */
    enum Fate {
        APPEND,
        REFUSE_FOR_NOW,
        APPEND_AND_TIME_OUT,
        LOSE,
        APPEND_AND_LOSE
    }

    /** Decides it. */
    @FunctionalInterface
    interface Fault {
        Fate of(TopicPartition partition, RecordBatch batch);
    }

    void knows(String topic) {
        names.put(new Uuid(1, topic.hashCode()), topic);
    }

    void fault(Fault newFault) {
        fault = newFault;
    }

    /** Batches with more are too large. */
    void mostRecords(int most) {
        mostRecords = most;
    }

    List<String> values(TopicPartition partition) {
        return logs.containsKey(partition) ? logs.get(partition).values() : List.of();
    }

    int requests() {
        return requests;
    }

    int batches() {
        return batches;
    }

    int transactionalBatches() {
        return transactional;
    }

    static InitProducerIdResponse newId(SimulatedCluster.Sent sent) {
        return new InitProducerIdResponse().producerId(7).producerEpoch((short) 0);
    }

    Object produce(SimulatedCluster.Sent sent) {
        requests++;
        var request = (ProduceRequest) sent.message();
        List<TopicProduceResponse> topics = new ArrayList<>();
        boolean lost = false;
        for (TopicProduceData topic : request.topicData()) {
            String name = sent.version() >= 13 ? names.get(topic.topicId()) : topic.name();
            List<PartitionProduceResponse> partitions = new ArrayList<>();
            for (PartitionProduceData data : topic.partitionData()) {
                PartitionProduceResponse answer = produce(new TopicPartition(name, data.index()), data);
                lost |= answer == null;
                partitions.add(answer == null ? new PartitionProduceResponse() : answer);
            }
            topics.add(new TopicProduceResponse()
                    .name(topic.name())
                    .topicId(topic.topicId())
                    .partitionResponses(partitions));
        }
        return lost ? new DisconnectException("lost") : new ProduceResponse().responses(topics);
    }

    private @Nullable PartitionProduceResponse produce(TopicPartition partition, PartitionProduceData data) {
        ByteBuf bytes = ((RecordsBuffer) data.records()).content();
        var answer = new PartitionProduceResponse().index(partition.partition());
        RecordBatch batch = RecordBatch.at(bytes, bytes.readerIndex());
        batches++;
        transactional += batch.isTransactional() ? 1 : 0;
        return switch (fault.of(partition, batch)) {
            case APPEND -> append(partition, batch, answer);
            case REFUSE_FOR_NOW -> answer.errorCode(ErrorCode.NOT_LEADER_OR_FOLLOWER.code());
            case APPEND_AND_TIME_OUT -> {
                append(partition, batch, answer);
                yield answer.errorCode(ErrorCode.REQUEST_TIMED_OUT.code());
            }
            case LOSE -> null;
            case APPEND_AND_LOSE -> {
                append(partition, batch, answer);
                yield null;
            }
        };
    }

    private PartitionProduceResponse append(
            TopicPartition partition, RecordBatch batch, PartitionProduceResponse answer) {
        if (batch.recordCount() > mostRecords) {
            return answer.errorCode(ErrorCode.MESSAGE_TOO_LARGE.code());
        }
        var log = logs.computeIfAbsent(partition, any -> new LeaderLog());
        LeaderLog.Appended appended = log.append(batch);
        return answer.baseOffset(appended.baseOffset())
                .errorCode(appended.error().code());
    }
}
