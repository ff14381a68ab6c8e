package io.milena.server.api;

import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.protocol.messages.WriteTxnMarkersRequest;
import io.milena.protocol.messages.WriteTxnMarkersRequest.WritableTxnMarker;
import io.milena.protocol.messages.WriteTxnMarkersRequest.WritableTxnMarkerTopic;
import io.milena.protocol.messages.WriteTxnMarkersResponse;
import io.milena.protocol.messages.WriteTxnMarkersResponse.WritableTxnMarkerPartitionResult;
import io.milena.protocol.messages.WriteTxnMarkersResponse.WritableTxnMarkerResult;
import io.milena.protocol.messages.WriteTxnMarkersResponse.WritableTxnMarkerTopicResult;
import io.milena.server.coordinator.EndMarker;
import io.milena.server.coordinator.Gathering;
import io.milena.server.coordinator.MarkerLink;
import io.milena.server.coordinator.state.Reply;
import io.milena.server.coordinator.state.TransactionResult;
import io.milena.server.coordinator.state.TransactionalProducer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * WriteTxnMarkers (key 27): a transaction coordinator, or an administrator who aborts what hangs, ends transactions in
 * partitions that this broker leads.
 *
 * <pre>
 * v1  flexible encoding
 * </pre>
 */
final class WriteTxnMarkersHandler implements ApiHandler<WriteTxnMarkersRequest, WriteTxnMarkersResponse> {

    private final MarkerLink markers;

    WriteTxnMarkersHandler(MarkerLink markers) {
        this.markers = markers;
    }

    @Override
    public void handle(WriteTxnMarkersRequest request, Caller<WriteTxnMarkersResponse> caller) {
        Gathering.of(
                errands(request),
                (Errand errand, Reply<ErrorCode> part) -> markers.write(errand.partition(), errand.marker(), part),
                outcomes -> caller.reply(response(request, outcomes.iterator())));
    }

    private static List<Errand> errands(WriteTxnMarkersRequest request) {
        List<Errand> errands = new ArrayList<>();
        for (WritableTxnMarker marker : request.markers()) {
            for (WritableTxnMarkerTopic topic : marker.topics()) {
                for (int index : topic.partitionIndexes()) {
                    errands.add(new Errand(new TopicPartition(topic.name(), index), endMarker(marker)));
                }
            }
        }
        return errands;
    }

    private static EndMarker endMarker(WritableTxnMarker marker) {
        return new EndMarker(
                new TransactionalProducer(marker.producerId(), marker.producerEpoch()),
                marker.transactionResult() ? TransactionResult.COMMIT : TransactionResult.ABORT,
                marker.coordinatorEpoch());
    }

    /** {@code outcomes} come in the order of the request. */
    private static WriteTxnMarkersResponse response(WriteTxnMarkersRequest request, Iterator<ErrorCode> outcomes) {
        List<WritableTxnMarkerResult> results = new ArrayList<>();
        for (WritableTxnMarker marker : request.markers()) {
            List<WritableTxnMarkerTopicResult> topics = new ArrayList<>();
            for (WritableTxnMarkerTopic topic : marker.topics()) {
                topics.add(new WritableTxnMarkerTopicResult()
                        .name(topic.name())
                        .partitions(topic.partitionIndexes().stream()
                                .map(index -> new WritableTxnMarkerPartitionResult()
                                        .partitionIndex(index)
                                        .errorCode(outcomes.next().code()))
                                .toList()));
            }
            results.add(new WritableTxnMarkerResult()
                    .producerId(marker.producerId())
                    .topics(topics));
        }
        return new WriteTxnMarkersResponse().markers(results);
    }

    /** A marker on its way to a partition. */
    private record Errand(TopicPartition partition, EndMarker marker) {}
}
