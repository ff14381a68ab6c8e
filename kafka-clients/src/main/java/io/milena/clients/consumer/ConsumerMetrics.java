package io.milena.clients.consumer;

import com.codahale.metrics.MetricRegistry;
import io.milena.clients.ClientFloor;
import io.milena.clients.ClientKind;
import io.milena.clients.consumer.FetchSettings.Isolation;
import io.milena.common.TopicPartition;
import io.milena.common.time.Time;
import io.milena.metrics.FigureSet;
import io.milena.metrics.MetricFamily;
import io.milena.metrics.MetricScope;
import io.milena.metrics.ObjectNames;
import io.milena.metrics.StatsWindow;
import io.milena.metrics.WindowedStats;
import io.milena.protocol.ApiKey;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The figures of one consumer, under the names that dashboards know: {@code consumer-metrics}, {@code
 * consumer-fetch-manager-metrics}, of topics and partitions too, and {@code consumer-coordinator-metrics}.
 *
 * <p>Each is written by one thread, the event loop or the application's; everyone may read.
 */
final class ConsumerMetrics implements ConsumerWatch {

    private static final String FETCHES = "consumer-fetch-manager-metrics";

    private final Time time;
    private final StatsWindow window;
    private final String clientId;
    private final Isolation isolation;
    private final MetricRegistry registry = new MetricRegistry();
    private final MetricScope scope = new MetricScope(registry);
    private final FetchFigures fetches;
    private final GroupFigures group;
    private final PollFigures polls;
    private final MetricFamily<String, TopicFigures> topics;
    private final MetricFamily<TopicPartition, PartitionFigures> partitions;

    private volatile Set<TopicPartition> shown = Set.of();

    /**
     * @param isolation which end of a log is the last that can be read
     */
    ConsumerMetrics(Time time, StatsWindow window, String clientId, Isolation isolation) {
        this.time = time;
        this.window = window;
        this.clientId = clientId;
        this.isolation = isolation;
        fetches = new FetchFigures(time, window);
        group = new GroupFigures(time, window);
        polls = new PollFigures(time, window);
        topics = new MetricFamily<>(registry, (made, topic) -> {
            var figures = new TopicFigures(time, window);
            made.gauge(named(FETCHES).with("topic", topic), figures.into(new FigureSet()));
            return figures;
        });
        partitions = new MetricFamily<>(registry, (made, id) -> {
            var figures = new PartitionFigures(time, window);
            made.gauge(
                    named(FETCHES).with("topic", id.topic()).with("partition", id.partition()),
                    figures.into(new FigureSet()));
            return figures;
        });
    }

    private ObjectNames named(String type) {
        return ObjectNames.ofType(ClientKind.CONSUMER.domain(), type).with("client-id", clientId);
    }

    MetricRegistry registry() {
        return registry;
    }

    /** Shows all figures, those of connections with them. */
    void register(ClientFloor floor) {
        scope.gauge(named("consumer-metrics"), polls.into(floor.addFigures(new FigureSet())));
        scope.gauge(named(FETCHES), fetches.into(new FigureSet()));
        scope.gauge(named("consumer-coordinator-metrics"), group.into(new FigureSet()));
        scope.gauge(
                named("kafka-metrics-count"),
                new FigureSet().with("count", () -> registry.getMetrics().size()));
    }

    void close() {
        topics.close();
        partitions.close();
        scope.close();
    }

    @Override
    public void assignedCount(IntSupplier count) {
        group.assigned(count);
    }

    @Override
    public void reads(Set<TopicPartition> read) {
        for (TopicPartition known : shown) {
            if (!read.contains(known)) {
                partitions.remove(known);
            }
        }
        shown = Set.copyOf(read);
    }

    @Override
    public void answered(ApiKey api, long roundTripNanos) {
        if (api == ApiKey.FETCH) {
            fetches.answered(roundTripNanos);
        } else {
            group.answered(api, roundTripNanos);
        }
    }

    @Override
    public void fetched(long bytes, long records, long throttleMs) {
        fetches.fetched(bytes, records, throttleMs);
    }

    @Override
    public void fetchedOf(String topic, long bytes, long records) {
        topics.of(topic).fetched(bytes, records);
    }

    @Override
    public void consumed(AssignedPartition partition, int records, long bytes) {
        if (records == 0) {
            return;
        }
        fetches.consumed(records, bytes);
        topics.of(partition.id().topic()).consumed(records, bytes);
        long lag = Math.max(partition.lag(isolation), 0);
        long lead = Math.max(partition.position() - Math.max(partition.logStartOffset(), 0), 0);
        partitions.of(partition.id()).seen(partition, lag, lead);
        fetches.seen(lag, lead);
    }

    @Override
    public void polled(long nowNanos) {
        polls.began(nowNanos);
    }

