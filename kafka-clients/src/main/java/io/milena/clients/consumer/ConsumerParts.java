package io.milena.clients.consumer;

import io.milena.clients.consumer.ChunkReader.RecordDecoder;
import io.milena.common.serialization.Deserializer;
import io.milena.record.compression.Decompressor;
import org.jspecify.annotations.Nullable;

/** A consumer put together: what works on the application's thread, over the {@link Engine} behind it. */
record ConsumerParts<K, V>(
        ConsumerFloor floor,
        Engine engine,
        Guard guard,
        Waiting waiting,
        Subscribing subscribing,
        Rebalance rebalance,
        Committing committing,
        OffsetCalls offsets,
        Poller<K, V> poller,
        Closing<K, V> closing) {

    /**
     * Puts one together; if that fails, what was plugged in by naming classes is closed.
     *
     * @param keys the application's deserializer of keys; null if the settings name a class
     * @param values likewise of values
     */
    static <K, V> ConsumerParts<K, V> make(
            ConsumerFloor floor, @Nullable Deserializer<K> keys, @Nullable Deserializer<V> values) {
        var plugins = new Plugins(floor.values(), floor.clientId());
        try {
            ConsumerParts<K, V> made = make(floor, plugins, keys, values);
            floor.tellOfCluster(plugins.listening());
            return made;
        } catch (RuntimeException e) {
            plugins.close();
            throw e;
        }
    }

    private static <K, V> ConsumerParts<K, V> make(
            ConsumerFloor floor, Plugins plugins, @Nullable Deserializer<K> keys, @Nullable Deserializer<V> values) {
        ConsumerSettings settings = floor.settings();
        var decoder = new RecordDecoder<>(
                new FieldDecoder<>(plugins.deserializer(keys, ConsumerConfig.KEY_DESERIALIZER, true)),
                new FieldDecoder<>(plugins.deserializer(values, ConsumerConfig.VALUE_DESERIALIZER, false)),
                new Decompressor(floor.allocator(), Decompressor.DEFAULT_LIMIT_BYTES),
                new ScratchArrays(),
                settings.poll().checksCrcs());
        Interceptors<K, V> interceptors = plugins.interceptors();
        AssignorSet assignors = plugins.assignors();
        var engine = new Engine(floor.seams(), settings, floor.watch());
        var guard = new Guard(engine.signal());
        var waiting = new Waiting(engine, guard);
        var committing = new Committing(engine, interceptors);
        var rebalance = new Rebalance(engine, assignors, committing);
        var collector = new RecordCollector<>(engine.lock(), engine.buffer(), decoder, engine.watch());
        return new ConsumerParts<>(
                floor,
                engine,
                guard,
                waiting,
                new Subscribing(engine, assignors, rebalance, committing),
                rebalance,
                committing,
                new OffsetCalls(engine, waiting),
                new Poller<>(engine, guard, rebalance, committing, collector, interceptors),
                new Closing<>(
                        engine, floor, rebalance, committing, collector, new Closing.Plugged<>(decoder, interceptors)));
    }
}
