package io.milena.server;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.Histogram;
import com.codahale.metrics.Meter;
import com.codahale.metrics.MetricRegistry;
import io.milena.metrics.ObjectNames;
import io.milena.server.zookeeper.ZkSession;
import io.milena.server.zookeeper.ZkSessionState;
import java.util.concurrent.TimeUnit;

/** The figures of the session with ZooKeeper, whose room knows no metrics. Thread-safe. */
final class SessionMetrics {

    private static final String SERVER = "kafka.server";

    private final MetricRegistry registry;
    private final Histogram latency;
    private final Meter connects;
    private final Meter disconnects;
    private final Meter expires;
    private volatile ZkSessionState state = ZkSessionState.DISCONNECTED;

    SessionMetrics(MetricRegistry registry) {
        this.registry = registry;
        latency = registry.histogram(ObjectNames.of(SERVER, "ZooKeeperClientMetrics", "ZooKeeperRequestLatencyMs")
                .toString());
        connects = meter("ZooKeeperSyncConnectsPerSec");
        disconnects = meter("ZooKeeperDisconnectsPerSec");
        expires = meter("ZooKeeperExpiresPerSec");
        // What this session cannot meet has its meters too: dashboards name them.
        meter("ZooKeeperAuthFailuresPerSec");
        meter("ZooKeeperReadOnlyConnectsPerSec");
        meter("ZooKeeperSaslAuthenticationsPerSec");
        Gauge<String> shown = () -> state == ZkSessionState.DISCONNECTED ? "CONNECTING" : state.name();
        registry.register(name("SessionState"), shown);
    }

    private static String name(String name) {
        return ObjectNames.of(SERVER, "SessionExpireListener", name).toString();
    }

    private Meter meter(String name) {
        return registry.meter(name(name));
    }

    /** Follows the states of {@code session} from now on. */
    void follow(ZkSession session) {
        session.onState(this::stateIs);
    }

    private void stateIs(ZkSessionState next) {
        state = next;
        switch (next) {
            case CONNECTED -> connects.mark();
            case DISCONNECTED -> disconnects.mark();
            case EXPIRED -> expires.mark();
        }
    }

    /** An operation was answered after {@code latencyNanos}. */
    void answered(long latencyNanos) {
        latency.update(TimeUnit.NANOSECONDS.toMillis(latencyNanos));
    }
}
