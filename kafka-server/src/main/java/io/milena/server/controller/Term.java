package io.milena.server.controller;

import io.milena.common.Randomness;
import io.milena.common.errors.ErrorCode;
import io.milena.common.time.Scheduler;
import io.milena.server.zookeeper.FencedWrites;
import io.milena.server.zookeeper.ZkCode;
import io.milena.server.zookeeper.ZkException;
import io.milena.server.zookeeper.ZkSession;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One term of a controller: what it knows and may write until another one is elected. Nothing of it outlives the term.
 *
 * <p>Confined to the lane.
 */
final class Term {

    private static final Logger log = LoggerFactory.getLogger(Term.class);

    private final Services services;
    private final int epoch;
    private final FencedWrites writes;
    private final ClusterState state;
    private final BrokerBatches batches;
    private final Set<TopicOutcomes> open = new LinkedHashSet<>();
    private final List<Runnable> whenReady = new ArrayList<>();
    private boolean ready;
    private boolean over;

    Term(Services services, int epoch, int epochNodeVersion) {
        this.services = services;
        this.epoch = epoch;
        writes = new FencedWrites(services.session(), epochNodeVersion);
        state = new ClusterState(
                services.config().clusterId(), services.config().brokerId());
        batches = new BrokerBatches(state, services, epoch);
    }

    Services services() {
        return services;
    }

    int epoch() {
        return epoch;
    }

    FencedWrites writes() {
        return writes;
    }

    ClusterState state() {
        return state;
    }

    BrokerBatches batches() {
        return batches;
    }

    LeaderElection election() {
        return new LeaderElection(state::lives, services.settings()::allowsUncleanElection);
    }

    boolean isOver() {
        return over;
    }

    /** Everything has been read; requests are served from now on. */
    void begin() {
        ready = true;
        List<Runnable> waiting = List.copyOf(whenReady);
        whenReady.clear();
        waiting.forEach(Runnable::run);
    }

    /** Runs {@code work} when everything has been read. What it leaves open is refused when the term ends. */
    void serve(TopicOutcomes outcomes, Runnable work) {
        open.removeIf(TopicOutcomes::isDone);
        open.add(outcomes);
        if (ready) {
            work.run();
        } else {
            whenReady.add(work);
        }
    }

    /** Does {@code work}, and has the watch time it to its end. */
    <T> CompletableFuture<T> watched(ControllerWatch.Work kind, Supplier<CompletableFuture<T>> work) {
        Runnable ended = services.watch().began(kind);
        CompletableFuture<T> outcome = work.get();
        outcome.whenComplete((done, failure) -> ended.run());
        return outcome;
    }

    /** Another controller may be at work already: requests without an outcome are refused, so that they go there. */
    void end() {
        over = true;
        whenReady.clear();
        open.forEach(outcomes -> outcomes.refuseRest(ErrorCode.NOT_CONTROLLER, Controller.NOT_CONTROLLER));
        state.brokers().values().forEach(services.links()::over);
    }

    /** Logs that something failed for good: as an error, unless it failed because the term is over. */
    void report(String what, Throwable failure) {
        boolean expected =
                over || ZkException.is(failure, ZkCode.FENCED) || ZkException.is(failure, ZkCode.SESSION_ENDED);
        if (expected) {
            log.info("{} was given up: controller epoch {} is over", what, epoch);
        } else {
            log.error("{} failed in controller epoch {}", what, epoch, ZkException.cause(failure));
        }
    }

    /** What every term of this broker works with. */
    record Services(
            ControllerConfig config,
            Controller.Connection connection,
            BrokerLink.Links links,
            TopicSettings settings,
            ControllerWatch watch,
            Randomness randomness) {

        ZkSession session() {
            return connection.session();
        }

        Scheduler lane() {
            return connection.lane();
        }
    }
}
