package io.milena.server.coordinator;

import com.codahale.metrics.MetricRegistry;
import io.milena.common.time.Time;
import io.milena.metrics.FigureSet;
import io.milena.metrics.MetricScope;
import io.milena.metrics.ObjectNames;
import io.milena.metrics.SampledRate;
import io.milena.server.coordinator.group.GroupFigures;
import io.milena.server.coordinator.group.GroupState;
import java.util.function.LongSupplier;

/** Every metric of this room; the names live here and nowhere else. Stateless: it only shows what others count. */
final class CoordinatorMetrics {

    private static final String GROUPS = "kafka.coordinator.group";
    private static final String GROUP_MANAGER = "GroupMetadataManager";
    private static final String TRANSACTIONS = "kafka.coordinator.transaction";
    private static final String MARKER_MANAGER = "TransactionMarkerChannelManager";
    private static final String GROUP_FIGURES = "kafka.server:type=group-coordinator-metrics";
    private static final String TRANSACTION_FIGURES = "kafka.server:type=transaction-coordinator-metrics";

    private final MetricRegistry registry;
    private final MetricScope scope;
    private final Time time;

    CoordinatorMetrics(MetricRegistry registry, Time time) {
        this.registry = registry;
        this.time = time;
        scope = new MetricScope(registry);
    }

    /** {@code kafka.coordinator.group:type=GroupMetadataManager} and the figures of the coordinator. */
    void showGroups(GroupFigures figures, LoadTimes loads) {
        scope.gauge(ObjectNames.of(GROUPS, GROUP_MANAGER, "NumGroups"), () -> (int) figures.groups());
        scope.gauge(ObjectNames.of(GROUPS, GROUP_MANAGER, "NumOffsets"), () -> (int) figures.offsets());
        for (GroupState state : GroupState.values()) {
            scope.gauge(ObjectNames.of(GROUPS, GROUP_MANAGER, "NumGroups" + state.label()), () ->
                    (int) figures.groups(state));
        }
        var all = loads(loads);
        counted(all, "group-completed-rebalance", figures::rebalances);
        counted(all, "offset-commit", figures::commits);
        counted(all, "offset-deletion", figures::deletions);
        counted(all, "offset-expiration", figures::expirations);
        registry.register(GROUP_FIGURES, all);
    }

    private void counted(FigureSet figures, String name, LongSupplier total) {
        var rate = new SampledRate(time, total);
        figures.with(name + "-count", total::getAsLong).with(name + "-rate", rate::perSecond);
    }

    private static FigureSet loads(LoadTimes loads) {
        return new FigureSet()
                .with("partition-load-time-avg", loads::averageMs)
                .with("partition-load-time-max", loads::longestMs);
    }

    /** {@code kafka.coordinator.transaction:type=TransactionMarkerChannelManager} and the coordinator's figures. */
    void showTransactions(Markers markers, LoadTimes loads) {
        scope.gauge(ObjectNames.of(TRANSACTIONS, MARKER_MANAGER, "LogAppendRetryQueueSize"), markers::waitingOrders);
        scope.gauge(ObjectNames.of(TRANSACTIONS, MARKER_MANAGER, "UnknownDestinationQueueSize"), () -> 0);
        registry.register(TRANSACTION_FIGURES, loads(loads));
    }
}
