package io.milena.storage;

import io.milena.common.time.Scheduler;
import io.milena.record.BatchTerms;
import io.milena.record.ControlMarker;
import io.milena.record.RecordBatchBuilder;
import io.milena.record.RecordValidation;
import io.milena.record.compression.Codec;
import io.milena.record.compression.Compression;
import io.milena.record.compression.Compressor;
import io.milena.storage.AppendTerms.Origin;
import io.milena.storage.Batches.Rec;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A compacted log for tests, with its cleaner on the clock that stands still. */
final class CompactedLog {

    static final long BACKOFF_MS = 15_000;

    final LogHome home;
    LogManager manager;
    Log log;

    CompactedLog(Path directory) {
        this(new LogHome(directory));
    }

    CompactedLog(LogHome home) {
        this.home = home.with("cleanup.policy", "compact").with("min.cleanable.dirty.ratio", 0.01);
        manager = home.open();
        log = home.orders(manager);
    }

    /** Opens the log again with what was configured since. */
    CompactedLog with(String key, Object value) {
        home.with(key, value);
        log.config(home.config());
        return this;
    }

    static CleanerSettings settings(String... keysAndValues) {
        Map<String, String> properties = new TreeMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            properties.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        return CleanerSettings.from(properties);
    }

    void startCleaner(String... keysAndValues) {
        manager.startCleaning(settings(keysAndValues), List.<Scheduler>of(home.time));
    }

    /** Everything is committed, and the cleaner, which was started, has its turn. */
    void clean() {
        log.highWatermark(log.offsets().logEndOffset());
        home.time.advance(BACKOFF_MS);
    }

    /** Appends one batch of records with keys: {@code "k=v"}, or {@code "k"} for a tombstone. */
    AppendResult append(String... keysAndValues) {
        return append(BatchTerms.PLAIN, Codec.NONE, keysAndValues);
    }

    AppendResult append(BatchTerms terms, Codec codec, String... keysAndValues) {
        Origin origin = terms.flags() == 0 ? Origin.CLIENT : Origin.TRANSACTIONAL_CLIENT;
        return Batches.append(
                log,
                keyed(terms, codec, home.time.wallMs(), keysAndValues),
                new AppendTerms(0, home.time.wallMs(), origin, RecordValidation.FULL));
    }

    static ByteBuf keyed(BatchTerms terms, Codec codec, long timestampMs, String... keysAndValues) {
        try (var builder = new RecordBatchBuilder(Batches.ALLOCATOR, Compression.of(codec), terms, 256);
                var compressor = new Compressor(Batches.ALLOCATOR)) {
            for (String each : keysAndValues) {
                int border = each.indexOf('=');
                String key = border < 0 ? each : each.substring(0, border);
                builder.append(
                        timestampMs, bytes(key), border < 0 ? null : bytes(each.substring(border + 1)), List.of());
            }
            return builder.seal(compressor);
        }
    }

    private static byte @Nullable [] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Those of a batch in a transaction of this producer. */
    static BatchTerms transactional(long producerId, int sequence) {
        return BatchTerms.PLAIN.withProducer(producerId, (short) 0, sequence).transactional();
    }

    /** Ends the transaction of this producer. */
    AppendResult end(ControlMarker.Type type, long producerId) {
        ByteBuf marker =
                new ControlMarker(type, 0).toBatch(Batches.ALLOCATOR, producerId, (short) 0, home.time.wallMs());
        return Batches.append(
                log, marker, new AppendTerms(0, home.time.wallMs(), Origin.COORDINATOR, RecordValidation.FULL));
    }

    /** Fills the active segment, so that what was before it can be cleaned. */
    void roll() {
        log.config(LogConfig.from(Map.of("segment.bytes", "100"), without("segment.bytes")));
        append("roll=" + log.offsets().logEndOffset());
        log.config(home.config());
    }

    private Map<String, String> without(String key) {
        Map<String, String> rest = new TreeMap<>(home.topicConfig);
        rest.remove(key);
        return rest;
    }

    List<Rec> records() throws IOException {
        return Batches.readAll(log, log.offsets().logStartOffset(), 1 << 20);
    }

    /** Values by key, in the order of their offsets; {@code k=null} for tombstones. */
    List<String> contents() throws IOException {
        return records().stream().map(rec -> rec.key() + "=" + rec.value()).toList();
    }

    void reopen() {
        manager.close();
        manager = home.open();
        log = home.orders(manager);
    }
}
