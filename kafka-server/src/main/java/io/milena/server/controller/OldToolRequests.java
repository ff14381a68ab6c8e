package io.milena.server.controller;

import io.milena.common.TopicPartition;
import io.milena.server.metadata.PartitionImage;
import io.milena.server.metadata.TopicImage;
import io.milena.server.zookeeper.MalformedZnode;
import io.milena.server.zookeeper.PreferredElectionZnode;
import io.milena.server.zookeeper.ReassignmentZnode;
import io.milena.server.zookeeper.ZkCode;
import io.milena.server.zookeeper.ZkException;
import io.milena.server.zookeeper.ZkNode;
import io.milena.server.zookeeper.ZkOp;
import io.milena.server.zookeeper.ZkPaths;
import io.milena.server.zookeeper.ZkSession;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the two nodes by which old tools ask for elections of preferred leaders and for reassignments. A node is
 * removed when what it asks for is done or refused, which tells the tool that it may ask again.
 *
 * <p>Replicas are not moved: a reassignment to where they are is done, any other is refused with a line in the log.
 *
 * <p>Confined to the lane.
 */
final class OldToolRequests {

    private static final Logger log = LoggerFactory.getLogger(OldToolRequests.class);

    private final Term term;
    private final StateWrites states;

    OldToolRequests(Term term, StateWrites states) {
        this.term = term;
        this.states = states;
    }

    /** Serves what is asked for now and from now on. */
    void start() {
        watch(ZkPaths.PREFERRED_ELECTION, this::elect);
        watch(ZkPaths.REASSIGN_PARTITIONS, this::reassign);
    }

    private void watch(String path, Consumer<byte[]> service) {
        if (term.isOver()) {
            return;
        }
        ZkSession session = term.services().session();
        session.exists(path, () -> watch(path, service))
                .thenCompose(stat -> stat == null
                        ? CompletableFuture.<@Nullable ZkNode>completedFuture(null)
                        : session.get(path, null).<@Nullable ZkNode>thenApply(node -> node))
                .whenComplete((node, failure) -> {
                    if (failure == null && node != null) {
                        serve(path, node, service);
                    } else if (failure != null && !ZkException.is(failure, ZkCode.NO_NODE)) {
                        term.report("reading " + path, failure);
                    }
                });
    }

    private void serve(String path, ZkNode node, Consumer<byte[]> service) {
        try {
            service.accept(node.data());
        } catch (MalformedZnode e) {
            log.error("{} makes no sense, and is removed: {}", path, e.getMessage());
        }
        term.writes().all(List.of(new ZkOp.Delete(path, node.stat().version()))).whenComplete((done, failure) -> {
            boolean overtaken = ZkException.is(failure, ZkCode.BAD_VERSION) || ZkException.is(failure, ZkCode.NO_NODE);
            if (failure != null && !overtaken) {
                term.report("removing " + path, failure);
            }
        });
    }

    private void elect(byte[] data) {
        List<LeaderElection.Change> changes = new ArrayList<>();
        for (TopicPartition wanted : PreferredElectionZnode.decode(data)) {
            PartitionImage before = known(wanted);
            if (before == null) {
                log.warn("a preferred leader is wanted for {}, which does not exist", wanted);
                continue;
            }
            PartitionImage after = term.election().preferred(before);
            if (after != before) {
                changes.add(new LeaderElection.Change(wanted.topic(), before, after));
            }
        }
        states.carryOut(changes).whenComplete((done, failure) -> {
            if (failure != null) {
                term.report("electing preferred leaders", failure);
            }
            if (!term.isOver()) {
                term.batches().flush(() -> {});
            }
        });
    }

    private @Nullable PartitionImage known(TopicPartition wanted) {
        TopicImage topic = term.state().topic(wanted.topic());
        return topic == null ? null : topic.partition(wanted.partition());
    }

    private void reassign(byte[] data) {
        ReassignmentZnode.decode(data).forEach((wanted, replicas) -> {
            PartitionImage known = known(wanted);
            if (known == null) {
                log.warn("{} is to be reassigned to brokers {}, and does not exist", wanted, replicas);
            } else if (!known.replicas().equals(replicas)) {
                log.warn(
                        "{} is to move from brokers {} to {}: refused, this version does not move replicas",
                        wanted,
                        known.replicas(),
                        replicas);
            }
        });
    }
}
