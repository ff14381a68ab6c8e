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
 * The front door of the controller: takes part in its elections, and serves what clients ask of it. On a broker that is
 * not controller every request is refused with NOT_CONTROLLER.
 *
 * <p>Thread-safe: requests may come from any thread, and are answered on the lane exactly once. A request that takes
 * longer than its time-out is answered with REQUEST_TIMED_OUT and goes on.
 */
public final class Controller {

    /** What clients are told by a broker that is not controller. */
    static final String NOT_CONTROLLER = "This is not the correct controller for this cluster.";

    private final Scheduler lane;
    private final Term.Services services;
    private final ControllerElection election;
    private final ControllerFigures notController;
    private @Nullable ActiveController active;
    private volatile @Nullable ClusterState known;

    /**
     * @param connection the session, and its lane, which is the controller's too
     * @param outlets where decisions go, and who counts them
     * @param settings which settings topics may have
     */
    public Controller(
            ControllerConfig config,
            Connection connection,
            Outlets outlets,
            TopicSettings settings,
            Time time,
            Randomness randomness) {
        lane = connection.lane();
        notController = new ControllerFigures(0, ClusterImage.empty(config.clusterId()), 0, 0);
        services = new Term.Services(config, connection, outlets.links(), settings, outlets.watch(), randomness);
        election = new ControllerElection(connection.session(), lane, time, config.brokerId(), new Terms());
    }

    /** Takes part in elections from now on. To be called when the broker is registered. */
    public void start() {
        lane.execute(election::start);
    }

    /** What this broker knows as controller, counted; nothing when it is not. */
    public ControllerFigures figures() {
        ClusterState state = known;
        return state == null ? notController : state.figures();
    }

    /**
     * Creates topics, each done when its partitions are led and every broker knows.
     *
     * @param timeout how long the answer may take; zero or less answers at once, and the topics are created later
     * @param whenDone told the outcomes, in the order of {@code topics}
     */
    public void createTopics(
            List<NewTopic> topics, TopicOutcome.Mode mode, Duration timeout, Consumer<List<TopicOutcome>> whenDone) {
        var outcomes = new TopicOutcomes(topics.size(), whenDone);
        submit(outcomes, timeout, requests -> requests.create(topics, mode, outcomes));
    }

    /**
     * Deletes topics, each done when it is gone, or hidden from clients while a broker that holds it is down.
     *
     * @param timeout as in {@link #createTopics}
     * @param whenDone told the outcomes, in the order of {@code topics}
     */
    public void deleteTopics(List<TopicToDelete> topics, Duration timeout, Consumer<List<TopicOutcome>> whenDone) {
        var outcomes = new TopicOutcomes(topics.size(), whenDone);
        submit(outcomes, timeout, requests -> requests.delete(topics, outcomes));
    }

    /**
     * Adds partitions to topics, each done when they are led and every broker knows.
     *
     * @param timeout as in {@link #createTopics}
     * @param whenDone told the outcomes, in the order of {@code growths}
     */
    public void createPartitions(
            List<TopicGrowth> growths,
            TopicOutcome.Mode mode,
            Duration timeout,
            Consumer<List<TopicOutcome>> whenDone) {
        var outcomes = new TopicOutcomes(growths.size(), whenDone);
        submit(outcomes, timeout, requests -> requests.grow(growths, mode, outcomes));
    }

    /**
     * Gives a block of producer ids to broker {@code broker}. Calls exactly one of both, on the lane; a refusal may be
     * tried again.
     */
    public void allocateProducerIds(int broker, Consumer<ProducerIdRange> whenGiven, Consumer<ErrorCode> whenRefused) {
        lane.execute(() -> {
            ActiveController controller = active;
            if (controller == null) {
                whenRefused.accept(ErrorCode.NOT_CONTROLLER);
                return;
            }
            CompletableFuture<ProducerIdRange> range = controller.producerIds(broker);
            range.whenComplete((given, failure) -> {
                if (failure == null) {
                    whenGiven.accept(given);
                } else {
                    whenRefused.accept(ErrorCode.COORDINATOR_LOAD_IN_PROGRESS);
                }
            });
        });
    }

    private void submit(TopicOutcomes outcomes, Duration timeout, Consumer<TopicRequests> work) {
        lane.execute(() -> {
            outcomes.completeIfEmpty();
            ActiveController controller = active;
            if (controller == null) {
                outcomes.refuseRest(ErrorCode.NOT_CONTROLLER, NOT_CONTROLLER);
                return;
            }
            controller.serve(outcomes, () -> work.accept(controller.requests()));
            outcomes.limit(timeout, lane);
        });
    }

    /** A session, and the lane on which it answers. */
    public record Connection(ZkSession session, Scheduler lane) {}

    /** The links to brokers, which carry decisions out, and the watch, which counts and times the work. */
    public record Outlets(BrokerLink.Links links, ControllerWatch watch) {}

    /** Begins and ends terms. Confined to the lane. */
    private final class Terms implements ControllerElection.Listener {

        @Override
        public void elected(int epoch, int epochNodeVersion) {
            var term = new Term(services, epoch, epochNodeVersion);
            known = term.state();
            active = new ActiveController(term);
            active.start();
        }

        @Override
        public void resigned() {
            ActiveController controller = active;
            active = null;
            known = null;
            if (controller != null) {
                controller.end();
            }
        }
    }
}
