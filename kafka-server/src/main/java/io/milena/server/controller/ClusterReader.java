package io.milena.server.controller;

import io.milena.common.TopicNames;
import io.milena.common.Uuid;
import io.milena.server.metadata.PartitionImage;
import io.milena.server.metadata.TopicImage;
import io.milena.server.zookeeper.MalformedZnode;
import io.milena.server.zookeeper.TopicZnode;
import io.milena.server.zookeeper.ZkCode;
import io.milena.server.zookeeper.ZkException;
import io.milena.server.zookeeper.ZkNode;
import io.milena.server.zookeeper.ZkOp;
import io.milena.server.zookeeper.ZkPaths;
import io.milena.server.zookeeper.ZkSession;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the nodes of topics into the {@link ClusterState}. A topic without an id is given one, and a topic whose nodes
 * make no sense is left out and said to be.
 *
 * <p>Confined to the lane.
 */
final class ClusterReader {

    private static final Logger log = LoggerFactory.getLogger(ClusterReader.class);

    private static final CompletableFuture<Boolean> UNCHANGED = CompletableFuture.completedFuture(false);

    private final Term term;
    private final ZkSession session;

    ClusterReader(Term term) {
        this.term = term;
        session = term.services().session();
    }

    /** Takes over the topic whose node says {@code node}; whether anything changed by that. */
    CompletableFuture<Boolean> read(String name, ZkNode node) {
        String problem = TopicNames.problem(name);
        if (problem != null) {
            log.error("topic {} in ZooKeeper is left out: {}", name, problem);
            return UNCHANGED;
        }
        return sensible(name, () -> {
            TopicZnode text = TopicZnode.decode(node.data());
            return readStates(name, text, text.replicas().keySet()).thenApply(partitions -> {
                Uuid id = text.topicId() == null ? Uuid.random(term.services().randomness()) : text.topicId();
                TopicImage topic = topic(name, id, partitions);
                keepId(topic, text, node);
                term.state().topicIs(topic);
                return true;
            });
        });
    }

    /** Whether the node is of a topic that came after {@code known} was deleted. */
    boolean isOfAnotherTopic(TopicImage known, ZkNode node) {
        try {
            Uuid id = TopicZnode.decode(node.data()).topicId();
            return id != null && !id.equals(known.topicId());
        } catch (MalformedZnode e) {
            return false;
        }
    }

    /** Takes over the partitions that {@code known} lacks; whether there are any. */
    CompletableFuture<Boolean> readMore(TopicImage known, ZkNode node) {
        String name = known.name();
        return sensible(name, () -> {
            TopicZnode text = TopicZnode.decode(node.data());
            keepId(known, text, node);
            int count = known.partitions().size();
            return readStates(name, text, text.replicas().tailMap(count).keySet())
                    .thenApply(more -> !more.isEmpty() && join(known, more));
        });
    }

    /** Puts partitions to those that the topic has by now. */
    private boolean join(TopicImage known, List<PartitionImage> more) {
        TopicImage now = term.state().topic(known.name());
        boolean other = now == null
                || !now.topicId().equals(known.topicId())
                || now.partitions().size() != known.partitions().size();
        if (other) {
            return false;
        }
        List<PartitionImage> all = new ArrayList<>(now.partitions());
        all.addAll(more);
        term.state().topicIs(topic(known.name(), known.topicId(), all));
        log.info("topic {} was given {} more partitions in ZooKeeper", known.name(), more.size());
        return true;
    }

    private static CompletableFuture<Boolean> sensible(String name, Supplier<CompletableFuture<Boolean>> reading) {
        CompletableFuture<Boolean> read;
        try {
            read = reading.get();
        } catch (MalformedZnode e) {
            read = CompletableFuture.failedFuture(e);
        }
        return read.exceptionallyCompose(failure -> {
            if (ZkException.cause(failure) instanceof MalformedZnode malformed) {
                log.error(
                        "what ZooKeeper says of topic {} makes no sense and is passed over; correct {}: {}",
                        name,
                        ZkPaths.topic(name),
                        malformed.getMessage());
                return UNCHANGED;
            }
            return CompletableFuture.failedFuture(failure);
        });
    }

    private CompletableFuture<List<PartitionImage>> readStates(
            String name, TopicZnode text, Collection<Integer> partitions) {
        List<String> paths = new ArrayList<>(partitions.size());
        for (int partition : partitions) {
            paths.add(ZkPaths.partitionState(name, partition));
        }
        return session.getAll(paths).thenApply(states -> {
            List<PartitionImage> images = new ArrayList<>(states.size());
            for (int partition : partitions) {
                images.add(StateWrites.image(unwritten(text, partition), states.get(images.size())));
            }
            return images;
        });
    }

    private static TopicImage topic(String name, Uuid id, List<PartitionImage> partitions) {
        try {
            return new TopicImage(name, id, partitions);
        } catch (IllegalArgumentException e) {
            throw new MalformedZnode(name + " lacks partitions in the middle", e);
        }
    }

    private static PartitionImage unwritten(TopicZnode text, int partition) {
        var moves = new PartitionImage.Moves(
                text.adding().getOrDefault(partition, List.of()),
                text.removing().getOrDefault(partition, List.of()));
        List<Integer> replicas = text.replicas().getOrDefault(partition, List.of());
        return new PartitionImage(
                partition, PartitionImage.NO_LEADER, -1, replicas, List.of(), ClusterState.NEVER_WRITTEN, moves);
    }

    /** Topics of old controllers have no id, and old tools that add partitions drop it. */
    private void keepId(TopicImage topic, TopicZnode text, ZkNode node) {
        if (text.topicId() != null) {
            return;
        }
        String name = topic.name();
        byte[] data = new TopicZnode(topic.topicId(), text.replicas(), text.adding(), text.removing()).encode();
        term.writes()
                .all(List.of(new ZkOp.Set(ZkPaths.topic(name), data, node.stat().version())))
                .whenComplete((done, failure) -> {
                    if (failure == null) {
                        log.info("topic {} has id {}, which ZooKeeper did not tell", name, topic.topicId());
                    } else if (!ZkException.is(failure, ZkCode.BAD_VERSION)) {
                        term.report("giving topic " + name + " an id", failure);
                    }
                });
    }
}
