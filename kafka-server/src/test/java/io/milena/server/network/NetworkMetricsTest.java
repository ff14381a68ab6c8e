package io.milena.server.network;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import org.junit.jupiter.api.Test;

/** Figures of connections and of the memory of requests, under the names that dashboards know. */
class NetworkMetricsTest {

    private final MetricRegistry registry = new MetricRegistry();
    private final NetworkMetrics metrics = new NetworkMetrics(registry);

    private Object value(String type, String name) {
        return registry.getGauges()
                .get("kafka.network:type=" + type + ",name=" + name)
                .getValue();
    }

    @Test
    void theMemoryOfRequestsIsThatOfAllBudgets() {
        var first = new MemoryBudget(100);
        var second = new MemoryBudget(1_000);
        metrics.watch(first);
        metrics.watch(second);

        first.add(30);
        second.add(500);

        assertThat(value("SocketServer", "MemoryPoolUsed")).isEqualTo(530L);
        assertThat(value("SocketServer", "MemoryPoolAvailable")).isEqualTo(570L);
    }

    @Test
    void withoutLoopsEverythingIsIdle() {
        assertThat(value("SocketServer", "NetworkProcessorAvgIdlePercent")).isEqualTo(1.0);
    }

    @Test
    void connectionsAndWaitingRequestsAreCounted() {
        metrics.connectionOpened();
        metrics.connectionOpened();
        metrics.connectionClosed();
        metrics.connectionExpired();
        metrics.connectionRefused();
        metrics.framesWaiting(1);

        assertThat(metrics.openConnections()).isOne();
        assertThat(value("SocketServer", "ExpiredConnectionsKilledCount")).isEqualTo(1L);
        assertThat(value("SocketServer", "RefusedConnectionsCount")).isEqualTo(1L);
        assertThat(value("RequestChannel", "RequestQueueSize")).isEqualTo(1L);
    }
}
