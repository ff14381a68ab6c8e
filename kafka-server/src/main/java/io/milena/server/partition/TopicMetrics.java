package io.milena.server.partition;

import com.codahale.metrics.Meter;
import io.milena.metrics.MetricScope;
import io.milena.metrics.ObjectNames;

/** {@code kafka.server:type=BrokerTopicMetrics}: what goes in and out, of one topic or of all. Thread-safe. */
public final class TopicMetrics {

    private final MetricScope scope;
    private final String topic;
    private final Meter messagesIn;
    private final Meter bytesIn;
    private final Meter bytesOut;
    private final Meter bytesRejected;
    private final Meter produceRequests;
    private final Meter fetchRequests;
    private final Meter failedProduceRequests;
    private final Meter failedFetchRequests;
    private final Meter produceConversions;
    private final Meter fetchConversions;

    /** @param topic the topic; empty for all */
    TopicMetrics(MetricScope scope, String topic) {
        this.scope = scope;
        this.topic = topic;
        messagesIn = meter("MessagesInPerSec");
        bytesIn = meter("BytesInPerSec");
        bytesOut = meter("BytesOutPerSec");
        bytesRejected = meter("BytesRejectedPerSec");
        produceRequests = meter("TotalProduceRequestsPerSec");
        fetchRequests = meter("TotalFetchRequestsPerSec");
        failedProduceRequests = meter("FailedProduceRequestsPerSec");
        failedFetchRequests = meter("FailedFetchRequestsPerSec");
        produceConversions = meter("ProduceMessageConversionsPerSec");
        fetchConversions = meter("FetchMessageConversionsPerSec");
    }

    private Meter meter(String name) {
        return scope.meter(
                ObjectNames.of("kafka.server", "BrokerTopicMetrics", name).with("topic", topic));
    }

    public void appended(int records, long sizeBytes) {
        messagesIn.mark(records);
        bytesIn.mark(sizeBytes);
    }

    public void produceAsked() {
        produceRequests.mark();
    }

    public void produceFailed() {
        failedProduceRequests.mark();
    }

    public void rejected(long sizeBytes) {
        bytesRejected.mark(sizeBytes);
    }

    public void fetchAsked() {
        fetchRequests.mark();
    }

    public void fetchFailed() {
        failedFetchRequests.mark();
    }

    public void sent(long sizeBytes) {
        bytesOut.mark(sizeBytes);
    }

    public void convertedFromOldFormat(int records) {
        produceConversions.mark(records);
    }

    public void convertedToOldFormat(int records) {
        fetchConversions.mark(records);
    }
}
