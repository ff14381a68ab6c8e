package io.milena.clients.consumer;

import io.milena.clients.ClusterView;
import io.milena.clients.MetadataSettings.MissingTopics;
import io.milena.common.KafkaException;
import io.milena.common.Node;
import io.milena.common.PartitionInfo;
import io.milena.common.errors.ErrorCode;
import io.milena.common.errors.RetriableException;
import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.MetadataRequest;
import io.milena.protocol.messages.MetadataResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Asks a broker which topics there are, for the application alone: the picture that the client works with stays as it
 * is. On the event loop, under the consumer's lock.
 */
final class TopicQueries implements Worker {

    private static final int LOWEST = 1;
    private static final int LOWEST_WITH_CREATION = 4;
    private static final int HIGHEST = 12;

    private final Asking asking;
    private final MissingTopics missing;
    private final List<Query> queries = new ArrayList<>();

    TopicQueries(Asking asking, MissingTopics missing) {
        this.asking = asking;
        this.missing = missing;
    }

    /**
     * @param topic to ask for; null for all
     */
    void ask(@Nullable String topic, Ask<Map<String, List<PartitionInfo>>> ask) {
        queries.add(new Query(topic, ask));
    }

    @Override
    public long work(long nowNanos) {
        long sleep = NO_HURRY;
        Iterator<Query> open = queries.iterator();
        while (open.hasNext()) {
            Query query = open.next();
            long left = query.ask.deadlineNanos() - nowNanos;
            if (left <= 0) {
                query.ask.fail(asking.questions().silence().timeout("no broker told in time which topics there are"));
            }
            if (query.ask.isDone()) {
                open.remove();
            } else {
                sleep = Math.min(sleep, Math.min(left, query.work(nowNanos)));
            }
        }
        return sleep;
    }

    /** One question. */
    private final class Query implements Questions.Handler<MetadataResponse> {

        private final @Nullable String topic;
        private final Ask<Map<String, List<PartitionInfo>>> ask;
        private boolean away;
        private final Retry retry = new Retry();

        Query(@Nullable String topic, Ask<Map<String, List<PartitionInfo>>> ask) {
            this.topic = topic;
            this.ask = ask;
        }

        long work(long nowNanos) {
            long wait = retry.waitNanos(nowNanos);
            if (away || wait > 0) {
                return away ? NO_HURRY : wait;
            }
            Node any = asking.questions().brokers().leastLoaded();
            if (any == null) {
                return asking.retrying().lookAgainNanos();
            }
            away = true;
            asking.questions()
                    .ask(
                            any,
                            new Questions.Question(
                                    ApiKey.METADATA,
                                    LOWEST,
                                    HIGHEST,
                                    this::request,
                                    asking.retrying().retries().requestNanos()),
                            this);
            return NO_HURRY;
        }

        private MetadataRequest request(int version) {
            var request = new MetadataRequest()
                    .topics(topic == null ? null : List.of(new MetadataRequest.MetadataRequestTopic().name(topic)));
            boolean mayCreate = topic != null && missing == MissingTopics.MAY_BE_CREATED;
            return version >= LOWEST_WITH_CREATION ? request.allowAutoTopicCreation(mayCreate) : request;
        }

        @Override
        public void answered(MetadataResponse answer, short version) {
            away = false;
            Map<Integer, Node> brokers = new HashMap<>();
            for (MetadataResponse.MetadataResponseBroker broker : answer.brokers()) {
                brokers.put(broker.nodeId(), new Node(broker.nodeId(), broker.host(), broker.port(), broker.rack()));
            }
            Map<String, List<PartitionInfo>> topics = new TreeMap<>();
            for (MetadataResponse.MetadataResponseTopic told : answer.topics()) {
                ErrorCode error = ErrorCode.of(told.errorCode());
                String name = told.name();
                if (error == ErrorCode.NONE && name != null) {
                    topics.put(name, partitions(name, told, brokers));
                } else if (topic != null && error != ErrorCode.UNKNOWN_TOPIC_OR_PARTITION) {
                    refused(error);
                    return;
                }
            }
            ask.answer(topics);
        }

        private void refused(ErrorCode error) {
            if (error.isRetriable()) {
                again();
            } else {
                ask.fail(Refusal.ofTopics(
                        error, topic == null ? Set.of() : Set.of(topic), "topic " + topic + ": " + error));
            }
        }

        private void again() {
            retry.failed(asking.retrying());
        }

        @Override
        public void failed(KafkaException cause) {
            away = false;
            again();
            if (!(cause instanceof RetriableException)) {
                ask.fail(cause);
            }
        }
    }

    private static List<PartitionInfo> partitions(
            String topic, MetadataResponse.MetadataResponseTopic told, Map<Integer, Node> brokers) {
        Map<Integer, PartitionInfo> byIndex = new TreeMap<>();
        for (MetadataResponse.MetadataResponsePartition partition : told.partitions()) {
            byIndex.put(
                    partition.partitionIndex(),
                    new PartitionInfo(
                            topic,
                            partition.partitionIndex(),
                            brokers.get(partition.leaderId()),
                            nodes(partition.replicaNodes(), brokers),
                            nodes(partition.isrNodes(), brokers),
                            nodes(partition.offlineReplicas(), brokers)));
        }
        return new ArrayList<>(byIndex.values());
    }

    private static Node[] nodes(List<Integer> ids, Map<Integer, Node> brokers) {
        List<Node> nodes = new ArrayList<>();
        for (int id : ids) {
            nodes.add(brokers.getOrDefault(id, new Node(id, "", ClusterView.NO_LEADER, null)));
        }
        return nodes.toArray(Node[]::new);
    }
}
