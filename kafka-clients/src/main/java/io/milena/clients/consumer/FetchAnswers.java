package io.milena.clients.consumer;

import io.milena.clients.ClusterMetadata;
import io.milena.clients.consumer.FetchSettings.Isolation;
import io.milena.common.KafkaException;
import io.milena.common.Node;
import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.milena.common.errors.AuthenticationException;
import io.milena.common.errors.ErrorCode;
import io.milena.common.errors.UnsupportedVersionException;
import io.milena.common.time.Time;
import io.milena.protocol.RecordsBuffer;
import io.milena.protocol.messages.FetchResponse;
import io.milena.record.BatchCursor;
import io.netty.buffer.ByteBuf;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes in what brokers answer to fetches. On the event loop, under the consumer's lock. */
final class FetchAnswers {

    private static final Logger log = LoggerFactory.getLogger(FetchAnswers.class);

    private final Subscription subscription;
    private final ClusterMetadata metadata;
    private final FetchBuffer buffer;
    private final Problems problems;
    private final Isolation isolation;
    private final Retrying retrying;
    private final Time time;
    private final ConsumerWatch watch;
    private long records;
    private long bytes;

    FetchAnswers(Shared shared, Isolation isolation, Retrying retrying, ConsumerWatch watch) {
        this.subscription = shared.subscription();
        this.metadata = shared.metadata();
        this.buffer = shared.buffer();
        this.problems = shared.problems();
        this.isolation = isolation;
        this.retrying = retrying;
        this.time = retrying.time();
        this.watch = watch;
    }

    /** What answers change. */
    record Shared(Subscription subscription, ClusterMetadata metadata, FetchBuffer buffer, Problems problems) {}

    FetchBuffer buffer() {
        return buffer;
    }

    /** A fetch came to nothing; what will not pass by itself has to be told. */
    void failed(KafkaException cause) {
        if (cause instanceof AuthenticationException || cause instanceof UnsupportedVersionException) {
            problems.add(cause);
        }
    }

    void heard(int broker, FetchResponse answer, Map<TopicPartition, Fetcher.Sent> sent) {
        Map<Uuid, String> names = namesOf(sent);
        records = 0;
        bytes = 0;
        for (FetchResponse.FetchableTopicResponse topic : answer.responses()) {
            String name = topic.topic().isEmpty() ? names.get(topic.topicId()) : topic.topic();
            for (FetchResponse.PartitionData data : topic.partitions()) {
                Fetcher.Sent asked = name == null ? null : sent.get(new TopicPartition(name, data.partitionIndex()));
                boolean isWanted = asked != null && asked.isNext() && subscription.isCurrent(asked.partition());
                if (isWanted) {
                    heard(broker, data, asked);
                    leaderTold(data, asked.partition().id(), answer);
                }
            }
        }
        sent.values().forEach(this::served);
        watch.fetched(bytes, records, answer.throttleTimeMs());
    }

    /** Also one of which the broker has nothing new to say was served, unless it was refused just now. */
    private void served(Fetcher.Sent asked) {
        if (asked.stamp() == asked.partition().stamp() && asked.partition().waitNanos(time.nanos()) == 0) {
            asked.partition().answered();
        }
    }

    private static Map<Uuid, String> namesOf(Map<TopicPartition, Fetcher.Sent> sent) {
        Map<Uuid, String> names = new HashMap<>();
        sent.forEach((partition, asked) -> names.put(asked.topicId(), partition.topic()));
        return names;
    }

    private void heard(int broker, FetchResponse.PartitionData data, Fetcher.Sent asked) {
        AssignedPartition partition = asked.partition();
        ErrorCode error = ErrorCode.of(data.errorCode());
        if (error != ErrorCode.NONE) {
            partition.failed(retrying);
            refused(broker, error, partition);
            return;
        }
        partition.logSeen(data.highWatermark(), data.lastStableOffset(), data.logStartOffset());
        if (data.preferredReadReplica() >= 0) {
            partition.preferredReplica(
                    data.preferredReadReplica(),
                    time.nanos() + retrying.retries().preferredReplicaNanos());
            return;
        }
        if (data.records() instanceof RecordsBuffer found && found.sizeBytes() > 0) {
            arrived(found.content(), data, asked);
        }
    }

    private void arrived(ByteBuf batches, FetchResponse.PartitionData data, Fetcher.Sent asked) {
        long next = asked.offset();
        long count = 0;
        BatchCursor cursor = BatchCursor.over(batches);
        while (cursor.next()) {
            next = Math.max(next, cursor.batch().nextOffset());
            count += Math.max(cursor.batch().recordCount(), 0);
        }
        records += count;
        bytes += batches.readableBytes();
        watch.fetchedOf(asked.partition().id().topic(), batches.readableBytes(), count);
        boolean filters = isolation == Isolation.READ_COMMITTED;
        asked.partition().fetchedUpTo(next);
        buffer.add(new FetchedChunk(
                asked.partition(),
                asked.stamp(),
                asked.offset(),
                batches.retain(),
                filters ? data.abortedTransactions() : null));
    }

    private void refused(int broker, ErrorCode error, AssignedPartition partition) {
        boolean fromFollower = partition.preferredReplica(time.nanos()) == broker;
        partition.preferredReplica(AssignedPartition.NONE, 0);
        switch (error) {
            case OFFSET_OUT_OF_RANGE -> {
                if (!fromFollower && partition.chunks() == 0) {
                    outOfRange(partition);
                }
            }
            case TOPIC_AUTHORIZATION_FAILED ->
                problems.add(Refusal.ofTopics(
                        error,
                        Set.of(partition.id().topic()),
                        "not authorized to read topic " + partition.id().topic()));
            case CORRUPT_MESSAGE ->
                problems.addOfPlace(new KafkaException("broker " + broker + " finds the log of " + partition.id()
                        + " corrupt at offset " + partition.nextFetch()));
            default -> retried(broker, error, partition);
        }
    }

    private void retried(int broker, ErrorCode error, AssignedPartition partition) {
        log.debug("broker {} does not serve {}: {}", broker, partition.id(), error);
        if (error != ErrorCode.UNKNOWN_LEADER_EPOCH) {
            metadata.refresh();
        }
    }

    private void outOfRange(AssignedPartition partition) {
        if (subscription.defaultReset() == OffsetResetStrategy.NONE) {
            problems.addOfPlace(
                    new OffsetOutOfRangeException(new TreeMap<>(Map.of(partition.id(), partition.position()))));
            return;
        }
        log.info(
                "offset {} of {} is not in its log; going to the {}",
                partition.position(),
                partition.id(),
                subscription.defaultReset());
        partition.resetNeeded(subscription.defaultReset());
    }

    /** KIP-951: a broker that no longer leads says who does. */
    private void leaderTold(FetchResponse.PartitionData data, TopicPartition partition, FetchResponse answer) {
        int leader = data.currentLeader().leaderId();
        if (leader >= 0) {
            metadata.leaderLearned(partition, leader, data.currentLeader().leaderEpoch(), nodeIn(answer, leader));
        }
    }

    private static @Nullable Node nodeIn(FetchResponse answer, int broker) {
        for (FetchResponse.NodeEndpoint endpoint : answer.nodeEndpoints()) {
            if (endpoint.nodeId() == broker) {
                return new Node(broker, endpoint.host(), endpoint.port(), endpoint.rack());
            }
        }
        return null;
    }
}
