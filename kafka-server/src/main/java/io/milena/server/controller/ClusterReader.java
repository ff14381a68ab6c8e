package io.milena.server.controller;

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
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads all topics into the {@link ClusterState} at the begin of a term: everything is asked for at once. A topic
 * without an id is given one, and a topic whose nodes make no sense is left out and said to be.
 *
 * <p>Confined to the lane.
 */
final class ClusterReader {

    private static final Logger log = LoggerFactory.getLogger(ClusterReader.class);

    private final Term term;
    private final ZkSession session;

    ClusterReader(Term term) {
        this.term = term;
        session = term.around().session();
    }

    CompletableFuture<Void> readTopics() {
        return session.children(ZkPaths.TOPICS, null)
                .thenCompose(names -> all(names.stream().map(this::readTopic).toList()));
    }

    private static CompletableFuture<Void> all(List<? extends CompletableFuture<?>> parts) {
        return CompletableFuture.allOf(parts.toArray(CompletableFuture[]::new));
    }

    private CompletableFuture<Void> readTopic(String name) {
        return session.get(ZkPaths.topic(name), null)
                .thenCompose(node -> readStates(name, node))
                .exceptionally(failure -> leftOut(name, failure));
    }

    private static Void leftOut(String name, Throwable failure) {
        Throwable cause = ZkException.of(failure);
        boolean malformed = cause instanceof MalformedZnode;
        if (!malformed && !ZkException.is(failure, ZkCode.NO_NODE)) {
            throw new IllegalStateException("topic " + name + " could not be read", cause);
        }
        if (cause instanceof MalformedZnode) {
            log.error("topic {} is left out, its nodes make no sense: {}", name, cause.getMessage());
        }
        return null;
    }

    private CompletableFuture<Void> readStates(String name, ZkNode node) {
        TopicZnode text = TopicZnode.decode(node.data());
        SortedMap<Integer, CompletableFuture<@Nullable ZkNode>> states = new TreeMap<>();
        for (int partition : text.replicas().keySet()) {
            states.put(partition, readState(name, partition));
        }
        return all(List.copyOf(states.values())).thenAccept(all -> {
            Uuid id = idOf(name, text, node);
            List<PartitionImage> partitions = new ArrayList<>(states.size());
            states.forEach(
                    (partition, state) -> partitions.add(StateWrites.image(unwritten(text, partition), state.join())));
            term.state().topicIs(topic(name, id, partitions));
        });
    }

    private static TopicImage topic(String name, Uuid id, List<PartitionImage> partitions) {
        try {
            return new TopicImage(name, id, partitions);
        } catch (IllegalArgumentException e) {
            throw new MalformedZnode(name + " lacks partitions in the middle", e);
        }
    }

    private CompletableFuture<@Nullable ZkNode> readState(String name, int partition) {
        return session.get(ZkPaths.partitionState(name, partition), null).handle((node, failure) -> {
            if (failure == null) {
                return node;
            }
            if (ZkException.is(failure, ZkCode.NO_NODE)) {
                return null;
            }
            throw failure instanceof RuntimeException unexpected ? unexpected : new IllegalStateException(failure);
        });
    }

    private static PartitionImage unwritten(TopicZnode text, int partition) {
        var moves = new PartitionImage.Moves(
                text.adding().getOrDefault(partition, List.of()),
                text.removing().getOrDefault(partition, List.of()));
        List<Integer> replicas = text.replicas().getOrDefault(partition, List.of());
        return new PartitionImage(
                partition, PartitionImage.NO_LEADER, -1, replicas, List.of(), ClusterState.NEVER_WRITTEN, moves);
    }

    /** Topics of old controllers have no id. */
    private Uuid idOf(String name, TopicZnode text, ZkNode node) {
        Uuid known = text.topicId();
        if (known != null) {
            return known;
        }
        Uuid fresh = Uuid.random(term.around().randomness());
        byte[] data = new TopicZnode(fresh, text.replicas(), text.adding(), text.removing()).encode();
        term.writes()
                .all(List.of(new ZkOp.Set(ZkPaths.topic(name), data, node.stat().version())))
                .whenComplete((done, failure) -> {
                    if (failure == null) {
                        log.info("topic {} is given the id {}", name, fresh);
                    } else {
                        term.report("giving topic " + name + " an id", failure);
                    }
                });
        return fresh;
    }
}
