package io.milena.server.api;

import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.protocol.messages.AddPartitionsToTxnRequest;
import io.milena.protocol.messages.AddPartitionsToTxnRequest.AddPartitionsToTxnTopic;
import io.milena.protocol.messages.AddPartitionsToTxnRequest.AddPartitionsToTxnTransaction;
import io.milena.protocol.messages.AddPartitionsToTxnResponse;
import io.milena.protocol.messages.AddPartitionsToTxnResponse.AddPartitionsToTxnPartitionResult;
import io.milena.protocol.messages.AddPartitionsToTxnResponse.AddPartitionsToTxnResult;
import io.milena.protocol.messages.AddPartitionsToTxnResponse.AddPartitionsToTxnTopicResult;
import io.milena.server.coordinator.Gathering;
import io.milena.server.coordinator.TransactionCoordinator;
import io.milena.server.coordinator.state.Reply;
import io.milena.server.coordinator.state.TransactionalProducer;
import io.milena.server.coordinator.transaction.AddPartitionsAnswer;
import io.milena.server.coordinator.transaction.AddPartitionsAsk;
import io.milena.server.coordinator.transaction.AddPartitionsAsk.Mode;
import io.milena.server.metadata.ClusterImage;
import io.milena.server.metadata.ClusterView;
import io.milena.server.metadata.TopicImage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * AddPartitionsToTxn (key 24): partitions take part in a transaction from now on; brokers ask whether they do.
 *
 * <pre>
 * v1  throttled clients throttle themselves
 * v2  PRODUCER_FENCED
 * v3  flexible encoding
 * v4  many transactions at once, and those that are only asked about: between brokers (KIP-890)
 * v5  TRANSACTION_ABORTABLE, which Apache Kafka 3.9 tells in v4 too
 * </pre>
 *
 * <p>A partition that does not exist keeps the others of its transaction from joining, and so does one of a topic that
 * belongs to the coordinators.
 */
final class AddPartitionsToTxnHandler implements ApiHandler<AddPartitionsToTxnRequest, AddPartitionsToTxnResponse> {

    private static final short FIRST_WITH_FENCED = 2;
    private static final short FIRST_WITH_MANY = 4;

    private final TransactionCoordinator transactions;
    private final ClusterView cluster;

    AddPartitionsToTxnHandler(TransactionCoordinator transactions, ClusterView cluster) {
        this.transactions = transactions;
        this.cluster = cluster;
    }

    @Override
    public void handle(AddPartitionsToTxnRequest request, Caller<AddPartitionsToTxnResponse> caller) {
        short version = caller.version();
        if (version < FIRST_WITH_MANY) {
            ask(
                    ofClient(request),
                    answer -> caller.reply(
                            new AddPartitionsToTxnResponse().resultsByTopicV3AndBelow(topics(answer, version))));
            return;
        }
        Gathering.of(
                request.transactions(),
                (AddPartitionsToTxnTransaction transaction, Reply<AddPartitionsToTxnResult> part) -> ask(
                        transaction,
                        answer -> part.give(new AddPartitionsToTxnResult()
                                .transactionalId(transaction.transactionalId())
                                .topicResults(topics(answer, version)))),
                results -> caller.reply(new AddPartitionsToTxnResponse().resultsByTransaction(results)));
    }

    private static AddPartitionsToTxnTransaction ofClient(AddPartitionsToTxnRequest request) {
        return new AddPartitionsToTxnTransaction()
                .transactionalId(request.v3AndBelowTransactionalId())
                .producerId(request.v3AndBelowProducerId())
                .producerEpoch(request.v3AndBelowProducerEpoch())
                .topics(request.v3AndBelowTopics());
    }

    private void ask(AddPartitionsToTxnTransaction transaction, Reply<AddPartitionsAnswer> reply) {
        SortedSet<TopicPartition> partitions = partitions(transaction.topics());
        Mode mode = transaction.verifyOnly() ? Mode.VERIFY : Mode.ADD;
        ClusterImage image = cluster.current();
        if (partitions.stream().allMatch(partition -> refusal(image, partition, mode) == ErrorCode.NONE)) {
            transactions.addPartitions(
                    new AddPartitionsAsk(
                            transaction.transactionalId(),
                            new TransactionalProducer(transaction.producerId(), transaction.producerEpoch()),
                            partitions,
                            mode),
                    reply);
            return;
        }
        SortedMap<TopicPartition, ErrorCode> errors = new TreeMap<>();
        for (TopicPartition partition : partitions) {
            ErrorCode refusal = refusal(image, partition, mode);
            errors.put(partition, refusal == ErrorCode.NONE ? ErrorCode.OPERATION_NOT_ATTEMPTED : refusal);
        }
        reply.give(new AddPartitionsAnswer(errors));
    }

    /** Markers in the topics of coordinators are their own business; groups take part by AddOffsetsToTxn. */
    private static ErrorCode refusal(ClusterImage image, TopicPartition partition, Mode mode) {
        if (mode == Mode.ADD && TopicImage.isInternal(partition.topic())) {
            return ErrorCode.TOPIC_AUTHORIZATION_FAILED;
        }
        boolean exists = image.partition(partition.topic(), partition.partition()) != null;
        return exists ? ErrorCode.NONE : ErrorCode.UNKNOWN_TOPIC_OR_PARTITION;
    }

    private static SortedSet<TopicPartition> partitions(List<AddPartitionsToTxnTopic> topics) {
        SortedSet<TopicPartition> all = new TreeSet<>();
        for (AddPartitionsToTxnTopic topic : topics) {
            topic.partitions().forEach(index -> all.add(new TopicPartition(topic.name(), index)));
        }
        return all;
    }

    private static List<AddPartitionsToTxnTopicResult> topics(AddPartitionsAnswer answer, short version) {
        Map<String, List<AddPartitionsToTxnPartitionResult>> byTopic = new LinkedHashMap<>();
        answer.errors()
                .forEach((partition, error) -> byTopic.computeIfAbsent(partition.topic(), topic -> new ArrayList<>())
                        .add(new AddPartitionsToTxnPartitionResult()
                                .partitionIndex(partition.partition())
                                .partitionErrorCode(code(error, version))));
        List<AddPartitionsToTxnTopicResult> topics = new ArrayList<>(byTopic.size());
        byTopic.forEach((topic, results) ->
                topics.add(new AddPartitionsToTxnTopicResult().name(topic).resultsByPartition(results)));
        return topics;
    }

    private static short code(ErrorCode error, short version) {
        return FencedProducers.code(error, version, FIRST_WITH_FENCED);
    }

    @Override
    public AddPartitionsToTxnResponse failed(AddPartitionsToTxnRequest request, ErrorCode error) {
        var answer = AddPartitionsAnswer.all(partitions(request.v3AndBelowTopics()), error);
        return new AddPartitionsToTxnResponse()
                .errorCode(error.code())
                .resultsByTopicV3AndBelow(topics(answer, FIRST_WITH_MANY));
    }
}
