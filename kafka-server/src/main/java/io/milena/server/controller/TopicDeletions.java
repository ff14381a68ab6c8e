package io.milena.server.controller;

import io.milena.common.errors.ErrorCode;
import io.milena.server.metadata.PartitionImage;
import io.milena.server.metadata.TopicImage;
import io.milena.server.zookeeper.ZkCode;
import io.milena.server.zookeeper.ZkException;
import io.milena.server.zookeeper.ZkOp;
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
 * Carries out deletions. The request is first a node of its own, so that the next controller goes on where this one
 * died:
 *
 * <pre>
 *   request node, then leaders withdrawn, then logs deleted by all holders, then nodes deleted, the request node last
 * </pre>
 *
 * A holder that does not live keeps the deletion open until it comes back. Confined to the lane.
 */
final class TopicDeletions {

    private static final Logger log = LoggerFactory.getLogger(TopicDeletions.class);

    /** Nodes written by one multi; a request to ZooKeeper may be at most 1 MiB. */
    private static final int NODES_PER_MULTI = 1_000;

    private final Term term;

    /** Topics whose holders are being asked at this moment. */
    private final SortedSet<String> asking = new TreeSet<>();

    /** What those hear who asked for a deletion that is under way, by topic. */
    private final Map<String, CompletableFuture<TopicOutcome>> underWay = new TreeMap<>();

    TopicDeletions(Term term) {
        this.term = term;
    }

    /** What was asked for in earlier terms, and what old tools ask for by making a node; now and whenever one comes. */
    CompletableFuture<Void> readRequests() {
        return term.services()
                .session()
                .children(ZkPaths.DELETE_TOPICS, this::requestsChanged)
                .thenAccept(names -> names.forEach(this::requested));
    }

    private void requestsChanged() {
        if (!term.isOver()) {
            readRequests().exceptionally(failure -> {
                term.report("reading the topics to be deleted", failure);
                return null;
            });
        }
    }

    private void requested(String name) {
        TopicImage topic = term.state().topic(name);
        boolean enabled = term.services().config().deletion() == ControllerConfig.Deletion.ENABLED;
        if (topic != null && enabled) {
            retire(topic);
            return;
        }
        if (!term.state().isTaken(name) || !enabled) {
            remove(ZkPaths.deleteTopic(name));
        }
    }

    /** Begins to delete a topic; told when it is gone, or hidden from everyone while a holder does not live. */
    CompletableFuture<TopicOutcome> delete(TopicImage topic) {
        return term.writes()
                .all(List.of(ZkOp.persistent(ZkPaths.deleteTopic(topic.name()), null)))
                .handle((stats, failure) -> {
                    if (failure == null || ZkException.is(failure, ZkCode.NODE_EXISTS)) {
                        return retire(topic);
                    }
                    term.report("asking for the deletion of topic " + topic.name(), failure);
                    return CompletableFuture.<TopicOutcome>completedFuture(
                            new TopicOutcome.Refused(ErrorCode.NOT_CONTROLLER, Controller.NOT_CONTROLLER));
                })
                .thenCompose(outcome -> outcome);
    }

    private CompletableFuture<TopicOutcome> retire(TopicImage wanted) {
        TopicImage topic = term.state().topic(wanted.name());
        boolean gone = topic == null || !topic.topicId().equals(wanted.topicId());
        if (gone) {
            return underWay.getOrDefault(
                    wanted.name(), CompletableFuture.completedFuture(TopicOutcome.Done.of(wanted)));
        }
        log.info("topic {} with id {} is being deleted", topic.name(), topic.topicId());
        TopicImage retired = TopicDeletion.retired(topic);
        term.state().deletionBegan(retired);
        withdraw(retired);
        var told = new CompletableFuture<TopicOutcome>();
        underWay.put(topic.name(), told);
        term.batches()
                .flush(() -> askHolders(retired).whenComplete((done, failure) -> {
                    underWay.remove(topic.name());
                    told.complete(TopicOutcome.Done.of(retired));
                }));
        return told;
    }

    /** Says in the states that nobody leads any more. */
    private void withdraw(TopicImage topic) {
        List<ZkOp> operations = new ArrayList<>();
        for (PartitionImage partition : topic.partitions()) {
            boolean written = partition.partitionEpoch() != ClusterState.NEVER_WRITTEN;
            if (written) {
                String path = ZkPaths.partitionState(topic.name(), partition.partition());
                operations.add(new ZkOp.Set(path, StateWrites.text(partition, term.epoch()), ZkOp.ANY_VERSION));
            }
        }
        for (List<ZkOp> multi : multis(operations)) {
            term.writes().all(multi).whenComplete((stats, failure) -> {
                if (failure != null && !ZkException.is(failure, ZkCode.NO_NODE)) {
                    term.report("withdrawing the leaders of topic " + topic.name(), failure);
                }
            });
        }
    }

