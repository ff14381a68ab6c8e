package io.milena.clients.consumer;

import io.milena.common.Metric;
import io.milena.common.MetricName;
import io.milena.common.config.SettingValues;
import io.milena.common.serialization.StringDeserializer;
import io.milena.common.time.SystemTime;
import io.milena.common.time.Time;
import io.milena.testing.SeededRandomness;
import io.milena.testing.ThreadScheduler;
import io.netty.buffer.ByteBufAllocator;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** What a consumer stands on in tests: a {@link FakeCluster}, and a loop that is a thread. */
final class FakeFloor implements ConsumerFloor {

    private static final long MEMORY_BYTES = 1 << 30;

    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
    private final ThreadScheduler loop = new ThreadScheduler(thread);
    private final FakeCluster cluster = new FakeCluster(loop);
    private final MovedClock clock = new MovedClock();
    private final SettingValues values;

    FakeFloor(Map<String, Object> settings) {
        Map<String, Object> all = new HashMap<>(settings);
        all.putIfAbsent(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, StringDeserializer.class);
        all.putIfAbsent(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, StringDeserializer.class);
        all.putIfAbsent(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        values = ConsumerConfig.TABLE.read(all);
        ConsumerSettingsReader.refuseContradictions(values);
    }

    FakeCluster cluster() {
        return cluster;
    }

    /** From now on it is so much later, for the consumer. */
    void moveClock(Duration later) {
        clock.movedNanos.addAndGet(later.toNanos());
    }

    /** The system's clock, moved on. */
    private static final class MovedClock implements Time {

        private final Time system = new SystemTime();
        private final AtomicLong movedNanos = new AtomicLong();

        @Override
        public long wallMs() {
            return system.wallMs() + TimeUnit.NANOSECONDS.toMillis(movedNanos.get());
        }

        @Override
        public long nanos() {
            return system.nanos() + movedNanos.get();
        }
    }

    KafkaConsumer<String, String> consumer() {
        return new KafkaConsumer<>(this, null, null);
    }

    @Override
    public SettingValues values() {
        return values;
    }

    @Override
    public ConsumerSettings settings() {
        return ConsumerSettingsReader.read(values);
    }

    @Override
    public String clientId() {
        return "fake";
    }

    @Override
    public Seams seams() {
        return new Seams(cluster, cluster, loop, clock, new SeededRandomness(1), MEMORY_BYTES);
    }

    @Override
    public ByteBufAllocator allocator() {
        return ByteBufAllocator.DEFAULT;
    }

    @Override
    public ConsumerWatch watch() {
        return new ConsumerWatch() {};
    }

    /** Its cluster has no id. */
    @Override
    public void tellOfCluster(Collection<?> plugIns) {}

    @Override
    public Map<MetricName, ? extends Metric> metrics() {
        return Map.of();
    }

    @Override
    public void close(long timeoutNanos) {
        thread.shutdown();
    }
}
