package io.milena.server.api;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.messages.DescribeProducersRequest;
import io.milena.protocol.messages.DescribeProducersResponse;
import io.milena.protocol.messages.DescribeProducersResponse.PartitionResponse;
import io.milena.protocol.messages.DescribeProducersResponse.ProducerState;
import io.milena.protocol.messages.DescribeProducersResponse.TopicResponse;
import io.milena.server.partition.Partition;
import io.milena.storage.ActiveProducer;
import java.util.List;
import java.util.concurrent.Executor;

/** DescribeProducers (key 61): the producers that leaders remember, and their open transactions (KIP-664). */
final class DescribeProducersHandler implements ApiHandler<DescribeProducersRequest, DescribeProducersResponse> {

    private final Holdings holdings;
    private final Executor workers;

    DescribeProducersHandler(Holdings holdings, Executor workers) {
        this.holdings = holdings;
        this.workers = workers;
    }

    /** A log tells of its producers under its lock, which a loop must not wait for. */
    @Override
    public void handle(DescribeProducersRequest request, Caller<DescribeProducersResponse> caller) {
        caller.work(
                workers,
                () -> caller.reply(new DescribeProducersResponse()
                        .topics(request.topics().stream()
                                .map(topic -> new TopicResponse()
                                        .name(topic.name())
                                        .partitions(topic.partitionIndexes().stream()
                                                .map(index -> described(topic.name(), index))
                                                .toList()))
                                .toList())));
    }

    private PartitionResponse described(String topic, int index) {
        Partition partition = holdings.find(topic, index);
        if (partition == null) {
            return failed(index, holdings.whyMissing(topic, index));
        }
        List<ActiveProducer> producers = partition.activeProducers();
        if (producers == null) {
            return failed(index, ErrorCode.NOT_LEADER_OR_FOLLOWER);
        }
        return new PartitionResponse()
                .partitionIndex(index)
                .activeProducers(
                        producers.stream().map(DescribeProducersHandler::state).toList());
    }

    private static ProducerState state(ActiveProducer producer) {
        return new ProducerState()
                .producerId(producer.producerId())
                .producerEpoch(producer.producerEpoch())
                .lastSequence(producer.lastSequence())
                .lastTimestamp(producer.lastTimestampMs())
                .coordinatorEpoch(producer.coordinatorEpoch())
                .currentTxnStartOffset(producer.transactionFirstOffset());
    }

    private static PartitionResponse failed(int index, ErrorCode error) {
        return new PartitionResponse()
                .partitionIndex(index)
                .errorCode(error.code())
                .activeProducers(List.of());
    }

    @Override
    public DescribeProducersResponse failed(DescribeProducersRequest request, ErrorCode error) {
        return new DescribeProducersResponse()
                .topics(request.topics().stream()
                        .map(topic -> new TopicResponse()
                                .name(topic.name())
                                .partitions(topic.partitionIndexes().stream()
                                        .map(index -> failed(index, error))
                                        .toList()))
                        .toList());
    }
}