    private static <T> List<List<T>> multis(List<T> all) {
        List<List<T>> multis = new ArrayList<>();
        for (int from = 0; from < all.size(); from += NODES_PER_MULTI) {
            multis.add(all.subList(from, Math.min(all.size(), from + NODES_PER_MULTI)));
        }
        return multis;
    }

    /** Goes on with deletions that wait for a broker; called when one has come. */
    void resume() {
        List.copyOf(term.state().deleting().values()).forEach(this::askHolders);
    }

    /** Tells all holders to delete their logs, and removes the nodes when they all have. */
    private CompletableFuture<Void> askHolders(TopicImage topic) {
        if (!asking.add(topic.name())) {
            return CompletableFuture.completedFuture(null);
        }
        SortedSet<Integer> missing = new TreeSet<>();
        List<CompletableFuture<Void>> answers = new ArrayList<>();
        TopicDeletion.holdings(topic).forEach((broker, partitions) -> {
            missing.add(broker);
            answers.add(askHolder(broker, topic, partitions).thenAccept(deleted -> {
                if (deleted) {
                    missing.remove(broker);
                }
            }));
        });
        return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
                .thenCompose(all -> {
                    asking.remove(topic.name());
                    return finish(topic, missing);
                });
    }

    private CompletableFuture<Boolean> askHolder(int broker, TopicImage topic, List<PartitionImage> partitions) {
        var answer = new CompletableFuture<Boolean>();
        term.batches().delete(broker, topic, partitions, answer::complete);
        return answer;
    }

    private CompletableFuture<Void> finish(TopicImage topic, SortedSet<Integer> missing) {
        if (term.isOver()) {
            return CompletableFuture.completedFuture(null);
        }
        if (missing.isEmpty()) {
            return removeNodes(topic);
        }
        log.info(
                "deletion of topic {} waits for brokers {}, which hold it and did not delete it",
                topic.name(),
                missing);
        return CompletableFuture.completedFuture(null);
    }

    /** Children before parents; what an earlier controller removed already is no matter. */
    private CompletableFuture<Void> removeNodes(TopicImage topic) {
        String name = topic.name();
        List<String> paths = new ArrayList<>();
        for (PartitionImage partition : topic.partitions()) {
            paths.add(ZkPaths.partitionState(name, partition.partition()));
            paths.add(ZkPaths.partition(name, partition.partition()));
        }
        CompletableFuture<?>[] children =
                multis(paths).stream().map(this::removeAll).toArray(CompletableFuture<?>[]::new);
        return CompletableFuture.allOf(children)
                .thenCompose(done -> remove(ZkPaths.partitions(name)))
                .thenCompose(done -> remove(ZkPaths.topic(name)))
                .thenCompose(removed -> removed ? forget(name) : CompletableFuture.completedFuture(null));
    }

    /** All in one multi, or one by one when some are missing. What cannot be removed is reported. */
    private CompletableFuture<Void> removeAll(List<String> paths) {
        List<ZkOp> operations = new ArrayList<>(paths.size());
        paths.forEach(path -> operations.add(new ZkOp.Delete(path, ZkOp.ANY_VERSION)));
        return term.writes()
                .all(operations)
                .<Void>thenApply(stats -> null)
                .exceptionallyCompose(failure ->
                        CompletableFuture.allOf(paths.stream().map(this::remove).toArray(CompletableFuture<?>[]::new)));
    }

    private CompletableFuture<Void> forget(String name) {
        remove(ZkPaths.topicConfig(name));
        return remove(ZkPaths.deleteTopic(name)).thenAccept(done -> {
            term.state().deletionEnded(name);
            log.info("topic {} is deleted", name);
        });
    }

    private CompletableFuture<Boolean> remove(String path) {
        return term.writes()
                .all(List.of(new ZkOp.Delete(path, ZkOp.ANY_VERSION)))
                .handle((stats, failure) -> {
                    if (failure == null || ZkException.is(failure, ZkCode.NO_NODE)) {
                        return true;
                    }
                    term.report("removing " + path, failure);
                    return false;
                });
    }
}
