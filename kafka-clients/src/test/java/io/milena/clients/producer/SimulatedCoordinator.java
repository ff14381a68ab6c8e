package io.milena.clients.producer;

import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.AddOffsetsToTxnResponse;
import io.milena.protocol.messages.AddPartitionsToTxnRequest;
import io.milena.protocol.messages.AddPartitionsToTxnResponse;
import io.milena.protocol.messages.AddPartitionsToTxnResponse.AddPartitionsToTxnPartitionResult;
import io.milena.protocol.messages.AddPartitionsToTxnResponse.AddPartitionsToTxnTopicResult;
import io.milena.protocol.messages.EndTxnRequest;
import io.milena.protocol.messages.EndTxnResponse;
import io.milena.protocol.messages.FindCoordinatorResponse;
import io.milena.protocol.messages.FindCoordinatorResponse.Coordinator;
import io.milena.protocol.messages.InitProducerIdRequest;
import io.milena.protocol.messages.InitProducerIdResponse;
import io.milena.protocol.messages.TxnOffsetCommitResponse;
import io.milena.protocol.messages.TxnOffsetCommitResponse.TxnOffsetCommitResponsePartition;
import io.milena.protocol.messages.TxnOffsetCommitResponse.TxnOffsetCommitResponseTopic;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A coordinator of transactions and groups that says yes, unless told otherwise, and keeps a journal. */
final class SimulatedCoordinator {

    private final List<String> journal = new ArrayList<>();
    private final Map<ApiKey, Queue<ErrorCode>> errors = new EnumMap<>(ApiKey.class);
    private short epoch = -1;

    SimulatedCoordinator(SimulatedCluster cluster) {
        cluster.on(
                ApiKey.FIND_COORDINATOR,
                sent -> new FindCoordinatorResponse()
                        .coordinators(List.of(
                                new Coordinator().nodeId(1).host("broker1").port(9092))));
        cluster.on(ApiKey.INIT_PRODUCER_ID, sent -> init((InitProducerIdRequest) sent.message()));
        cluster.on(ApiKey.ADD_PARTITIONS_TO_TXN, sent -> add((AddPartitionsToTxnRequest) sent.message()));
        cluster.on(ApiKey.ADD_OFFSETS_TO_TXN, sent -> {
            journal.add("offsets");
            return new AddOffsetsToTxnResponse().errorCode(error(ApiKey.ADD_OFFSETS_TO_TXN));
        });
        cluster.on(ApiKey.TXN_OFFSET_COMMIT, sent -> {
            journal.add("offset commit");
            var partition = new TxnOffsetCommitResponsePartition().errorCode(error(ApiKey.TXN_OFFSET_COMMIT));
            return new TxnOffsetCommitResponse()
                    .topics(List.of(
                            new TxnOffsetCommitResponseTopic().name("in").partitions(List.of(partition))));
        });
        cluster.on(ApiKey.END_TXN, sent -> end((EndTxnRequest) sent.message()));
    }

    /** Says this to the next requests of that API. */
    void next(ApiKey api, ErrorCode... codes) {
        errors.computeIfAbsent(api, any -> new ConcurrentLinkedQueue<>()).addAll(List.of(codes));
    }

    private short error(ApiKey api) {
        Queue<ErrorCode> queued = errors.get(api);
        ErrorCode code = queued == null ? null : queued.poll();
        return code == null ? 0 : code.code();
    }

    private Object init(InitProducerIdRequest request) {
        short error = error(ApiKey.INIT_PRODUCER_ID);
        if (error == 0) {
            epoch++;
            journal.add("init " + epoch);
        }
        return new InitProducerIdResponse().errorCode(error).producerId(9).producerEpoch(epoch);
    }

    private Object add(AddPartitionsToTxnRequest request) {
        short error = error(ApiKey.ADD_PARTITIONS_TO_TXN);
        List<AddPartitionsToTxnTopicResult> topics = new ArrayList<>();
        request.v3AndBelowTopics().forEach(topic -> {
            List<AddPartitionsToTxnPartitionResult> partitions = new ArrayList<>();
            for (int partition : topic.partitions()) {
                if (error == 0) {
                    journal.add("add " + new TopicPartition(topic.name(), partition));
                }
                partitions.add(new AddPartitionsToTxnPartitionResult()
                        .partitionIndex(partition)
                        .partitionErrorCode(error));
            }
            topics.add(new AddPartitionsToTxnTopicResult().name(topic.name()).resultsByPartition(partitions));
        });
        return new AddPartitionsToTxnResponse().resultsByTopicV3AndBelow(topics);
    }

    private Object end(EndTxnRequest request) {
        short error = error(ApiKey.END_TXN);
        if (error == 0) {
            journal.add(request.committed() ? "commit" : "abort");
        }
        return new EndTxnResponse().errorCode(error);
    }

    List<String> journal() {
        return journal;
    }
}
