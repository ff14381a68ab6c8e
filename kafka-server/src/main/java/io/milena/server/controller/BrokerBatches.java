package io.milena.server.controller;

import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.common.time.Scheduler;
import io.milena.server.metadata.BrokerImage;
import io.milena.server.metadata.PartitionImage;
import io.milena.server.metadata.TopicImage;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gathers what brokers are to be told and tells each of them once: first its roles, then the image, so that nobody
 * hears of a leader before that one knows.
 *
 * <p>Confined to the lane.
 */
final class BrokerBatches {

    private static final Logger log = LoggerFactory.getLogger(BrokerBatches.class);

    private final ClusterState state;
    private final BrokerLink.Links links;
    private final Scheduler lane;
    private final ControllerWatch watch;
    private final int controllerId;
    private final int controllerEpoch;
    private final SortedMap<Integer, BrokerLink> open = new TreeMap<>();
    private SortedMap<Integer, List<BrokerLink.Role>> pending = new TreeMap<>();

    BrokerBatches(ClusterState state, Term.Services services, int controllerEpoch) {
        this.state = state;
        this.links = services.links();
        this.lane = services.lane();
        this.watch = services.watch();
        this.controllerId = services.config().brokerId();
        this.controllerEpoch = controllerEpoch;
    }

    void brokerCame(BrokerImage broker) {
        open.put(broker.id(), links.to(broker));
    }

    void brokerWent(BrokerImage broker) {
        open.remove(broker.id());
        pending.remove(broker.id());
        links.over(broker);
    }

    /** Every live holder of this partition is to hear of it. */
    void assign(TopicImage topic, PartitionImage partition, BrokerLink.Copy copy) {
        for (int broker : partition.replicas()) {
            assignTo(broker, topic, partition, copy);
        }
    }

    /** A broker that has just come is to hear of everything it holds. */
    void assignAllTo(int broker) {
        for (TopicImage topic : state.topics().values()) {
            topic.partitions().stream()
                    .filter(partition -> partition.replicas().contains(broker))
                    .forEach(partition -> assignTo(broker, topic, partition, BrokerLink.Copy.HELD));
        }
    }

    private void assignTo(int broker, TopicImage topic, PartitionImage partition, BrokerLink.Copy copy) {
        boolean written = partition.partitionEpoch() != ClusterState.NEVER_WRITTEN;
        if (written && open.containsKey(broker)) {
            pending.computeIfAbsent(broker, any -> new ArrayList<>())
                    .add(new BrokerLink.Role(topic.name(), topic.topicId(), partition, copy));
        }
    }

    /**
     * Tells all brokers what has gathered and what the cluster looks like; {@code whenDone} runs when all have
     * answered.
     */
    void flush(Runnable whenDone) {
        SortedMap<Integer, List<BrokerLink.Role>> batches = pending;
        pending = new TreeMap<>();
        if (open.isEmpty()) {
            whenDone.run();
            return;
        }
        var remaining = new Countdown(open.size(), whenDone);
        for (int broker : List.copyOf(open.keySet())) {
            List<BrokerLink.Role> roles = batches.get(broker);
            if (roles == null) {
                publish(broker, remaining);
            } else {
                assignThenPublish(broker, roles, remaining);
            }
        }
    }

    private void assignThenPublish(int broker, List<BrokerLink.Role> roles, Countdown remaining) {
        BrokerImage image = state.brokers().get(broker);
        BrokerLink link = open.get(broker);
        if (image == null || link == null) {
            remaining.down();
            return;
        }
        var batch = new BrokerLink.Roles(controllerId, controllerEpoch, image.epoch(), roles);
        link.assign(
                batch,
                errors -> lane.execute(() -> {
                    Runnable ended = watch.began(ControllerWatch.Work.LEADER_AND_ISR_RESPONSE);
                    report(broker, "could not take its role in", errors);
                    publish(broker, remaining);
                    ended.run();
                }));
    }

    /** The image of this moment, not of the flush: what a broker hears never goes back. */
    private void publish(int broker, Countdown remaining) {
        BrokerLink link = open.get(broker);
        if (link == null) {
            remaining.down();
            return;
        }
        link.publish(state.image(), controllerEpoch, () -> lane.execute(remaining::down));
    }

    /** Tells a live broker to delete its replicas; the answer is false when it does not live or could not. */
    void delete(int broker, TopicImage topic, List<PartitionImage> partitions, Consumer<Boolean> whenDone) {
        BrokerImage image = state.brokers().get(broker);
        BrokerLink link = open.get(broker);
        if (image == null || link == null) {
            whenDone.accept(false);
            return;
        }
        link.stop(
                stops(image, topic, partitions, BrokerLink.Data.DELETED),
                errors -> lane.execute(() -> {
                    report(broker, "could not delete", errors);
                    whenDone.accept(errors.isEmpty());
                }));
    }

    /** Tells a live broker to hold its replicas no more, and to keep their logs. */
    void release(int broker, TopicImage topic, List<PartitionImage> partitions) {
        BrokerImage image = state.brokers().get(broker);
        BrokerLink link = open.get(broker);
        if (image != null && link != null) {
            link.stop(
                    stops(image, topic, partitions, BrokerLink.Data.KEPT),
                    errors -> lane.execute(() -> report(broker, "could not let go of", errors)));
        }
    }

    private BrokerLink.Stops stops(
            BrokerImage broker, TopicImage topic, List<PartitionImage> partitions, BrokerLink.Data data) {
        List<BrokerLink.Role> roles = partitions.stream()
                .map(partition -> new BrokerLink.Role(topic.name(), topic.topicId(), partition, BrokerLink.Copy.HELD))
                .toList();
        return new BrokerLink.Stops(controllerId, controllerEpoch, broker.epoch(), roles, data);
    }

    private static void report(int broker, String what, SortedMap<TopicPartition, ErrorCode> errors) {
        if (!errors.isEmpty()) {
            log.warn(
                    "broker {} {} {} partitions, the first of them {}: {}",
                    broker,
                    what,
                    errors.size(),
                    errors.firstKey(),
                    errors.get(errors.firstKey()));
        }
    }

    /** Runs something when a number of answers is in. Confined to the lane. */
    private static final class Countdown {

        private final Runnable whenDone;
        private int missing;

        Countdown(int missing, Runnable whenDone) {
            this.missing = missing;
            this.whenDone = whenDone;
        }

        void down() {
            missing--;
            if (missing == 0) {
                whenDone.run();
            }
        }
    }
}
