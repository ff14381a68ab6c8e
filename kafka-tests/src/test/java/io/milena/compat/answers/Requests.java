package io.milena.compat.answers;

import io.milena.compat.answers.Question.Ask;
import io.milena.protocol.ApiKey;
import io.milena.protocol.ApiMessage;
import io.milena.protocol.RecordsBuffer;
import io.milena.protocol.messages.FetchRequest;
import io.milena.protocol.messages.FetchRequest.FetchPartition;
import io.milena.protocol.messages.FetchRequest.FetchTopic;
import io.milena.protocol.messages.ProduceRequest;
import io.milena.protocol.messages.ProduceRequest.PartitionProduceData;
import io.milena.protocol.messages.ProduceRequest.TopicProduceData;
import io.netty.buffer.Unpooled;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parts of requests that many questions are made of. Stateless. */
final class Requests {

    static final int LARGE = 1 << 20;
    private static final int FETCH_BY_NAME = 12;
    private static final int FIRST_WITH_TOPIC_IDS = 13;

    private Requests() {}

    static RecordsBuffer records(byte[]... parts) {
        return new RecordsBuffer(Unpooled.wrappedBuffer(parts));
    }

    /** A request to append to the version's own partition. */
    static ApiMessage produce(Ask ask, int acks, @Nullable RecordsBuffer records) {
        return produce(acks, into(ask.topic(), part(ask.position(), records)));
    }

    static ProduceRequest produce(int acks, TopicProduceData... topics) {
        return new ProduceRequest()
                .transactionalId(null)
                .acks((short) acks)
                .timeoutMs(10_000)
                .topicData(List.of(topics));
    }

    static TopicProduceData into(String topic, PartitionProduceData... partitions) {
        return new TopicProduceData().name(topic).partitionData(List.of(partitions));
    }

    static PartitionProduceData part(int index, @Nullable RecordsBuffer records) {
        return new PartitionProduceData().index(index).records(records);
    }

    /** Shows what is stored in the version's own partition. */
    static Question thenStored(Question question) {
        return question.then(
                ApiKey.FETCH,
                FETCH_BY_NAME,
                ask -> fetch(ask, from(ask, ask.topic(), at(ask.position(), 0))).maxBytes(LARGE));
    }

    /** Outside any session, without waiting. */
    static FetchRequest fetch(Ask ask, FetchTopic... topics) {
        return new FetchRequest().replicaId(-1).sessionEpoch(-1).maxBytes(LARGE).topics(List.of(topics));
    }

    /** By name or by id, as the version wants. */
    static FetchTopic from(Ask ask, String topic, FetchPartition... partitions) {
        var wanted = new FetchTopic().topic(topic).partitions(List.of(partitions));
        boolean isById = ask.version() >= FIRST_WITH_TOPIC_IDS && ask.world().knows(topic);
        return isById ? wanted.topicId(ask.world().idOf(topic)) : wanted;
    }

    static FetchPartition at(int partition, long offset) {
        return new FetchPartition().partition(partition).fetchOffset(offset).partitionMaxBytes(LARGE);
    }
}
