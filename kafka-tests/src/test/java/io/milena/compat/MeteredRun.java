package io.milena.compat;

import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.ApiVersionsRequest;
import io.milena.protocol.messages.ApiVersionsResponse;
import io.milena.testkit.BrokerProcess;
import io.milena.testkit.MBeans;
import io.milena.testkit.WireBatch;
import io.milena.testkit.WireClient;
import io.milena.testkit.WireTopic;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.awaitility.Awaitility;

/**
 * Plays cases to one broker and sees by how much its meters move: those of all topics, of the case's topic and of one
 * that does not exist, and those of the case's API. Confined to the test's thread.
 *
 * <p>All topics are made first, so that nothing but the case itself happens while its meters are watched.
 */
final class MeteredRun implements AutoCloseable {

    static final String NO_TOPIC = "no-such-topic";

    private static final String TOPIC_METRICS = "kafka.server:type=BrokerTopicMetrics,";
    private static final String DELAYED = "kafka.server:type=DelayedFetchMetrics,name=*,fetcherType=*";
    private static final String SESSIONS = "kafka.server:type=FetchSessionCache,name=*PerSec";
    private static final String REQUESTS = "kafka.network:type=RequestMetrics,";
    private static final List<String> EVERYTHING =
            List.of(TOPIC_METRICS + "name=*,*", DELAYED, SESSIONS, REQUESTS + "name=*,*");
    /** Of the figures that every request alike has, two are enough. */
    private static final Set<String> LEFT_OUT =
            Set.of("RequestQueueTimeMs", "LocalTimeMs", "RemoteTimeMs", "ResponseQueueTimeMs", "ResponseSendTimeMs");

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration PAUSE = Duration.ofMillis(5);
    private static final Duration LONG_PAUSE = Duration.ofMillis(150);

    private static final SortedMap<String, Long> NOTHING = new TreeMap<>();

    private final BrokerProcess broker;
    private final MBeans beans;
    private final Map<MeteredCase, WireTopic> topics = new LinkedHashMap<>();
    private final WireClient client;
    private final SortedMap<String, Long> newest = new TreeMap<>();
    private final SortedMap<String, Long> last;

    MeteredRun(BrokerProcess broker, List<MeteredCase> cases) {
        this.broker = broker;
        beans = MBeans.of(broker.pid());
        client = WireClient.connect(broker.address());
        warmUp();
        Map<String, Map<String, String>> configs = new LinkedHashMap<>();
        cases.forEach(each -> configs.put("metered-" + configs.size(), each.configs()));
        List<WireTopic> made = WireTopic.createAll(client, configs);
        for (int i = 0; i < made.size(); i++) {
            topics.put(cases.get(i), made.get(i));
            cases.get(i).before().accept(made.get(i));
        }
        last = settled(NOTHING, () -> read(EVERYTHING), new Rhythm(LONG_PAUSE, 1));
    }

    /** All cases, in order. */
    Set<MeteredCase> cases() {
        return topics.keySet();
    }

    /** Meters that preparations move are there before anything is watched. */
    private void warmUp() {
        WireTopic topic = WireTopic.create(client, "warm-up", Map.of());
        topic.produce(WireBatch.now("a"));
        topic.fetch(WireTopic.FETCH_VERSION, 0);
    }

    /** By how much the meters move; waits a while for them to move as {@code expected}. */
    SortedMap<String, Long> play(MeteredCase each, SortedMap<String, Long> expected) {
        WireTopic topic = topics.get(each);
        try (WireClient own = WireClient.connect(broker.address())) {
            each.action().accept(new MeteredCase.Stage(own, topic.over(own)));
            awaitCounted(own);
        }
        List<String> patterns = List.of(
                TOPIC_METRICS + "name=*",
                TOPIC_METRICS + "name=*,topic=" + topic.name(),
                TOPIC_METRICS + "name=*,topic=" + NO_TOPIC,
                DELAYED,
                SESSIONS,
                REQUESTS + "request=" + each.api().apiName() + "*,*");
        SortedMap<String, Long> moved = settled(expected, () -> moved(patterns, topic), new Rhythm(PAUSE, 30));
        last.putAll(newest);
        return moved;
    }

    /** A request is counted before the next of its connection is answered. */
    private static void awaitCounted(WireClient own) {
        try {
            own.call(ApiVersionsResponse.class, ApiKey.API_VERSIONS, 0, new ApiVersionsRequest());
        } catch (UncheckedIOException e) {
            // The case had its connection closed: what it counts shows a little later.
        }
    }

    /** A reading that is as wanted, or else one that has not changed for a while. */
    private static SortedMap<String, Long> settled(
            SortedMap<String, Long> wanted, Supplier<SortedMap<String, Long>> reading, Rhythm rhythm) {
        var last = new AtomicReference<SortedMap<String, Long>>(new TreeMap<>());
        var unchanged = new AtomicInteger();
        Awaitility.await()
                .pollDelay(Duration.ZERO)
                .pollInterval(rhythm.pause)
                .atMost(PATIENCE)
                .until(() -> {
                    SortedMap<String, Long> now = reading.get();
                    unchanged.set(now.equals(last.get()) ? unchanged.get() + 1 : 0);
                    last.set(now);
                    return now.equals(wanted) || unchanged.get() >= rhythm.unchanged;
                });
        return last.get();
    }

    /** What has changed since the last case; a later reading may show more. */
    private SortedMap<String, Long> moved(List<String> patterns, WireTopic topic) {
        SortedMap<String, Long> moved = new TreeMap<>();
        read(patterns).forEach((name, count) -> {
            long by = count - last.getOrDefault(name, 0L);
            if (by != 0) {
                moved.put(shortened(name, topic.name()), by);
            }
        });
        return moved;
    }

    private SortedMap<String, Long> read(List<String> patterns) {
        SortedMap<String, Long> counts = new TreeMap<>();
        patterns.forEach(pattern ->
                counts.putAll(beans.counts(pattern, name -> !LEFT_OUT.contains(name.getKeyProperty("name")))));
        newest.putAll(counts);
        return counts;
    }

    private static String shortened(String name, String topic) {
        return name.replaceFirst(".*:type=[A-Za-z]*,name=", "").replace("topic=" + topic, "topic");
    }

    @Override
    public void close() {
        client.close();
        beans.close();
    }

    /** How often to read, and after how many readings without news to be content. */
    private record Rhythm(Duration pause, int unchanged) {}
}
