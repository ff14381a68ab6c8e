package io.milena.server.controller;

import io.milena.common.Randomness;
import io.milena.common.errors.ErrorCode;
import io.milena.common.time.Scheduler;
import io.milena.common.time.Time;
import io.milena.server.metadata.ClusterImage;
import io.milena.server.zookeeper.ZkSession;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The front door of the controller: runs for the office, and carries out what clients want of it. On a broker that does
 * not hold the office every wish is refused with NOT_CONTROLLER.
 *
 * <p>Thread-safe: wishes may come from any thread, and are answered on the lane exactly once. A wish that takes longer
 * than its time is answered with REQUEST_TIMED_OUT and goes on.
 */
public final class Controller {

    /** What a client of a broker without the office reads. */
    static final String NOT_CONTROLLER = "This is not the correct controller for this cluster.";

    private final Scheduler lane;
    private final Term.Surroundings around;
    private final ControllerElection election;
    private final ControllerFigures powerless;
    private @Nullable TermOfOffice office;
    private volatile @Nullable ClusterState known;

    /**
     * @param connection the session, and its lane, which is the controller's too
     * @param outlets the ways to the brokers, and to whoever counts
     * @param settings what topics may have as their settings
     */
    public Controller(
            ControllerConfig config,
            Connection connection,
            Outlets outlets,
            TopicSettings settings,
            Time time,
            Randomness randomness) {
        lane = connection.lane();
        powerless = new ControllerFigures(0, ClusterImage.empty(config.clusterId()), 0, 0);
        around = new Term.Surroundings(config, connection, outlets.links(), settings, outlets.watch(), randomness);
        election = new ControllerElection(connection.session(), lane, time, config.brokerId(), new Office());
    }

    /** A session, and the lane on which it answers. */
    public record Connection(ZkSession session, Scheduler lane) {}

    /** Where decisions go, and what is told of them. */
    public record Outlets(BrokerLink.Links links, ControllerWatch watch) {}

    /** Runs for the office. To be called when the broker is registered. */
    public void start() {
        lane.execute(election::start);
    }

    /** What this broker knows by its office. */
    public ControllerFigures figures() {
        ClusterState state = known;
        return state == null ? powerless : state.figures();
    }

    /** Creates topics; outcomes are in the order of {@code topics}. */
    public void createTopics(
            List<NewTopic> topics, TopicOutcome.Mode mode, Duration timeout, Consumer<List<TopicOutcome>> whenDone) {
        var outcomes = new Outcomes(topics.size(), whenDone);
        submit(outcomes, timeout, holder -> holder.create(topics, mode, outcomes));
    }

    /** Deletes topics; outcomes are in the order of {@code topics}. */
    public void deleteTopics(List<DoomedTopic> topics, Duration timeout, Consumer<List<TopicOutcome>> whenDone) {
        var outcomes = new Outcomes(topics.size(), whenDone);
        submit(outcomes, timeout, holder -> holder.delete(topics, outcomes));
    }

    /** Adds partitions to topics; outcomes are in the order of {@code growths}. */
    public void createPartitions(
            List<TopicGrowth> growths,
            TopicOutcome.Mode mode,
            Duration timeout,
            Consumer<List<TopicOutcome>> whenDone) {
        var outcomes = new Outcomes(growths.size(), whenDone);
        submit(outcomes, timeout, holder -> holder.grow(growths, mode, outcomes));
    }

    /** Gives producer ids to broker {@code broker}. Calls exactly one of both, on the lane. */
    public void allocateProducerIds(int broker, Consumer<ProducerIdRange> whenGiven, Consumer<ErrorCode> whenRefused) {
        lane.execute(() -> {
            TermOfOffice holder = office;
            if (holder == null) {
                whenRefused.accept(ErrorCode.NOT_CONTROLLER);
                return;
            }
            CompletableFuture<ProducerIdRange> range = holder.producerIds(broker);
            range.whenComplete((given, failure) -> {
                if (failure == null) {
                    whenGiven.accept(given);
                } else {
                    whenRefused.accept(ErrorCode.COORDINATOR_LOAD_IN_PROGRESS);
                }
            });
        });
    }

    private void submit(Outcomes outcomes, Duration timeout, Consumer<TermOfOffice> work) {
        lane.execute(() -> {
            outcomes.tellIfNothingWasWanted();
            TermOfOffice holder = office;
            if (holder == null) {
                outcomes.refuseRest(ErrorCode.NOT_CONTROLLER, NOT_CONTROLLER);
                return;
            }
            holder.serve(outcomes, () -> work.accept(holder));
            limit(outcomes, timeout);
        });
    }

    private void limit(Outcomes outcomes, Duration timeout) {
        Runnable tooLate = () -> outcomes.refuseRest(ErrorCode.REQUEST_TIMED_OUT, "The request timed out.");
        if (timeout.isZero() || timeout.isNegative()) {
            tooLate.run();
        } else if (!outcomes.isDone()) {
            lane.after(timeout, tooLate);
        }
    }

    /** Begins and ends terms. Confined to the lane. */
    private final class Office implements ControllerElection.Office {

        @Override
        public void elected(int epoch, int epochNodeVersion) {
            var term = new Term(around, epoch, epochNodeVersion);
            known = term.state();
            office = new TermOfOffice(term);
            office.start();
        }

        @Override
        public void lost() {
            TermOfOffice holder = office;
            office = null;
            known = null;
            if (holder != null) {
                holder.end();
            }
        }
    }
}
