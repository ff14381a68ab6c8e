package io.milena.server;

import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.server.controller.BrokerLink;
import io.milena.server.metadata.ClusterImage;
import io.milena.server.metadata.ClusterView;
import io.milena.server.partition.OrdersOutcome;
import io.milena.server.partition.Partitions;
import io.milena.server.partition.ReplicaOrders;
import io.milena.server.partition.ReplicaOrders.ReplicaOrder;
import io.milena.server.partition.StopOrders;
import io.milena.server.partition.StopOrders.StopOrder;
import io.milena.server.settings.DynamicConfigs;
import io.milena.server.zookeeper.ZkException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The controller's way to the broker that it runs in: its orders go straight to the partitions, without a socket.
 *
 * <p>Called on the controller's lane; carries the orders out on a lane of its own, one after the other, since they
 * touch disks. The settings of a topic are read before its first order, so that its logs begin with them.
 */
final class LocalBrokerLink implements BrokerLink {

    private static final Logger log = LoggerFactory.getLogger(LocalBrokerLink.class);

    private final Partitions partitions;
    private final DynamicConfigs settings;
    private final ClusterView cluster;
    private final Executor lane;
    private final CompletableFuture<Void> informed = new CompletableFuture<>();
    private volatile Consumer<SortedSet<String>> onTopicsGone = gone -> {};
    private CompletableFuture<Void> last = CompletableFuture.completedFuture(null);

    /** {@code lane} carries orders out; it may block. */
    LocalBrokerLink(Partitions partitions, DynamicConfigs settings, ClusterView cluster, Executor lane) {
        this.partitions = partitions;
        this.settings = settings;
        this.cluster = cluster;
        this.lane = lane;
    }

    @Override
    public void assign(Roles roles, Consumer<SortedMap<TopicPartition, ErrorCode>> whenDone) {
        var topics = new TreeSet<String>();
        roles.partitions().forEach(role -> topics.add(role.topic()));
        List<ReplicaOrder> orders = roles.partitions().stream()
                .map(role -> new ReplicaOrder(role.topicPartition(), role.topicId(), role.state(), copyOf(role)))
                .toList();
        inOrder(
                settings.load(topics),
                () -> {
                    OrdersOutcome outcome =
                            partitions.obey(new ReplicaOrders(roles.controllerEpoch(), roles.brokerEpoch(), orders));
                    return failures(outcome, roles.partitions());
                },
                roles.partitions(),
                whenDone);
    }

    private static ReplicaOrders.Copy copyOf(Role role) {
        return switch (role.copy()) {
            case NEW -> ReplicaOrders.Copy.NEW;
            case HELD -> ReplicaOrders.Copy.HELD;
        };
    }

    @Override
    public void stop(Stops stops, Consumer<SortedMap<TopicPartition, ErrorCode>> whenDone) {
        StopOrders.Fate fate = stops.data() == Data.DELETED ? StopOrders.Fate.DELETE : StopOrders.Fate.KEEP;
        List<StopOrder> orders = stops.partitions().stream()
                .map(role -> new StopOrder(role.topicPartition(), StopOrders.EPOCH_OF_DELETION, fate))
                .toList();
        inOrder(
                CompletableFuture.completedFuture(null),
                () -> {
                    OrdersOutcome outcome =
                            partitions.stop(new StopOrders(stops.controllerEpoch(), stops.brokerEpoch(), orders));
                    if (fate == StopOrders.Fate.DELETE) {
                        stops.partitions().forEach(role -> settings.forget(role.topic()));
                    }
                    return failures(outcome, stops.partitions());
                },
                stops.partitions(),
                whenDone);
    }

    @Override
    public void publish(ClusterImage image, int controllerEpoch, Runnable whenDone) {
        inOrder(
                CompletableFuture.completedFuture(null),
                () -> {
                    SortedSet<String> gone = TopicsGone.between(cluster.current(), image);
                    cluster.publish(image);
                    informed.complete(null);
                    if (!gone.isEmpty()) {
                        onTopicsGone.accept(gone);
                    }
                    return Collections.emptySortedMap();
                },
                List.of(),
                failures -> whenDone.run());
    }

    /** {@code listener} is told, on the lane, which topics are deleted. Set before there are orders. */
    void onTopicsGone(Consumer<SortedSet<String>> listener) {
        onTopicsGone = listener;
    }

    /** Completes when a controller has told this broker for the first time what the cluster looks like. */
    CompletableFuture<Void> informed() {
        return informed;
    }

    /**
     * Runs {@code order} on the lane once {@code ready} is done and every earlier order too. An order that throws has
     * failed for all of {@code roles}; {@code whenDone} hears of it in any case.
     */
    private void inOrder(
            CompletableFuture<Void> ready,
            Supplier<SortedMap<TopicPartition, ErrorCode>> order,
            List<Role> roles,
            Consumer<SortedMap<TopicPartition, ErrorCode>> whenDone) {
        last = last.thenCombine(ready.exceptionally(this::withoutSettings), (before, now) -> now)
                .thenApplyAsync(done -> order.get(), lane)
                .exceptionally(failure -> {
                    log.error("an order of the controller could not be carried out", ZkException.cause(failure));
                    return allFailed(roles, ErrorCode.UNKNOWN_SERVER_ERROR);
                })
                .thenAccept(whenDone);
    }

    private @Nullable Void withoutSettings(Throwable failure) {
        log.error(
                "settings of topics cannot be read; their partitions begin with those of the broker",
                ZkException.cause(failure));
        return null;
    }

    private static SortedMap<TopicPartition, ErrorCode> failures(OrdersOutcome outcome, List<Role> roles) {
        SortedMap<TopicPartition, ErrorCode> failures = new TreeMap<>();
        if (outcome.error() != ErrorCode.NONE) {
            failures.putAll(allFailed(roles, outcome.error()));
        }
        for (Map.Entry<TopicPartition, ErrorCode> entry : outcome.partitions().entrySet()) {
            if (entry.getValue() != ErrorCode.NONE) {
                failures.put(entry.getKey(), entry.getValue());
            }
        }
        return failures;
    }

    static SortedMap<TopicPartition, ErrorCode> allFailed(List<Role> roles, ErrorCode why) {
        SortedMap<TopicPartition, ErrorCode> failures = new TreeMap<>();
        roles.forEach(role -> failures.put(role.topicPartition(), why));
        return failures;
    }
}
