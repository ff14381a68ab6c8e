package io.milena.server.controller;

import io.milena.server.metadata.PartitionImage;
import io.milena.server.metadata.TopicImage;
import io.milena.server.zookeeper.PartitionStateZnode;
import io.milena.server.zookeeper.ZkCode;
import io.milena.server.zookeeper.ZkException;
import io.milena.server.zookeeper.ZkNode;
import io.milena.server.zookeeper.ZkOp;
import io.milena.server.zookeeper.ZkPaths;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Writes changed partition states, all of them at once, and takes over into the {@link ClusterState} what was written.
 * A state that someone else changed meanwhile is read again and decided anew.
 *
 * <p>Confined to the lane.
 */
final class StateWrites {

    /** How often a state that keeps changing under our hands is decided anew; brokers come and go rarely. */
    private static final int MOST_TRIES = 5;

    private final Term term;

    StateWrites(Term term) {
        this.term = term;
    }

    /** Decides for all topics, writes, and lets the holders hear of it at the next flush. */
    CompletableFuture<Void> settle() {
        return carryOut(term.election().changes(term.state().topics().values()));
    }

    /** Writes these changes, and lets the holders hear of them at the next flush. */
    CompletableFuture<Void> carryOut(List<LeaderElection.Change> changes) {
        List<CompletableFuture<?>> written = new ArrayList<>();
        for (LeaderElection.Change change : changes) {
            written.add(write(change, 1));
        }
        return CompletableFuture.allOf(written.toArray(CompletableFuture[]::new));
    }

    private CompletableFuture<Void> write(LeaderElection.Change change, int tries) {
        CompletableFuture<Integer> version =
                change.before().partitionEpoch() == ClusterState.NEVER_WRITTEN ? create(change) : set(change);
        return version.handle((epoch, failure) -> {
                    if (failure == null) {
                        if (change.isUnclean()) {
                            term.services().watch().electedUnclean();
                        }
                        taken(change.topic(), change.after().withPartitionEpoch(epoch), copyOf(change));
                        return CompletableFuture.<Void>completedFuture(null);
                    }
                    return again(change, tries, failure);
                })
                .thenCompose(next -> next);
    }

    private CompletableFuture<Integer> set(LeaderElection.Change change) {
        String path = ZkPaths.partitionState(change.topic(), change.after().partition());
        byte[] text = text(change.after(), term.epoch());
        return term.writes()
                .all(List.of(new ZkOp.Set(path, text, change.before().partitionEpoch())))
                .thenApply(stats -> Objects.requireNonNull(stats.get(0)).version());
    }

    private CompletableFuture<Integer> create(LeaderElection.Change change) {
        String topic = change.topic();
        int partition = change.after().partition();
        term.writes().all(List.of(ZkOp.persistent(ZkPaths.partitions(topic), null)));
        term.writes().all(List.of(ZkOp.persistent(ZkPaths.partition(topic, partition), null)));
        byte[] text = text(change.after(), term.epoch());
        return term.writes()
                .all(List.of(ZkOp.persistent(ZkPaths.partitionState(topic, partition), text)))
                .thenApply(stats -> 0);
    }

    static byte[] text(PartitionImage partition, int controllerEpoch) {
        return new PartitionStateZnode(controllerEpoch, partition.leader(), partition.leaderEpoch(), partition.isr())
                .encode();
    }

    private CompletableFuture<Void> again(LeaderElection.Change change, int tries, Throwable failure) {
        boolean overtaken = ZkException.is(failure, ZkCode.BAD_VERSION) || ZkException.is(failure, ZkCode.NODE_EXISTS);
        if (!overtaken || tries == MOST_TRIES) {
            return CompletableFuture.failedFuture(failure);
        }
        String path = ZkPaths.partitionState(change.topic(), change.before().partition());
        return term.services().session().get(path, null).thenCompose(node -> {
            PartitionImage read = image(change.before(), node);
            taken(change.topic(), read, BrokerLink.Copy.HELD);
            PartitionImage next = term.election().settled(change.topic(), read);
            return next == read
                    ? CompletableFuture.completedFuture(null)
                    : write(new LeaderElection.Change(change.topic(), read, next), tries + 1);
        });
    }

    /** A partition without state was made, and nobody was told of it: a controller died in between. */
    private static BrokerLink.Copy copyOf(LeaderElection.Change change) {
        return change.before().partitionEpoch() == ClusterState.NEVER_WRITTEN
                ? BrokerLink.Copy.NEW
                : BrokerLink.Copy.HELD;
    }

    private void taken(String name, PartitionImage partition, BrokerLink.Copy copy) {
        term.state().partitionIs(name, partition);
        TopicImage topic = term.state().topic(name);
        if (topic != null) {
            term.batches().assign(topic, partition, copy);
        }
    }

    /** What a state node says of a partition whose replicas are known; {@code null}: the node is not there. */
    static PartitionImage image(PartitionImage known, @Nullable ZkNode node) {
        if (node == null) {
            return known;
        }
        PartitionStateZnode state = PartitionStateZnode.decode(node.data());
        return new PartitionImage(
                known.partition(),
                state.leader(),
                state.leaderEpoch(),
                known.replicas(),
                state.isr(),
                node.stat().version(),
                known.moves());
    }
}
