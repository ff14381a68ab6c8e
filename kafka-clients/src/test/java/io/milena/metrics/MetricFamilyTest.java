package io.milena.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.Meter;
import com.codahale.metrics.MetricRegistry;
import org.junit.jupiter.api.Test;

/** Metrics per topic that come with the first use and go with the topic. */
class MetricFamilyTest {

    private final MetricRegistry registry = new StripedRegistry(new ManualTime(), 1);
    private final MetricFamily<String, TopicMeters> topics = new MetricFamily<>(registry, TopicMeters::new);

    /** An example of what a room keeps per topic. */
    private record TopicMeters(Meter bytesIn, Meter bytesOut) {

        TopicMeters(MetricScope scope, String topic) {
            this(scope.meter(name("BytesInPerSec", topic)), scope.meter(name("BytesOutPerSec", topic)));
        }

        private static ObjectNames name(String name, String topic) {
            return ObjectNames.of("kafka.server", "BrokerTopicMetrics", name).with("topic", topic);
        }
    }

    @Test
    void metricsAreMadeOnFirstUse() {
        assertThat(registry.getNames()).isEmpty();

        topics.of("a").bytesIn().mark(3);
        topics.of("a").bytesIn().mark(4);

        assertThat(topics.of("a").bytesIn().getCount()).isEqualTo(7);
        assertThat(registry.getNames())
                .containsExactly(
                        "kafka.server:type=BrokerTopicMetrics,name=BytesInPerSec,topic=a",
                        "kafka.server:type=BrokerTopicMetrics,name=BytesOutPerSec,topic=a");
    }

    @Test
    void removedKeyStartsFromZeroAgain() {
        TopicMeters old = topics.of("a");
        old.bytesIn().mark(3);

        topics.remove("a");
        topics.remove("a");
        assertThat(registry.getNames()).isEmpty();

        old.bytesIn().mark(3);
        assertThat(topics.of("a").bytesIn().getCount()).isZero();
    }

    @Test
    void closingRemovesAllKeys() {
        topics.of("a");
        topics.of("b");

        topics.close();

        assertThat(topics.size()).isZero();
        assertThat(registry.getNames()).isEmpty();
    }

    @Test
    void scopeLeavesAloneWhatAnotherHasPutInItsPlace() {
        var name = ObjectNames.of("kafka.log", "Log", "Size").with("topic", "a").with("partition", 0);
        var old = new MetricScope(registry);
        var young = new MetricScope(registry);
        old.gauge(name, () -> 1);
        young.gauge(name, () -> 2);

        old.close();

        assertThat(registry.getGauges().get(name.toString()).getValue()).isEqualTo(2);
        young.close();
        assertThat(registry.getNames()).isEmpty();
    }
}
