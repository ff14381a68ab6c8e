package io.milena.server.partition;

import io.milena.metrics.MetricScope;
import io.milena.metrics.ObjectNames;
import io.milena.storage.BrokenRule;

/**
 * {@code kafka.server:type=BrokerTopicMetrics}: what goes in and out, of one topic or of all. The meters of all topics
 * are shown from the start, those of one topic when they first count. Thread-safe.
 */
public final class TopicMetrics {

    private final MetricScope scope;
    private final String topic;
    private final RareMeter messagesIn;
    private final RareMeter bytesIn;
    private final RareMeter bytesOut;
    private final RareMeter bytesRejected;
    private final RareMeter produceRequests;
    private final RareMeter fetchRequests;
    private final RareMeter failedProduceRequests;
    private final RareMeter failedFetchRequests;
    private final RareMeter produceConversions;
    private final RareMeter fetchConversions;
    private final RareMeter wrongMagic;
    private final RareMeter wrongChecksum;
    private final RareMeter wrongOffset;
    private final RareMeter keyless;
    private final RareMeter replicationBytesOut;

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
        wrongMagic = meter("InvalidMagicNumberRecordsPerSec");
        wrongChecksum = meter("InvalidMessageCrcRecordsPerSec");
        wrongOffset = meter("InvalidOffsetOrSequenceRecordsPerSec");
        keyless = meter("NoKeyCompactedTopicRecordsPerSec");
        replicationBytesOut = meter("ReplicationBytesOutPerSec");
        if (topic.isEmpty()) {
            // Only followers count these; dashboards name them on every broker.
            meter("ReplicationBytesInPerSec");
            meter("ReassignmentBytesInPerSec");
            meter("ReassignmentBytesOutPerSec");
        }
    }

    private RareMeter meter(String name) {
        var meter = new RareMeter(() -> scope.meter(
                ObjectNames.of("kafka.server", "BrokerTopicMetrics", name).with("topic", topic)));
        return topic.isEmpty() ? meter.shown() : meter;
    }

    public void appended(int records, long sizeBytes) {
        messagesIn.mark(records);
        bytesIn.mark(sizeBytes);
    }

    public void produceAsked() {
        produceRequests.mark(1);
    }

    public void produceFailed() {
        failedProduceRequests.mark(1);
    }

    public void rejected(long sizeBytes) {
        bytesRejected.mark(sizeBytes);
    }

    public void fetchAsked() {
        fetchRequests.mark(1);
    }

    public void fetchFailed() {
        failedFetchRequests.mark(1);
    }

    public void sent(long sizeBytes) {
        bytesOut.mark(sizeBytes);
    }

    /** To a follower. */
    public void replicated(long sizeBytes) {
        replicationBytesOut.mark(sizeBytes);
    }

    public void convertedOnAppend(int records) {
        produceConversions.mark(records);
    }

    public void convertedToOldFormat(int records) {
        fetchConversions.mark(records);
    }

    /** A client's records were refused because they break this rule, so often. */
    void broken(BrokenRule rule, int offences) {
        switch (rule) {
            case MAGIC -> wrongMagic.mark(offences);
            case CHECKSUM -> wrongChecksum.mark(offences);
            case OFFSET_OR_SEQUENCE -> wrongOffset.mark(offences);
            case KEY -> keyless.mark(offences);
            case OTHER -> {}
        }
    }
}
