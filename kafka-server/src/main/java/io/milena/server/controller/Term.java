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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One term of office: what the controller knows and may do until another one is elected. Nothing of it outlives the
 * term.
 *
 * <p>Confined to the lane.
 */
final class Term {

    private static final Logger log = LoggerFactory.getLogger(Term.class);

    private final Surroundings around;
    private final int epoch;
    private final FencedWrites writes;
    private final ClusterState state;
    private final BrokerBatches batches;
    private final Set<Outcomes> open = new LinkedHashSet<>();
    private final List<Runnable> whenReady = new ArrayList<>();
    private boolean ready;
    private boolean over;

    Term(Surroundings around, int epoch, int epochNodeVersion) {
        this.around = around;
        this.epoch = epoch;
        writes = new FencedWrites(around.session(), epochNodeVersion);
        state = new ClusterState(around.config().clusterId(), around.config().brokerId());
        batches = new BrokerBatches(state, around, epoch);
    }

    /** What stays the same from term to term. */
    record Surroundings(
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

    Surroundings around() {
        return around;
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
        return new LeaderElection(state::lives, around.settings()::allowsUncleanElection);
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
    void serve(Outcomes outcomes, Runnable work) {
        open.removeIf(Outcomes::isDone);
        open.add(outcomes);
        if (ready) {
            work.run();
        } else {
            whenReady.add(work);
        }
    }

    /** Another controller may be at work already: whoever still waits is sent there. */
    void end() {
        over = true;
        whenReady.clear();
        open.forEach(outcomes -> outcomes.refuseRest(ErrorCode.NOT_CONTROLLER, Controller.NOT_CONTROLLER));
        state.brokers().values().forEach(around.links()::over);
    }

    /** Says that something failed for good; what comes of a term that is over is no news. */
    void report(String what, Throwable failure) {
        boolean expected =
                over || ZkException.is(failure, ZkCode.FENCED) || ZkException.is(failure, ZkCode.SESSION_ENDED);
        if (expected) {
            log.info("{} was given up at the end of term {}", what, epoch);
        } else {
            log.error("{} failed", what, ZkException.of(failure));
        }
    }
}
