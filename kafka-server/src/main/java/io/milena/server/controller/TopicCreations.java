package io.milena.server.controller;

import io.milena.common.errors.ErrorCode;
import io.milena.server.metadata.PartitionImage;
import io.milena.server.metadata.TopicImage;
import io.milena.server.zookeeper.ConfigZnode;
import io.milena.server.zookeeper.TopicZnode;
import io.milena.server.zookeeper.ZkCode;
import io.milena.server.zookeeper.ZkException;
import io.milena.server.zookeeper.ZkOp;
import io.milena.server.zookeeper.ZkPaths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out decided creations and growths: all nodes of a topic in as few multis as their size allows, then the
 * brokers.
 *
 * <p>Confined to the lane.
 *
 * <p>A crash between two multis leaves a topic of which some partitions have no state; the next controller elects
 * leaders for them.
 */
final class TopicCreations {

    private static final Logger log = LoggerFactory.getLogger(TopicCreations.class);

    /** Partitions per multi; a request to ZooKeeper may be at most 1 MiB. */
    private static final int PARTITIONS_PER_MULTI = 1_000;

    /** Places in the first multi of a topic. */
    private static final int CONFIG_NODE = 0;

    private static final int TOPIC_NODE = 1;

    private final Term term;

    TopicCreations(Term term) {
        this.term = term;
    }

    /** Creates the topic; done once its leaders lead and every broker knows. */
    CompletableFuture<TopicOutcome> create(TopicImage topic, Map<String, String> configs) {
        String name = topic.name();
        term.state().changeBegan(name);
        ZkOp config = ZkOp.persistent(ZkPaths.topicConfig(name), ConfigZnode.encode(configs));
        return write(topic, config)
                .handle((done, failure) -> {
                    term.state().changeEnded(name);
                    return failure == null ? spread(topic, 0) : refused(name, failure);
                })
                .thenCompose(outcome -> outcome);
    }

    private CompletableFuture<Void> write(TopicImage topic, ZkOp config) {
        int count = topic.partitions().size();
        // The node of a topic that has more is large itself, and is written alone.
        int firstChunk = count <= PARTITIONS_PER_MULTI ? count : 0;
        List<ZkOp> operations = new ArrayList<>();
        operations.add(config);
        operations.add(ZkOp.persistent(ZkPaths.topic(topic.name()), text(topic)));
        operations.add(ZkOp.persistent(ZkPaths.partitions(topic.name()), null));
        addPartitions(operations, topic, 0, firstChunk);
        return term.writes()
                .all(operations)
                .handle((stats, failure) -> failure == null
                        ? writePartitions(topic, firstChunk)
                        : writeAgain(topic, config, firstChunk, failure))
                .thenCompose(next -> next);
    }

    private CompletableFuture<Void> writeAgain(TopicImage topic, ZkOp config, int firstChunk, Throwable failure) {
        boolean exists = ZkException.is(failure, ZkCode.NODE_EXISTS);
        int place = exists && ZkException.cause(failure) instanceof ZkException refused ? refused.operation() : -1;
        if (place == CONFIG_NODE && config instanceof ZkOp.Create leftover) {
            byte[] data = leftover.data() == null ? new byte[0] : leftover.data();
            return write(topic, new ZkOp.Set(leftover.path(), data, ZkOp.ANY_VERSION));
        }
        if (place == TOPIC_NODE) {
            return isOurs(topic)
                    .thenCompose(ours ->
                            ours ? writePartitions(topic, firstChunk) : CompletableFuture.failedFuture(failure));
        }
        return CompletableFuture.failedFuture(failure);
    }

    /** Whether the multi was carried out although its answer was lost with the connection. */
    private CompletableFuture<Boolean> isOurs(TopicImage topic) {
        return term.services()
                .session()
                .get(ZkPaths.topic(topic.name()), null)
                .thenApply(node ->
                        topic.topicId().equals(TopicZnode.decode(node.data()).topicId()));
    }

    /** The rest of the partitions, one multi after the other. */
    private CompletableFuture<Void> writePartitions(TopicImage topic, int from) {
        int count = topic.partitions().size();
        if (from >= count) {
            return CompletableFuture.completedFuture(null);
        }
        int to = Math.min(count, from + PARTITIONS_PER_MULTI);
        List<ZkOp> operations = new ArrayList<>();
        addPartitions(operations, topic, from, to);
        return term.writes()
                .all(operations)
                .handle((stats, failure) -> failure == null
                        ? CompletableFuture.<Void>completedFuture(null)
                        : unlessWritten(topic, to - 1, failure))
                .thenCompose(written -> written)
                .thenCompose(written -> writePartitions(topic, to));
    }

