package io.milena.server.controller;

import io.milena.common.errors.ErrorCode;
import io.milena.server.metadata.TopicImage;
import io.milena.server.zookeeper.FeatureZnode;
import io.milena.server.zookeeper.ZkOp;
import io.milena.server.zookeeper.ZkPaths;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the controller does in one term: reads the cluster, makes sure that every partition that can have a leader has
 * one, and then serves wishes.
 *
 * <p>Confined to the lane.
 */
final class TermOfOffice {

    private static final Logger log = LoggerFactory.getLogger(TermOfOffice.class);

    private static final Duration RETRY = Duration.ofSeconds(1);

    /** Partitions that one request may create; more would be planned in memory before ZooKeeper could slow it down. */
    private static final int MOST_PARTITIONS_PER_REQUEST = 100_000;

    private final Term term;
    private final BrokerWatch brokers;
    private final TopicWatch topics;
    private final StateWrites states;
    private final OldToolRequests oldTools;
    private final TopicCreations creations;
    private final TopicDeletions deletions;
    private final ProducerIdAllocation producerIds;
    private final ControllerConfig config;
    private boolean begun;
    private boolean changedBefore;
    private final Runnable whenBegun;

    TermOfOffice(Term term) {
        this.term = term;
        config = term.around().config();
        brokers = new BrokerWatch(term, this::changed);
        topics = new TopicWatch(term, this::changed);
        states = new StateWrites(term);
        oldTools = new OldToolRequests(term, states);
        creations = new TopicCreations(term);
        deletions = new TopicDeletions(term);
        producerIds = new ProducerIdAllocation(term);
        whenBegun = term.around().watch().began(ControllerWatch.Work.CONTROLLER_CHANGE);
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
                        term.around().lane().after(RETRY, this::start);
                    }
                });
    }

    private void begin() {
        if (term.isOver()) {
            return;
        }
        log.info(
                "controller knows {} brokers and {} topics",
                term.state().brokers().size(),
                term.state().topics().size());
        term.batches().flush(() -> {});
        begun = true;
        whenBegun.run();
        term.begin();
        oldTools.start();
        if (changedBefore) {
            changed();
        }
    }

    private void makeFeatureNode() {
        byte[] text = new FeatureZnode(new TreeMap<>(), true).encode();
        term.writes().all(List.of(ZkOp.persistent(ZkPaths.FEATURE, text)));
    }

    void end() {
        term.end();
    }

    void serve(Outcomes outcomes, Runnable work) {
        term.serve(outcomes, work);
    }

    /** Brokers or topics came or went. Before everything has been read, nobody is known to live. */
    private void changed() {
        if (!begun) {
            changedBefore = true;
            return;
        }
        watched(ControllerWatch.Work.LEADER_ELECTION, states::settle).whenComplete((done, failure) -> {
            if (failure != null) {
                term.report("electing leaders", failure);
            }
            if (!term.isOver()) {
                term.batches().flush(() -> {});
                deletions.resume();
            }
        });
    }

    private <T> CompletableFuture<T> watched(ControllerWatch.Work kind, Supplier<CompletableFuture<T>> work) {
        Runnable ended = term.around().watch().began(kind);
        CompletableFuture<T> outcome = work.get();
        outcome.whenComplete((done, failure) -> ended.run());
        return outcome;
    }

    void create(List<NewTopic> topics, TopicOutcome.Mode mode, Outcomes outcomes) {
        Set<String> twice = repeated(topics.stream().map(NewTopic::name).toList());
        long wanted = topics.stream().mapToLong(NewTopic::partitions).sum();
        if (wanted > MOST_PARTITIONS_PER_REQUEST) {
            outcomes.refuseRest(
                    ErrorCode.INVALID_REQUEST,
                    "One request may create at most " + MOST_PARTITIONS_PER_REQUEST + " partitions.");
            return;
        }
        for (int i = 0; i < topics.size(); i++) {
            int place = i;
            NewTopic topic = topics.get(i);
            CompletableFuture<TopicOutcome> outcome = twice.contains(topic.name())
                    ? done(repeatedly("Create topics", topic.name()))
                    : create(topic, mode);
            outcome.thenAccept(result -> outcomes.set(place, result));
        }
    }

    private static Set<String> repeated(List<String> names) {
        Set<String> seen = new HashSet<>();
        return names.stream().filter(name -> !seen.add(name)).collect(Collectors.toSet());
    }

    private static TopicOutcome repeatedly(String what, String name) {
        return new TopicOutcome.Refused(
                ErrorCode.INVALID_REQUEST,
                what + " request from client contains multiple entries for the following topics: " + name);
    }

    private static CompletableFuture<TopicOutcome> done(TopicOutcome outcome) {
        return CompletableFuture.completedFuture(outcome);
    }

    private CompletableFuture<TopicOutcome> create(NewTopic wish, TopicOutcome.Mode mode) {
        Chance chance = Chance.draw(term.around().randomness());
        Decided decided = new TopicCreation(term.state(), config).decide(wish, chance);
        if (decided instanceof Decided.Refused refused) {
            return done(refused.outcome());
        }
        Optional<String> objection = term.around().settings().objection(wish.configs());
        if (objection.isPresent()) {
            return done(new TopicOutcome.Refused(ErrorCode.INVALID_CONFIG, objection.get()));
        }
        TopicImage topic = ((Decided.Planned) decided).topic();
        if (mode == TopicOutcome.Mode.VALIDATE_ONLY) {
            return done(TopicOutcome.Done.of(topic));
        }
        Map<String, String> configs = new TreeMap<>();
        wish.configs().forEach((key, value) -> configs.put(key, Objects.requireNonNull(value)));
        return watched(ControllerWatch.Work.TOPIC_CHANGE, () -> creations.create(topic, configs));
    }

    void delete(List<DoomedTopic> topics, Outcomes outcomes) {
        for (int i = 0; i < topics.size(); i++) {
            int place = i;
            delete(topics.get(i)).thenAccept(result -> outcomes.set(place, result));
        }
    }

    private CompletableFuture<TopicOutcome> delete(DoomedTopic wish) {
        Decided decided = new TopicDeletion(term.state(), config).decide(wish);
        return decided instanceof Decided.Planned planned
                ? watched(ControllerWatch.Work.TOPIC_DELETION, () -> deletions.delete(planned.topic()))
                : done(((Decided.Refused) decided).outcome());
    }

    void grow(List<TopicGrowth> growths, TopicOutcome.Mode mode, Outcomes outcomes) {
        Set<String> twice = repeated(growths.stream().map(TopicGrowth::topic).toList());
        for (int i = 0; i < growths.size(); i++) {
            int place = i;
            TopicGrowth growth = growths.get(i);
            CompletableFuture<TopicOutcome> outcome = twice.contains(growth.topic())
                    ? done(repeatedly("Create partitions", growth.topic()))
                    : grow(growth, mode);
            outcome.thenAccept(result -> outcomes.set(place, result));
        }
    }

    private CompletableFuture<TopicOutcome> grow(TopicGrowth wish, TopicOutcome.Mode mode) {
        Decided decided = new PartitionGrowth(term.state()).decide(wish);
        if (decided instanceof Decided.Refused refused) {
            return done(refused.outcome());
        }
        TopicImage grown = ((Decided.Planned) decided).topic();
        TopicImage before = Objects.requireNonNull(term.state().topic(wish.topic()));
        return mode == TopicOutcome.Mode.VALIDATE_ONLY
                ? done(TopicOutcome.Done.of(grown))
                : watched(ControllerWatch.Work.TOPIC_CHANGE, () -> creations.grow(before, grown));
    }

    CompletableFuture<ProducerIdRange> producerIds(int broker) {
        return producerIds.next(broker);
    }
}
