package io.milena.server.network;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Names and figures of requests, as dashboards know them. */
class RequestMetricsTest {

    private static final String TYPE = "kafka.network:type=RequestMetrics,name=";

    @Test
    void theTimeOfARequestIsSplitWhereItWasSpent() {
        var registry = new MetricRegistry();
        var metrics = new RequestMetrics(registry);
        var time = new ManualTime();
        var fixture = ConnectionFixture.keeping();
        var slot = new ResponseSlot(
                fixture.connection,
                new Loop(fixture.channel.eventLoop(), time),
                ConnectionFixture.frame(1, 96),
                time.nanos() - Duration.ofMillis(1).toNanos());
        slot.handledNanos = slot.startedNanos + Duration.ofMillis(2).toNanos();
        slot.answeredNanos = slot.handledNanos + Duration.ofMillis(4).toNanos();
        slot.writtenNanos = slot.answeredNanos + Duration.ofMillis(8).toNanos();

        metrics.fetch(Exchange.Fetcher.CONSUMER)
                .answered(
                        slot,
                        (short) 12,
                        slot.writtenNanos + Duration.ofMillis(16).toNanos());

        assertThat(mean(registry, "RequestBytes")).isEqualTo(100);
        assertThat(mean(registry, "RequestQueueTimeMs")).isEqualTo(1);
        assertThat(mean(registry, "LocalTimeMs")).isEqualTo(2);
        assertThat(mean(registry, "RemoteTimeMs")).isEqualTo(4);
        assertThat(mean(registry, "ResponseQueueTimeMs")).isEqualTo(8);
        assertThat(mean(registry, "ResponseSendTimeMs")).isEqualTo(16);
        assertThat(mean(registry, "TotalTimeMs")).isEqualTo(31);
        assertThat(registry.getMeters()).containsOnlyKeys(TYPE + "RequestsPerSec,request=FetchConsumer,version=12");
        slot.abandon();
    }

    private static double mean(MetricRegistry registry, String name) {
        return registry.getHistograms()
                .get(TYPE + name + ",request=FetchConsumer")
                .getSnapshot()
                .getMean();
    }

    @Test
    void requestsOfDeprecatedVersionsAreCountedByTheSoftwareThatSendsThemUpToABound() {
        var registry = new MetricRegistry();
        var metrics = new RequestMetrics(registry);
        var fixture = ConnectionFixture.keeping();
        RequestMetrics.Api fetches = metrics.fetch(Exchange.Fetcher.CONSUMER);

        answered(fetches, fixture, 4);
        assertThat(registry.getNames()).noneMatch(name -> name.contains("Deprecated"));
        answered(fetches, fixture, 3);
        fixture.connection.peer().software("kcat", "1.7");
        answered(fetches, fixture, 3);
        answered(fetches, fixture, 3);
        assertThat(deprecated(registry, "unknown", "unknown")).isEqualTo(1);
        assertThat(deprecated(registry, "kcat", "1.7")).isEqualTo(2);

        for (int i = 0; i < RequestMetrics.MAX_DEPRECATED; i++) {
            fixture.connection.peer().software("software-" + i, "1.7");
            answered(fetches, fixture, 3);
        }
        assertThat(deprecated(registry, "unknown", "unknown")).isEqualTo(3);
        fixture.close();
    }

    private static void answered(RequestMetrics.Api api, ConnectionFixture fixture, int version) {
        var loop = new Loop(fixture.channel.eventLoop(), fixture.time);
        var slot = new ResponseSlot(fixture.connection, loop, ConnectionFixture.frame(1, 96), fixture.time.nanos());
        api.answered(slot, (short) version, fixture.time.nanos());
        slot.abandon();
    }

    private static long deprecated(MetricRegistry registry, String name, String version) {
        String meter = "DeprecatedRequestsPerSec,request=FetchConsumer,version=3,clientSoftwareName=" + name
                + ",clientSoftwareVersion=" + version;
        return registry.getMeters().get(TYPE + meter).getCount();
    }

    @Test
    void errorsAreCountedByApiAndError() {
        var registry = new MetricRegistry();
        var metrics = new RequestMetrics(registry);

        metrics.errors(ApiKey.PRODUCE, ErrorCode.NONE, 2);
        metrics.errors(ApiKey.PRODUCE, ErrorCode.NONE, 1);

        assertThat(registry.getMeters()
                        .get(TYPE + "ErrorsPerSec,request=Produce,error=NONE")
                        .getCount())
                .isEqualTo(3);
    }
}
