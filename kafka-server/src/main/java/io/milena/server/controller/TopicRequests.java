package io.milena.server.controller;

import io.milena.common.errors.ErrorCode;
import io.milena.server.metadata.TopicImage;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Serves what clients ask for topics: decides on each topic of a request by itself, has it carried out, and gathers the
 * outcomes.
 *
 * <p>Confined to the lane.
 */
final class TopicRequests {

    /** Partitions that one request may create; more would be planned in memory before ZooKeeper could slow it down. */
    private static final int MOST_PARTITIONS_PER_REQUEST = 100_000;

    private final Term term;
    private final TopicCreations creations;
    private final TopicDeletions deletions;
    private final ControllerConfig config;

    TopicRequests(Term term, TopicDeletions deletions) {
        this.term = term;
        this.deletions = deletions;
        creations = new TopicCreations(term);
        config = term.services().config();
    }

    void create(List<NewTopic> topics, TopicOutcome.Mode mode, TopicOutcomes outcomes) {
        var creation = new TopicCreation(term.state(), config);
        if (isTooMuch(topics.stream().mapToLong(creation::partitionsWanted).sum(), outcomes)) {
            return;
        }
        Set<String> repeated = repeated(topics, NewTopic::name);
        gather(
                topics,
                topic -> repeated.contains(topic.name())
                        ? refusedAsRepeated("Create topics", topic.name())
                        : create(topic, mode),
                outcomes);
    }

    private CompletableFuture<TopicOutcome> create(NewTopic request, TopicOutcome.Mode mode) {
        Chance chance = Chance.draw(term.services().randomness());
        Decided decided = new TopicCreation(term.state(), config).decide(request, chance);
        if (decided instanceof Decided.Refused refused) {
            return done(refused.outcome());
        }
        Optional<String> objection = term.services().settings().objection(request.configs());
        if (objection.isPresent()) {
            return done(new TopicOutcome.Refused(ErrorCode.INVALID_CONFIG, objection.get()));
        }
        TopicImage topic = ((Decided.Planned) decided).topic();
        if (mode == TopicOutcome.Mode.VALIDATE_ONLY) {
            return done(TopicOutcome.Done.of(topic));
        }
        Map<String, String> configs = new TreeMap<>();
        request.configs().forEach((key, value) -> configs.put(key, Objects.requireNonNull(value)));
        return term.watched(ControllerWatch.Work.TOPIC_CHANGE, () -> creations.create(topic, configs));
    }

    void delete(List<TopicToDelete> topics, TopicOutcomes outcomes) {
        gather(topics, this::delete, outcomes);
    }

    private CompletableFuture<TopicOutcome> delete(TopicToDelete request) {
        Decided decided = new TopicDeletion(term.state(), config).decide(request);
        return decided instanceof Decided.Planned planned
                ? term.watched(ControllerWatch.Work.TOPIC_DELETION, () -> deletions.delete(planned.topic()))
                : done(((Decided.Refused) decided).outcome());
    }

    void grow(List<TopicGrowth> growths, TopicOutcome.Mode mode, TopicOutcomes outcomes) {
        var growth = new PartitionGrowth(term.state());
        if (isTooMuch(growths.stream().mapToLong(growth::partitionsWanted).sum(), outcomes)) {
            return;
        }
        Set<String> repeated = repeated(growths, TopicGrowth::topic);
        gather(
                growths,
                each -> repeated.contains(each.topic())
                        ? refusedAsRepeated("Create partitions", each.topic())
                        : grow(each, mode),
                outcomes);
    }

    private CompletableFuture<TopicOutcome> grow(TopicGrowth request, TopicOutcome.Mode mode) {
        Decided decided = new PartitionGrowth(term.state()).decide(request);
        if (decided instanceof Decided.Refused refused) {
            return done(refused.outcome());
        }
        TopicImage grown = ((Decided.Planned) decided).topic();
        TopicImage before = Objects.requireNonNull(term.state().topic(request.topic()));
        return mode == TopicOutcome.Mode.VALIDATE_ONLY
                ? done(TopicOutcome.Done.of(grown))
                : term.watched(ControllerWatch.Work.TOPIC_CHANGE, () -> creations.grow(before, grown));
    }

    private static boolean isTooMuch(long partitions, TopicOutcomes outcomes) {
        if (partitions <= MOST_PARTITIONS_PER_REQUEST) {
            return false;
        }
        outcomes.refuseRest(
                ErrorCode.INVALID_REQUEST,
                "One request may create at most " + MOST_PARTITIONS_PER_REQUEST
                        + " partitions; spread the topics over several requests.");
        return true;
    }

    private static <T> void gather(
            List<T> requests, Function<T, CompletableFuture<TopicOutcome>> work, TopicOutcomes outcomes) {
        for (int i = 0; i < requests.size(); i++) {
            int place = i;
            work.apply(requests.get(i)).thenAccept(outcome -> outcomes.set(place, outcome));
        }
    }

    private static <T> Set<String> repeated(List<T> requests, Function<T, String> name) {
        Set<String> seen = new HashSet<>();
        return requests.stream().map(name).filter(each -> !seen.add(each)).collect(Collectors.toSet());
    }

    private static CompletableFuture<TopicOutcome> refusedAsRepeated(String what, String topic) {
        return done(new TopicOutcome.Refused(
                ErrorCode.INVALID_REQUEST,
                what + " request from client contains multiple entries for the following topics: " + topic));
    }

    private static CompletableFuture<TopicOutcome> done(TopicOutcome outcome) {
        return CompletableFuture.completedFuture(outcome);
    }
}
