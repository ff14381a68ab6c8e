package io.milena.clients.producer;

import io.milena.clients.ClusterView;
import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.milena.protocol.RecordsBuffer;
import io.milena.protocol.VersionRange;
import io.milena.protocol.messages.ProduceRequest;
import io.milena.protocol.messages.ProduceRequest.PartitionProduceData;
import io.milena.protocol.messages.ProduceRequest.TopicProduceData;
import io.milena.protocol.messages.ProduceResponse;
import io.milena.protocol.messages.ProduceResponse.PartitionProduceResponse;
import io.milena.protocol.messages.ProduceResponse.TopicProduceResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Produce (key 0) as a producer speaks it.
 *
 * <pre>
 * v3   record batches of format 2, transactions
 * v6   brokers answer at once and leave the rest that they want to clients (KIP-219); before, they answer after it
 * v8   a message beside the error
 * v10  the new leader beside an error (KIP-951)
 * v12  says that the client lets brokers add partitions to transactions; not spoken by transactional producers here
 * v13  topics by their ids (KIP-516)
 * </pre>
 */
final class ProduceMessages {

    /** From here on the throttle time of an answer is still to be waited for. */
    static final short LOWEST_WITH_REST = 6;

    private static final short LOWEST = 3;
    private static final short HIGHEST_OF_TRANSACTIONS = 11;
    private static final short HIGHEST_WITH_NAMES = 12;
    private static final short LOWEST_WITH_IDS = 13;

    private static final VersionRange WITH_IDS = new VersionRange(LOWEST, LOWEST_WITH_IDS);
    private static final VersionRange WITH_NAMES = new VersionRange(LOWEST, HIGHEST_WITH_NAMES);
    private static final VersionRange OF_TRANSACTIONS = new VersionRange(LOWEST, HIGHEST_OF_TRANSACTIONS);

    private ProduceMessages() {}

    /** What can be spoken with what is known of the topics. */
    static VersionRange versions(List<ProducerBatch> batches, ClusterView view, boolean isTransactional) {
        if (isTransactional) {
            return OF_TRANSACTIONS;
        }
        for (ProducerBatch batch : batches) {
            if (idOf(batch, view).equals(Uuid.ZERO)) {
                return WITH_NAMES;
            }
        }
        return WITH_IDS;
    }

    private static Uuid idOf(ProducerBatch batch, ClusterView view) {
        ClusterView.Topic topic = view.topic(batch.result().partition().topic());
        return topic == null ? Uuid.ZERO : topic.id();
    }

    /** The request; it holds a reference of its own of each batch. */
    static ProduceRequest request(SenderRules rules, List<ProducerBatch> batches, ClusterView view) {
        Map<String, TopicProduceData> byTopic = new LinkedHashMap<>();
        for (ProducerBatch batch : batches) {
            TopicPartition partition = batch.result().partition();
            TopicProduceData topic = byTopic.get(partition.topic());
            if (topic == null) {
                topic = new TopicProduceData()
                        .name(partition.topic())
                        .topicId(idOf(batch, view))
                        .partitionData(new ArrayList<>());
                byTopic.put(partition.topic(), topic);
            }
            topic.partitionData()
                    .add(new PartitionProduceData()
                            .index(partition.partition())
                            .records(new RecordsBuffer(batch.buffer().retainedDuplicate())));
        }
        return new ProduceRequest()
                .transactionalId(rules.transactionalId())
                .acks(rules.acks())
                .timeoutMs(rules.requestTimeoutMs())
                .topicData(new ArrayList<>(byTopic.values()));
    }

    /** What the broker says of a batch; null if it says nothing. */
    static @Nullable PartitionProduceResponse answerTo(
            ProducerBatch batch, ProduceResponse response, short version, ClusterView view) {
        TopicPartition partition = batch.result().partition();
        Uuid id = version >= LOWEST_WITH_IDS ? idOf(batch, view) : Uuid.ZERO;
        for (TopicProduceResponse topic : response.responses()) {
            boolean matches = version >= LOWEST_WITH_IDS
                    ? topic.topicId().equals(id)
                    : topic.name().equals(partition.topic());
            PartitionProduceResponse found = matches ? answerTo(partition.partition(), topic) : null;
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private static @Nullable PartitionProduceResponse answerTo(int partition, TopicProduceResponse topic) {
        for (PartitionProduceResponse one : topic.partitionResponses()) {
            if (one.index() == partition) {
                return one;
            }
        }
        return null;
    }
}