    @Override
    public void pollEnded(long nowNanos) {
        polls.ended(nowNanos);
    }

    @Override
    public void rebalanceBegan(long nowNanos) {
        group.rebalanceBegan(nowNanos);
    }

    @Override
    public void rebalanceEnded(long nowNanos) {
        group.rebalanceEnded(nowNanos);
    }

    @Override
    public void rebalanceFailed() {
        group.rebalanceFailed();
    }

    @Override
    public void revoked(long nanos) {
        group.revoked(nanos);
    }

    @Override
    public void lost(long nanos) {
        group.lost(nanos);
    }

    @Override
    public void assigned(long nanos) {
        group.assigned(nanos);
    }

    @Override
    public void called(WaitingCall call, long nanos) {
        polls.called(call, nanos);
    }

    /** Polls, and calls that wait. */
    private static final class PollFigures {

        private final Time time;
        private final WindowedStats between;
        private final WindowedStats inside;
        private final WindowedStats whole;
        private final AtomicLong lastNanos = new AtomicLong();
        private final AtomicLong commits = new AtomicLong();
        private final AtomicLong committed = new AtomicLong();
        private boolean hasPolled;

        PollFigures(Time time, StatsWindow window) {
            this.time = time;
            between = new WindowedStats(time, window);
            inside = new WindowedStats(time, window);
            whole = new WindowedStats(time, window);
        }

        void began(long nowNanos) {
            if (hasPolled) {
                between.record(TimeUnit.NANOSECONDS.toMillis(nowNanos - lastNanos.getPlain()), nowNanos);
                whole.record(nowNanos - lastNanos.getPlain(), nowNanos);
            }
            hasPolled = true;
            lastNanos.lazySet(nowNanos);
        }

        void ended(long nowNanos) {
            inside.record(nowNanos - lastNanos.getPlain(), nowNanos);
        }

        void called(WaitingCall call, long nanos) {
            AtomicLong sum = call == WaitingCall.COMMIT_SYNC ? commits : committed;
            sum.lazySet(sum.getPlain() + nanos);
        }

        FigureSet into(FigureSet set) {
            return set.with("time-between-poll-avg", between::average)
                    .with("time-between-poll-max", between::max)
                    .with("poll-idle-ratio-avg", () -> inside.average() / whole.average())
                    .with("last-poll-seconds-ago", this::secondsAgo)
                    .with("commit-sync-time-ns-total", commits::get)
                    .with("committed-time-ns-total", committed::get);
        }

        private double secondsAgo() {
            long last = lastNanos.get();
            return last == 0 ? -1 : TimeUnit.NANOSECONDS.toSeconds(time.nanos() - last);
        }
    }

    /** One partition. */
    private static final class PartitionFigures {

        private final WindowedStats lags;
        private final WindowedStats leads;
        private final LeastWindow least;
        private volatile long lag;
        private volatile long lead;
        private volatile @Nullable AssignedPartition partition;

        PartitionFigures(Time time, StatsWindow window) {
            lags = new WindowedStats(time, window);
            leads = new WindowedStats(time, window);
            least = new LeastWindow(time, window);
        }

        void seen(AssignedPartition read, long newLag, long newLead) {
            partition = read;
            lag = newLag;
            lead = newLead;
            lags.record(newLag);
            leads.record(newLead);
            least.record(newLead);
        }

        FigureSet into(FigureSet set) {
            return set.with("records-lag", () -> lag)
                    .with("records-lag-avg", lags::average)
                    .with("records-lag-max", lags::max)
                    .with("records-lead", () -> lead)
                    .with("records-lead-avg", leads::average)
                    .with("records-lead-min", least::min)
                    .with("preferred-read-replica", this::preferredReplica);
        }

        private int preferredReplica() {
            AssignedPartition known = partition;
            return known == null ? AssignedPartition.NONE : known.preferredReplica();
        }
    }

    /** One topic. */
    private static final class TopicFigures {

        private final WindowedStats bytesFetched;
        private final WindowedStats recordsFetched;
        private final ConsumedFigures consumed;

        TopicFigures(Time time, StatsWindow window) {
            bytesFetched = new WindowedStats(time, window);
            recordsFetched = new WindowedStats(time, window);
            consumed = new ConsumedFigures(time, window);
        }

        void fetched(long bytes, long records) {
            bytesFetched.record(bytes);
            recordsFetched.record(records);
        }

        void consumed(int records, long bytes) {
            consumed.add(records, bytes);
        }

        FigureSet into(FigureSet set) {
            return consumed.into(set)
                    .with("fetch-size-avg", bytesFetched::average)
                    .with("fetch-size-max", bytesFetched::max)
                    .with("records-per-request-avg", recordsFetched::average);
        }
    }
}
