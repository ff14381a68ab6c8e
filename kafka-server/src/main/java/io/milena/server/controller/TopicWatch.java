package io.milena.server.controller;

import io.milena.server.metadata.TopicImage;
import io.milena.server.zookeeper.ZkCode;
import io.milena.server.zookeeper.ZkException;
import io.milena.server.zookeeper.ZkNode;
import io.milena.server.zookeeper.ZkPaths;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
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
final class TopicWatch {

    private static final Logger log = LoggerFactory.getLogger(TopicWatch.class);

    /** When to look again at what could not be judged, because it was being written, or could not be read. */
    private static final Duration LATER = Duration.ofSeconds(1);

    private final Term term;
    private final ClusterReader reader;
    private final Runnable onChange;

    /** Nodes that are watched, by topic: the creation of each, which tells a namesake that came after it. */
    private final Map<String, Long> watched = new TreeMap<>();

    private boolean looking;
    private boolean lookAgain;
    private boolean laterDue;

    /** {@code onChange} runs after topics or partitions came or went, once the first look is done. */
    TopicWatch(Term term, Runnable onChange) {
        this.term = term;
        this.onChange = onChange;
        reader = new ClusterReader(term);
    }

    /** The first look; tells no change. */
    CompletableFuture<Void> readTopics() {
        watched.clear();
        looking = true;
        return look().thenAccept(changed -> {}).whenComplete((done, failure) -> looked());
    }

    private void looked() {
        looking = false;
        if (lookAgain) {
            lookAgain = false;
            childrenChanged();
        }
    }

    private CompletableFuture<Boolean> look() {
        return term.around()
                .session()
                .children(ZkPaths.TOPICS, this::childrenChanged)
                .thenCompose(this::compare);
    }

    private void childrenChanged() {
        if (looking) {
            lookAgain = true;
            return;
        }
        if (term.isOver()) {
            return;
        }
        looking = true;
        look().whenComplete((changed, failure) -> {
            tell(changed, failure);
            looked();
        });
    }

    private void tell(@Nullable Boolean changed, @Nullable Throwable failure) {
        if (failure != null) {
            term.report("reading topics", failure);
            lookLater();
        } else if (Boolean.TRUE.equals(changed) && !term.isOver()) {
            onChange.run();
        }
    }

    private void lookLater() {
        if (!laterDue && !term.isOver()) {
            laterDue = true;
            term.around().lane().after(LATER, () -> {
                laterDue = false;
                childrenChanged();
            });
        }
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
        return term.around()
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
        lookLater();
        return CompletableFuture.completedFuture(false);
    }

    private void nodeChanged(String name) {
        if (!term.isOver()) {
            read(name).whenComplete(this::tell);
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
