package io.milena.clients;

import static io.milena.clients.FloorHome.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.Metric;
import io.milena.common.MetricName;
import io.milena.metrics.FigureSet;
import io.milena.metrics.NamedFigures;
import io.milena.testing.ScriptedCluster;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The figures of connections have the names that dashboards know, count what goes over them, and go at the end. */
class ConnectionMetricsIT {

    private static final String[] OF_A_NODE = {
        "incoming-byte-rate",
        "incoming-byte-total",
        "outgoing-byte-rate",
        "outgoing-byte-total",
        "request-latency-avg",
        "request-latency-max",
        "request-rate",
        "request-size-avg",
        "request-size-max",
        "request-total",
        "response-rate",
        "response-total"
    };

    private static final String[] OF_THE_CLIENT = {
        "connection-close-rate",
        "connection-close-total",
        "connection-count",
        "connection-creation-rate",
        "connection-creation-total",
        "failed-authentication-rate",
        "failed-authentication-total",
        "failed-reauthentication-rate",
        "failed-reauthentication-total",
        "incoming-byte-rate",
        "incoming-byte-total",
        "io-ratio",
        "io-time-ns-avg",
        "io-time-ns-total",
        "io-wait-ratio",
        "io-wait-time-ns-avg",
        "io-wait-time-ns-total",
        "io-waittime-total",
        "iotime-total",
        "network-io-rate",
        "network-io-total",
        "outgoing-byte-rate",
        "outgoing-byte-total",
        "reauthentication-latency-avg",
        "reauthentication-latency-max",
        "request-rate",
        "request-size-avg",
        "request-size-max",
        "request-total",
        "response-rate",
        "response-total",
        "select-rate",
        "select-total",
        "successful-authentication-no-reauth-total",
        "successful-authentication-rate",
        "successful-authentication-total",
        "successful-reauthentication-rate",
        "successful-reauthentication-total"
    };

    @Test
    void figuresHaveTheNamesOfTheReferenceAndGoWithTheClient() {
        try (var cluster = ScriptedCluster.start(1);
                FloorHome home = FloorHome.open(cluster.addresses())) {
            await().until(() -> home.metadata().view().brokers().containsKey(0));
            FigureSet all = home.floor().addFigures(new FigureSet());

            assertThat(all.getValue()).containsOnlyKeys(OF_THE_CLIENT);
            assertThat(all.getValue())
                    .containsEntry("connection-creation-total", 1.0)
                    .containsEntry("request-total", 2.0)
                    .containsEntry("response-total", 2.0);
            String name = "kafka.producer:type=producer-node-metrics,client-id=tester,node-id=node--1";
            assertThat(home.registry().getGauges()).containsKey(name);
            var node = (FigureSet) home.registry().getGauges().get(name);
            assertThat(node.getValue()).containsOnlyKeys(OF_A_NODE);
            assertThat(node.getValue().get("request-latency-max"))
                    .isPositive()
                    .isLessThan(TimeUnit.SECONDS.toMillis(20));
            assertThat(home.registry().getGauges()).containsKey("kafka.producer:type=app-info,id=tester");

            home.floor().close(Duration.ofSeconds(20));

            assertThat(home.registry().getGauges()).isEmpty();
        }
    }

    @Test
    void figuresAreToldByName() {
        try (var cluster = ScriptedCluster.start(1);
                FloorHome home = FloorHome.open(cluster.addresses())) {
            await().until(() -> home.metadata().view().brokers().containsKey(0));

            Map<MetricName, Metric> figures = NamedFigures.of(home.registry());

            var name = new MetricName(
                    "request-total", "producer-node-metrics", "", Map.of("client-id", "tester", "node-id", "node--1"));
            assertThat(figures.get(name).metricValue()).isEqualTo(2.0);
            assertThat(figures.get(name).metricName()).isEqualTo(name);
            var version = new MetricName("version", "app-info", "", Map.of("client-id", "tester"));
            assertThat(figures.get(version).metricValue()).isEqualTo(ClientFloor.softwareVersion());
            var count = new MetricName("count", "kafka-metrics-count", "", Map.of("client-id", "tester"));
            assertThat(figures.get(count).metricValue()).isEqualTo((double) figures.size());
        }
    }
}
