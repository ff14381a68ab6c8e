package io.milena.admin;

import io.milena.common.KafkaException;
import io.milena.common.KafkaFuture;
import io.milena.common.TopicCollection;
import io.milena.common.TopicPartition;
import io.milena.common.config.ConfigResource;
import io.milena.common.errors.TimeoutException;
import io.milena.common.time.Scheduler;
import io.milena.protocol.ApiMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The {@link Admin} that talks to brokers. Thread-safe: each call is handed to the event loop, which does it. */
final class KafkaAdmin implements Admin {

    private final Scheduler loop;
    private final AdminDriver driver;
    private final Runnable release;
    private final AtomicBoolean isClosed = new AtomicBoolean();

    /**
     * @param loop where {@code driver} lives
     * @param release ends connections and loop; called once, when no call is open
     */
    KafkaAdmin(Scheduler loop, AdminDriver driver, Runnable release) {
        this.loop = loop;
        this.driver = driver;
        this.release = release;
    }

    @Override
    public CreateTopicsResult createTopics(Collection<NewTopic> newTopics, CreateTopicsOptions options) {
        var call = new CreateTopicsCall(newTopics, options);
        begin(call, options);
        return call.result();
    }

    @Override
    public DeleteTopicsResult deleteTopics(TopicCollection topics, DeleteTopicsOptions options) {
        var call = new DeleteTopicsCall(topics, options);
        begin(call, options);
        return call.result();
    }

    @Override
    public ListTopicsResult listTopics(ListTopicsOptions options) {
        var call = new ListTopicsCall(options);
        begin(call, options);
        return call.result();
    }

    @Override
    public DescribeTopicsResult describeTopics(TopicCollection topics, DescribeTopicsOptions options) {
        var call = new DescribeTopicsCall(topics, options);
        begin(call, options);
        return call.result();
    }

    @Override
    public DescribeClusterResult describeCluster(DescribeClusterOptions options) {
        var call = new DescribeClusterCall(options);
        begin(call, options);
        return call.result();
    }

    @Override
    public CreatePartitionsResult createPartitions(
            Map<String, NewPartitions> newPartitions, CreatePartitionsOptions options) {
        var call = new CreatePartitionsCall(newPartitions, options);
        begin(call, options);
        return call.result();
    }

    @Override
    public DescribeConfigsResult describeConfigs(Collection<ConfigResource> resources, DescribeConfigsOptions options) {
        Map<Route, List<ConfigResource>> byRoute = new LinkedHashMap<>();
        Map<Integer, Route> routes = new LinkedHashMap<>();
        for (ConfigResource resource : resources) {
            Integer broker = DescribeConfigsCall.brokerOf(resource);
            Route route = broker == null ? Route.ANY : routes.computeIfAbsent(broker, Route::broker);
            byRoute.computeIfAbsent(route, any -> new ArrayList<>()).add(resource);
        }
        Map<ConfigResource, KafkaFuture<Config>> futures = new LinkedHashMap<>();
        byRoute.forEach((route, its) -> {
            var call = new DescribeConfigsCall(route, its, options);
            begin(call, options);
            futures.putAll(call.answers().futures());
        });
        return new DescribeConfigsResult(futures);
    }

    @Override
    public ListPartitionReassignmentsResult listPartitionReassignments(
            Optional<Set<TopicPartition>> partitions, ListPartitionReassignmentsOptions options) {
        var call = new ListPartitionReassignmentsCall(partitions.orElse(null));
        begin(call, options);
        return call.result();
    }

    private <A extends ApiMessage> void begin(AdminCall<A> call, AbstractOptions<?> options) {
        if (isClosed.get()) {
            throw new IllegalStateException(call.name() + ": the admin client is closed");
        }
        @Nullable Integer timeoutMs = options.timeoutMs();
        loop.execute(() -> driver.begin(call, timeoutMs));
    }

    @Override
    public void close(Duration timeout) {
        if (!isClosed.compareAndSet(false, true)) {
            return;
        }
        var quiet = new CountDownLatch(1);
        loop.execute(() -> driver.close(quiet::countDown));
        if (!isQuiet(quiet, timeout)) {
            KafkaException cause = new TimeoutException("the admin client was closed before the call ended");
            loop.execute(() -> driver.failAll(cause));
        }
        release.run();
    }

    /** Who is interrupted while waiting waits no longer. */
    private static boolean isQuiet(CountDownLatch quiet, Duration timeout) {
        try {
            return quiet.await(Math.max(0, TimeUnit.NANOSECONDS.convert(timeout)), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            return false;
        }
    }
}
