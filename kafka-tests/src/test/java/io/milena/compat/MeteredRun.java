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
import java.util.ArrayList;
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

    private static final String TOPIC_METRICS = "kafka.server:type=BrokerTopicMetrics,name=*";
    private static final String DELAYED = "kafka.server:type=DelayedFetchMetrics,name=*,fetcherType=*";
    private static final String SESSIONS = "kafka.server:type=FetchSessionCache,name=*PerSec";
    /** What is counted once for each request alike is looked at in the first and the last of its figures only. */
    private static final Set<String> LEFT_OUT =
            Set.of("RequestQueueTimeMs", "LocalTimeMs", "RemoteTimeMs", "ResponseQueueTimeMs", "ResponseSendTimeMs");

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration PAUSE = Duration.ofMillis(5);
    private static final Duration LONG_PAUSE = Duration.ofMillis(150);

    private static final SortedMap<String, Long> NOTHING = new TreeMap<>();

    /** How often to read, and after how many readings without news to be content. */
    private record Rhythm(Duration pause, int unchanged) {}

    private final BrokerProcess broker;
    private final MBeans beans;
    private final Map<MeteredCase, WireTopic> topics = new LinkedHashMap<>();
    private final WireClient client;

    MeteredRun(BrokerProcess broker, List<MeteredCase> cases) {
        this.broker = broker;
        beans = MBeans.of(broker.pid());
        client = WireClient.connect(broker.address());
        warmUp();
        for (MeteredCase each : cases) {
            WireTopic topic = WireTopic.create(client, "metered-" + topics.size(), each.configs());
            topics.put(each, topic);
            each.before().accept(topic);
        }
        settled(NOTHING, () -> countsOf(cases), new Rhythm(LONG_PAUSE, 1));
    }

    /** All cases, in order. */
    Set<MeteredCase> cases() {
        return topics.keySet();
    }

    private SortedMap<String, Long> countsOf(List<MeteredCase> cases) {
        SortedMap<String, Long> all = new TreeMap<>();
        cases.forEach(each -> counts(each).forEach((name, count) -> all.put(each + name, count)));
        return all;
    }

    /** Meters that preparations move are there before anything is watched. */
    private void warmUp() {
        WireTopic topic = WireTopic.create(client, "warm-up", Map.of());
        topic.produce(WireBatch.now("a"));
        topic.fetch(WireTopic.FETCH_VERSION, 0);
    }

    /** By how much the meters move; waits a while for them to move as {@code expected}. */
    SortedMap<String, Long> play(MeteredCase each, SortedMap<String, Long> expected) {
        SortedMap<String, Long> before = counts(each);
        try (WireClient own = WireClient.connect(broker.address())) {
            each.action().accept(new MeteredCase.Stage(own, topics.get(each).over(own)));
            awaitCounted(own);
        }
        return settled(expected, () -> difference(before, counts(each)), new Rhythm(PAUSE, 30));
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

    private SortedMap<String, Long> counts(MeteredCase each) {
        List<String> patterns = new ArrayList<>(List.of(TOPIC_METRICS, DELAYED, SESSIONS));
        patterns.add("kafka.network:type=RequestMetrics,request=" + each.api().apiName() + "*,*");
        String topic = topics.get(each).name();
        patterns.add(TOPIC_METRICS + ",topic=" + topic);
        patterns.add(TOPIC_METRICS + ",topic=" + NO_TOPIC);
        SortedMap<String, Long> counts = new TreeMap<>();
        for (String pattern : patterns) {
            beans.counts(pattern).forEach((name, count) -> counts.put(shortened(name, topic), count));
        }
        counts.keySet().removeIf(name -> LEFT_OUT.contains(name.replaceAll(",.*", "")));
        return counts;
    }

    private static String shortened(String name, String topic) {
        return name.replaceFirst(".*:type=[A-Za-z]*,name=", "").replace("topic=" + topic, "topic");
    }

    private static SortedMap<String, Long> difference(Map<String, Long> before, Map<String, Long> after) {
        SortedMap<String, Long> moved = new TreeMap<>();
        after.forEach((name, count) -> {
            long by = count - before.getOrDefault(name, 0L);
            if (by != 0) {
                moved.put(name, by);
            }
        });
        return moved;
    }

    @Override
    public void close() {
        client.close();
        beans.close();
    }
}
