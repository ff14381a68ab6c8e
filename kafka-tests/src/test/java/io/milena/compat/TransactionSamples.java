package io.milena.compat;

import io.milena.compat.SampleRequests.Subject;
import io.milena.protocol.ApiMessage;
import io.milena.protocol.messages.AddOffsetsToTxnRequest;
import io.milena.protocol.messages.AddPartitionsToTxnRequest;
import io.milena.protocol.messages.AddPartitionsToTxnRequest.AddPartitionsToTxnTopic;
import io.milena.protocol.messages.AddPartitionsToTxnRequest.AddPartitionsToTxnTransaction;
import io.milena.protocol.messages.DescribeProducersRequest;
import io.milena.protocol.messages.DescribeTransactionsRequest;
import io.milena.protocol.messages.EndTxnRequest;
import io.milena.protocol.messages.ListTransactionsRequest;
import io.milena.protocol.messages.TxnOffsetCommitRequest;
import io.milena.protocol.messages.WriteTxnMarkersRequest;
import java.util.List;

/** Sample requests of the APIs of transactions, see {@link SampleRequests}. Stateless. */
final class TransactionSamples {

    private static final String ID = "sample";

    private TransactionSamples() {}

    static ApiMessage addPartitions(int version, Subject subject) {
        List<AddPartitionsToTxnTopic> topics =
                List.of(new AddPartitionsToTxnTopic().name(subject.topic()).partitions(List.of(subject.partition())));
        return version < 4
                ? new AddPartitionsToTxnRequest().v3AndBelowTransactionalId(ID).v3AndBelowTopics(topics)
                : new AddPartitionsToTxnRequest()
                        .transactions(List.of(new AddPartitionsToTxnTransaction()
                                .transactionalId(ID)
                                .verifyOnly(subject.exists())
                                .topics(topics)));
    }

    static ApiMessage addOffsets(int version, Subject subject) {
        return new AddOffsetsToTxnRequest().transactionalId(ID).groupId(subject.topic());
    }

    static ApiMessage end(int version, Subject subject) {
        return new EndTxnRequest().transactionalId(ID).committed(subject.exists());
    }

    static ApiMessage commitOffsets(int version, Subject subject) {
        var partition = new TxnOffsetCommitRequest.TxnOffsetCommitRequestPartition()
                .partitionIndex(subject.partition())
                .committedOffset(1);
        return new TxnOffsetCommitRequest()
                .transactionalId(ID)
                .groupId(subject.topic())
                .topics(List.of(new TxnOffsetCommitRequest.TxnOffsetCommitRequestTopic()
                        .name(subject.topic())
                        .partitions(List.of(partition))));
    }

    static ApiMessage writeMarkers(int version, Subject subject) {
        var topic = new WriteTxnMarkersRequest.WritableTxnMarkerTopic()
                .name(subject.topic())
                .partitionIndexes(List.of(subject.partition()));
        return new WriteTxnMarkersRequest()
                .markers(List.of(new WriteTxnMarkersRequest.WritableTxnMarker()
                        .producerId(4_711)
                        .topics(List.of(topic))));
    }

    static ApiMessage describe(int version, Subject subject) {
        return new DescribeTransactionsRequest().transactionalIds(List.of(ID));
    }

    static ApiMessage list(int version, Subject subject) {
        return new ListTransactionsRequest().stateFilters(subject.exists() ? List.of() : List.of("Nowhere"));
    }

    static ApiMessage describeProducers(int version, Subject subject) {
        return new DescribeProducersRequest()
                .topics(List.of(new DescribeProducersRequest.TopicRequest()
                        .name(subject.topic())
                        .partitionIndexes(List.of(subject.partition()))));
    }
}
