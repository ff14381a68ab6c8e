package io.milena.server.controller;

import io.milena.server.zookeeper.FeatureZnode;
import io.milena.server.zookeeper.ZkOp;
import io.milena.server.zookeeper.ZkPaths;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the controller does in one term: reads the cluster, makes sure that every partition that can have a leader has
 * one, and then serves requests.
 *
 * <p>Confined to the lane.
 */
final class ActiveController {

    private static final Logger log = LoggerFactory.getLogger(ActiveController.class);

    private static final Duration RETRY = Duration.ofSeconds(1);

    private final Term term;
    private final BrokerWatch brokers;
    private final TopicWatch topics;
    private final StateWrites states;
    private final OldToolRequests oldTools;
    private final TopicDeletions deletions;
    private final TopicRequests requests;
    private final ProducerIdAllocation producerIds;
    private final Runnable onBegun;
    private boolean begun;
    private boolean changedBefore;

    ActiveController(Term term) {
        this.term = term;
        brokers = new BrokerWatch(term, this::changed);
        topics = new TopicWatch(term, this::changed);
        states = new StateWrites(term);
        oldTools = new OldToolRequests(term, states);
        deletions = new TopicDeletions(term);
        requests = new TopicRequests(term, deletions);
        producerIds = new ProducerIdAllocation(term);
        onBegun = term.services().watch().began(ControllerWatch.Work.CONTROLLER_CHANGE);
    }

    /** Nothing is decided on half a reading: a failure begins anew while the term lasts. */
    void start() {
        if (term.isOver()) {
            return;
        }
        makeFeatureNode();
        topics.readTopics()
                .thenCompose(done -> brokers.readBrokers())
                .thenCompose(done -> states.settle())
                .thenCompose(done -> deletions.readRequests())
                .whenComplete((done, failure) -> {
                    if (failure == null) {
                        begin();
                    } else {
                        term.report("reading the cluster", failure);
                        term.services().lane().after(RETRY, this::start);
                    }
                });
    }

    private void makeFeatureNode() {
        byte[] text = FeatureZnode.NO_FEATURES.encode();
        term.writes().all(List.of(ZkOp.persistent(ZkPaths.FEATURE, text)));
    }

    private void begin() {
        if (term.isOver()) {
            return;
        }
        log.info(
                "controller of epoch {} has read the cluster: {} brokers, {} topics",
                term.epoch(),
                term.state().brokers().size(),
                term.state().topics().size());
        term.batches().flush(() -> {});
        begun = true;
        onBegun.run();
        term.begin();
        oldTools.start();
        if (changedBefore) {
            changed();
        }
    }

    /** Brokers or topics came or went. Before everything has been read, nobody is known to live. */
    private void changed() {
        if (!begun) {
            changedBefore = true;
            return;
        }
        term.watched(ControllerWatch.Work.LEADER_ELECTION, states::settle).whenComplete((done, failure) -> {
            if (failure != null) {
                term.report("electing leaders", failure);
            }
            if (!term.isOver()) {
                term.batches().flush(() -> {});
                deletions.resume();
            }
        });
    }

    /** Runs {@code work} once the cluster has been read; what it leaves open is refused when the term ends. */
    void serve(TopicOutcomes outcomes, Runnable work) {
        term.serve(outcomes, work);
    }

    /** What clients ask for topics; to be called in {@link #serve} only. */
    TopicRequests requests() {
        return requests;
    }

    /** The next block of producer ids, for {@code broker}. */
    CompletableFuture<ProducerIdRange> producerIds(int broker) {
        return producerIds.next(broker).whenComplete((range, failure) -> {
            if (failure != null) {
                term.report("giving producer ids to broker " + broker, failure);
            }
        });
    }

    void end() {
        term.end();
    }
}
