package io.milena.server;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import io.milena.metrics.ObjectNames;
import io.milena.server.controller.Controller;
import io.milena.server.controller.ControllerFigures;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ToIntFunction;

/** The figures of a broker as a whole, and of the controller in it, whose room knows no metrics. Thread-safe. */
final class ServerMetrics {

    private static final String CONTROLLER = "KafkaController";
    private static final String CONTROLLER_DOMAIN = "kafka.controller";

    /** {@code ZkMigrationState}: a cluster that has never begun to leave ZooKeeper. */
    private static final int NEVER_MIGRATED = 4;

    /** {@code ControllerState}: between two events, as always when someone looks. */
    private static final int CONTROLLER_IDLE = 0;

    private final MetricRegistry registry;
    private final AtomicReference<BrokerPhase> phase = new AtomicReference<>(BrokerPhase.STARTING);

    ServerMetrics(MetricRegistry registry) {
        this.registry = registry;
        ofServer("BrokerState", () -> phase.get().code());
        ofServer("yammer-metrics-count", () -> registry.getMetrics().size());
        var disk = new DiskTraffic();
        if (disk.isKnown()) {
            ofServer("linux-disk-read-bytes", disk::readBytes);
            ofServer("linux-disk-write-bytes", disk::writtenBytes);
        }
    }

    private void ofServer(String name, Gauge<?> value) {
        registry.register(ObjectNames.of("kafka.server", "KafkaServer", name).toString(), value);
    }

    void phase(BrokerPhase next) {
        phase.set(next);
    }

    void clusterId(String clusterId) {
        ofServer("ClusterId", () -> clusterId);
    }

    /** {@code kafka.controller:type=KafkaController}: all zero on a broker that is not controller. */
    void controller(Controller controller) {
        count(controller, "ActiveControllerCount", ControllerFigures::active);
        count(controller, "ActiveBrokerCount", ControllerFigures::brokers);
        count(controller, "FencedBrokerCount", figures -> 0);
        count(controller, "GlobalTopicCount", ControllerFigures::topics);
        count(controller, "GlobalPartitionCount", ControllerFigures::partitions);
        count(controller, "OfflinePartitionsCount", ControllerFigures::offlinePartitions);
        count(controller, "PreferredReplicaImbalanceCount", ControllerFigures::preferredReplicaImbalances);
        count(controller, "TopicsToDeleteCount", ControllerFigures::topicsToDelete);
        count(controller, "ReplicasToDeleteCount", ControllerFigures::replicasToDelete);
        count(controller, "TopicsIneligibleToDeleteCount", figures -> 0);
        count(controller, "ReplicasIneligibleToDeleteCount", figures -> 0);
        count(controller, "ControllerState", figures -> CONTROLLER_IDLE);
        count(controller, "ZkMigrationState", figures -> NEVER_MIGRATED);
    }

    private void count(Controller controller, String name, ToIntFunction<ControllerFigures> count) {
        Gauge<Integer> value = () -> count.applyAsInt(controller.figures());
        registry.register(ObjectNames.of(CONTROLLER_DOMAIN, CONTROLLER, name).toString(), value);
    }
}