    /** Succeeds if the multi up to {@code last} was carried out although its answer was lost with the connection. */
    private CompletableFuture<Void> unlessWritten(TopicImage topic, int last, Throwable failure) {
        if (!ZkException.is(failure, ZkCode.NODE_EXISTS)) {
            return CompletableFuture.failedFuture(failure);
        }
        byte[] ours = StateWrites.text(topic.partitions().get(last), term.epoch());
        return term.services()
                .session()
                .get(ZkPaths.partitionState(topic.name(), last), null)
                .thenCompose(node -> Arrays.equals(node.data(), ours)
                        ? CompletableFuture.completedFuture(null)
                        : CompletableFuture.failedFuture(failure));
    }

    private void addPartitions(List<ZkOp> operations, TopicImage topic, int from, int to) {
        for (PartitionImage partition : topic.partitions().subList(from, to)) {
            int index = partition.partition();
            operations.add(ZkOp.persistent(ZkPaths.partition(topic.name(), index), null));
            operations.add(ZkOp.persistent(
                    ZkPaths.partitionState(topic.name(), index), StateWrites.text(partition, term.epoch())));
        }
    }

    static byte[] text(TopicImage topic) {
        SortedMap<Integer, List<Integer>> replicas = new TreeMap<>();
        topic.partitions().forEach(partition -> replicas.put(partition.partition(), partition.replicas()));
        return new TopicZnode(topic.topicId(), replicas, new TreeMap<>(), new TreeMap<>()).encode();
    }

    /** Brokers hear of the partitions from {@code from} on. */
    private CompletableFuture<TopicOutcome> spread(TopicImage topic, int from) {
        term.state().topicIs(topic);
        List<PartitionImage> fresh =
                topic.partitions().subList(from, topic.partitions().size());
        fresh.forEach(partition -> term.batches().assign(topic, partition, BrokerLink.Copy.NEW));
        log.info(
                "topic {} with id {} has {} partitions, {} of them new",
                topic.name(),
                topic.topicId(),
                topic.partitions().size(),
                fresh.size());
        var told = new CompletableFuture<TopicOutcome>();
        term.batches().flush(() -> told.complete(TopicOutcome.Done.of(topic)));
        return told;
    }

    private CompletableFuture<TopicOutcome> refused(String name, Throwable failure) {
        TopicOutcome outcome;
        if (ZkException.is(failure, ZkCode.NODE_EXISTS)) {
            outcome = new TopicOutcome.Refused(ErrorCode.TOPIC_ALREADY_EXISTS, "Topic '" + name + "' already exists.");
        } else if (ZkException.is(failure, ZkCode.FENCED) || ZkException.is(failure, ZkCode.SESSION_ENDED)) {
            outcome = new TopicOutcome.Refused(ErrorCode.NOT_CONTROLLER, Controller.NOT_CONTROLLER);
        } else {
            outcome = new TopicOutcome.Refused(
                    ErrorCode.UNKNOWN_SERVER_ERROR, "Topic '" + name + "' could not be written to ZooKeeper.");
        }
        term.report("writing topic " + name, failure);
        return CompletableFuture.completedFuture(outcome);
    }

    /** Adds the partitions that {@code grown} has and {@code before} has not. */
    CompletableFuture<TopicOutcome> grow(TopicImage before, TopicImage grown) {
        int from = before.partitions().size();
        term.state().changeBegan(grown.name());
        return term.writes()
                .all(List.of(new ZkOp.Set(ZkPaths.topic(grown.name()), text(grown), ZkOp.ANY_VERSION)))
                .thenCompose(stats -> writePartitions(grown, from))
                .handle((done, failure) -> {
                    term.state().changeEnded(grown.name());
                    return failure == null ? spreadGrown(grown, from) : refused(grown.name(), failure);
                })
                .thenCompose(outcome -> outcome);
    }

    /** The old partitions as they are by now, and the new ones. */
    private CompletableFuture<TopicOutcome> spreadGrown(TopicImage grown, int from) {
        TopicImage now = term.state().topic(grown.name());
        if (now == null || !now.topicId().equals(grown.topicId())) {
            return CompletableFuture.completedFuture(new TopicOutcome.Refused(
                    ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, "The topic '" + grown.name() + "' was deleted meanwhile."));
        }
        List<PartitionImage> partitions = new ArrayList<>(now.partitions());
        partitions.addAll(grown.partitions().subList(from, grown.partitions().size()));
        return spread(new TopicImage(now.name(), now.topicId(), partitions), from);
    }
}
