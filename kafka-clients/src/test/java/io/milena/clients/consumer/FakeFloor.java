package io.milena.clients.consumer;

import io.milena.common.Metric;
import io.milena.common.MetricName;
import io.milena.common.config.SettingValues;
import io.milena.common.serialization.StringDeserializer;
import io.milena.common.time.SystemTime;
import io.milena.testing.SeededRandomness;
import io.milena.testing.ThreadScheduler;
import io.netty.buffer.ByteBufAllocator;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/** What a consumer stands on in tests: a {@link FakeCluster}, and a loop that is a thread. */
final class FakeFloor implements ConsumerFloor {

    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
    private final ThreadScheduler loop = new ThreadScheduler(thread);
    private final FakeCluster cluster = new FakeCluster(loop);
    private final SettingValues values;

    FakeFloor(Map<String, Object> settings) {
        Map<String, Object> all = new HashMap<>(settings);
        all.putIfAbsent(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, StringDeserializer.class);
        all.putIfAbsent(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, StringDeserializer.class);
        all.putIfAbsent(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        values = ConsumerConfig.TABLE.read(all);
    }

    FakeCluster cluster() {
        return cluster;
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
        return new Seams(cluster, cluster, loop, new SystemTime(), new SeededRandomness(1));
    }

    @Override
    public ByteBufAllocator allocator() {
        return ByteBufAllocator.DEFAULT;
    }

    @Override
    public ConsumerWatch watch() {
        return new ConsumerWatch() {};
    }

    @Override
    public Map<MetricName, ? extends Metric> metrics() {
        return Map.of();
    }

    @Override
    public void close(long timeoutNanos) {
        thread.shutdown();
    }
}
