package io.milena.server.controller;

import io.milena.server.metadata.TopicImage;
import io.milena.server.zookeeper.ZkCode;
import io.milena.server.zookeeper.ZkException;
import io.milena.server.zookeeper.ZkNode;
import io.milena.server.zookeeper.ZkPaths;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches the topics in ZooKeeper, which old tools and other programs write themselves: makes known to this term the
 * topics that came and went, and the partitions that were added. What this controller writes itself is passed over.
 *
 * <pre>
 *   a child more                         a topic: its partitions get states, leaders and logs
 *   a child less, no deletion under way  the topic is forgotten; brokers let go of its logs and keep them
 *   the node has more partitions         they are added; other changes of the node are left to reassignments
 * </pre>
 *
 * <p>Confined to the lane.
 */
final class TopicWatch implements SerialLook.Subject {

    private static final Logger log = LoggerFactory.getLogger(TopicWatch.class);

    private final Term term;
    private final ClusterReader reader;
    private final Runnable onChange;
    private final SerialLook looks;

    /** Nodes that are watched, by topic: the creation of each, which tells a namesake that came after it. */
    private final Map<String, Long> watched = new TreeMap<>();

    /** {@code onChange} runs after topics or partitions came or went, once the first look is done. */
    TopicWatch(Term term, Runnable onChange) {
        this.term = term;
        this.onChange = onChange;
        reader = new ClusterReader(term);
        looks = new SerialLook(term.services().lane(), this);
    }

    /** The first look; reports no change. */
    CompletableFuture<Void> readTopics() {
        watched.clear();
        return looks.first();
    }

    @Override
    public boolean isOver() {
        return term.isOver();
    }

    @Override
    public CompletableFuture<Boolean> look() {
        return term.services().session().children(ZkPaths.TOPICS, looks::again).thenCompose(this::compare);
    }

    @Override
    public void changed() {
        onChange.run();
    }

    @Override
    public void failed(Throwable failure) {
        term.report("reading topics", failure);
    }

    /** Whether anything changed. */
    private CompletableFuture<Boolean> compare(List<String> names) {
        boolean fewer = forgetAllBut(new TreeSet<>(names));
        List<CompletableFuture<Boolean>> reads = new ArrayList<>();
        for (String name : names) {
            if (!watched.containsKey(name)) {
                reads.add(read(name));
            }
        }
        return CompletableFuture.allOf(reads.toArray(CompletableFuture[]::new))
                .thenApply(all -> reads.stream().map(CompletableFuture::join).reduce(fewer, Boolean::logicalOr));
    }

    private boolean forgetAllBut(SortedSet<String> names) {
        watched.keySet().retainAll(names);
        boolean any = false;
        for (TopicImage known : List.copyOf(term.state().topics().values())) {
            if (!names.contains(known.name())) {
                vanished(known);
                any = true;
            }
        }
        return any;
    }

    private void vanished(TopicImage topic) {
        log.warn(
                "topic {} with id {} was removed from ZooKeeper by someone else; its logs are kept where they are",
                topic.name(),
                topic.topicId());
        term.state().topicWent(topic.name());
        TopicDeletion.holdings(topic)
                .forEach((broker, partitions) -> term.batches().release(broker, topic, partitions));
    }

    /** Reads one topic, and has its node watched; whether anything changed by that. */
    private CompletableFuture<Boolean> read(String name) {
        if (term.state().isChanging(name)) {
            return later(name);
        }
        return term.services()
                .session()
                .get(ZkPaths.topic(name), () -> nodeChanged(name))
                .thenCompose(node -> found(name, node))
                .exceptionallyCompose(failure -> {
                    watched.remove(name);
                    return ZkException.is(failure, ZkCode.NO_NODE)
                            ? CompletableFuture.completedFuture(false)
                            : CompletableFuture.failedFuture(failure);
                });
    }

    /** Its nodes are being written by this term; they are looked at when that is done. */
    private CompletableFuture<Boolean> later(String name) {
        watched.remove(name);
        looks.later();
        return CompletableFuture.completedFuture(false);
    }

    private void nodeChanged(String name) {
        if (!term.isOver()) {
            read(name).whenComplete(looks::report);
        }
    }

    private CompletableFuture<Boolean> found(String name, ZkNode node) {
        if (term.state().isChanging(name)) {
            return later(name);
        }
        long created = node.stat().creationZxid();
        Long before = watched.put(name, created);
        TopicImage known = term.state().topic(name);
        boolean goes = known == null && term.state().isTaken(name);
        if (goes) {
            return CompletableFuture.completedFuture(false);
        }
        boolean another = before != null && before != created;
        if (known != null && (another || reader.isOfAnotherTopic(known, node))) {
            vanished(known);
            return reader.read(name, node);
        }
        return known == null ? reader.read(name, node) : reader.readMore(known, node);
    }
}
