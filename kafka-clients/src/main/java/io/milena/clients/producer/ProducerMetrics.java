package io.milena.clients.producer;

import io.milena.metrics.FigureSet;
import io.milena.metrics.RecentRate;
import io.milena.metrics.SampledRate;
import io.milena.metrics.WindowedStats;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;

/**
 * What a producer counts: its part of {@code kafka.producer:type=producer-metrics,client-id=...}, and a set for each
 * topic. Call sites say what happened; all but the calls' own times is written by the event loop alone, once a batch.
 */
final class ProducerMetrics {

    /** Rates of compression are kept as whole numbers. */
    static final double THOUSANDTHS = 1_000;

    private final MetricTerms terms;
    private final RecentRate sentRecords;
    private final RecentRate failedRecords;
    private final RecentRate retriedRecords;
    private final RecentRate splitBatches;
    private final WindowedStats batchBytes;
    private final WindowedStats recordBytes;
    private final WindowedStats queueMs;
    private final WindowedStats latencyMs;
    private final WindowedStats throttleMs;
    private final WindowedStats requestRecords;
    private final WindowedStats compression;
    private final AtomicInteger requestsOut = new AtomicInteger();
    private final Map<Call, LongAdder> callNanos = new ConcurrentHashMap<>();
    private final Map<String, TopicMetrics> topics = new ConcurrentHashMap<>();
    private volatile BiConsumer<String, FigureSet> onTopic = (topic, figures) -> {};

    /** Calls whose time is told, by the name of the figure. */
    enum Call {
        FLUSH("flush-time-ns-total"),
        INIT("txn-init-time-ns-total"),
        BEGIN("txn-begin-time-ns-total"),
        SEND_OFFSETS("txn-send-offsets-time-ns-total"),
        COMMIT("txn-commit-time-ns-total"),
        ABORT("txn-abort-time-ns-total");

        private final String figure;

        Call(String figure) {
            this.figure = figure;
        }
    }

    ProducerMetrics(MetricTerms terms) {
        this.terms = terms;
        sentRecords = new RecentRate(terms.time());
        failedRecords = new RecentRate(terms.time());
        retriedRecords = new RecentRate(terms.time());
        splitBatches = new RecentRate(terms.time());
        batchBytes = terms.newStats();
        recordBytes = terms.newStats();
        queueMs = terms.newStats();
        latencyMs = terms.newStats();
        throttleMs = terms.newStats();
        requestRecords = terms.newStats();
        compression = terms.newStats();
        for (Call call : Call.values()) {
            callNanos.put(call, new LongAdder());
        }
    }

    /** Puts the producer's own figures into {@code set}. */
    void addTo(FigureSet set, RecordPool pool, TopicWaits waits) {
        set.with("record-send", sentRecords)
                .with("record-error", failedRecords)
                .with("record-retry", retriedRecords)
                .with("batch-split", splitBatches)
                .with("compression-rate-avg", () -> compression.average() / THOUSANDTHS)
                .with("records-per-request-avg", requestRecords::average)
                .with("requests-in-flight", requestsOut::get)
                .with("metadata-wait-time-ns-total", waits::waitedNanos);
        both(set, "batch-size", batchBytes);
        both(set, "record-size", recordBytes);
        both(set, "record-queue-time", queueMs);
        both(set, "request-latency", latencyMs);
        both(set, "produce-throttle-time", throttleMs);
        callNanos.forEach((call, nanos) -> set.with(call.figure, nanos::sum));
        memory(set, pool);
    }

    private void memory(FigureSet set, RecordPool pool) {
        var exhausted = new SampledRate(terms.time(), pool::exhausted);
        var waited = new SampledRate(terms.time(), pool::waitedNanos);
        set.with("buffer-total-bytes", pool::totalBytes)
                .with("buffer-available-bytes", pool::freeBytes)
                .with("waiting-threads", pool::waiting)
                .with("buffer-exhausted-total", pool::exhausted)
                .with("buffer-exhausted-rate", exhausted::perSecond)
                .with("bufferpool-wait-time-ns-total", pool::waitedNanos)
                .with("bufferpool-wait-time-total", pool::waitedNanos)
                .with("bufferpool-wait-ratio", () -> waited.perSecond() / TimeUnit.SECONDS.toNanos(1));
    }

    private static void both(FigureSet set, String name, WindowedStats figure) {
        set.with(name + "-avg", figure::average).with(name + "-max", figure::max);
    }

    /** Tells {@code listener} of each topic's figures when the first batch of it is sent. */
    void onTopic(BiConsumer<String, FigureSet> listener) {
        onTopic = listener;
    }

    private TopicMetrics topic(String name) {
        TopicMetrics known = topics.get(name);
        if (known == null) {
            known = new TopicMetrics(terms);
            topics.put(name, known);
            onTopic.accept(name, known.figures());
        }
        return known;
    }

    /** A request leaves. */
    void requestSent(int records) {
        requestsOut.incrementAndGet();
        requestRecords.record(records);
    }

    /** A request has its answer. */
    void requestAnswered(long roundTripNanos, long throttledMs) {
        requestsOut.decrementAndGet();
        latencyMs.record(TimeUnit.NANOSECONDS.toMillis(roundTripNanos));
        throttleMs.record(throttledMs);
    }

    /** A request has no answer. */
    void requestFailed() {
        requestsOut.decrementAndGet();
    }

    /** A batch leaves, for the first time or again. */
    void batchSent(ProducerBatch batch, long nowNanos) {
        int records = batch.recordCount();
        int bytes = batch.sealedBytes();
        double rate = (double) bytes / batch.encoder().uncompressedBytes();
        sentRecords.add(records);
        batchBytes.record(bytes, nowNanos);
        recordBytes.record(batch.largestRecord(), nowNanos);
        queueMs.record(TimeUnit.NANOSECONDS.toMillis(nowNanos - batch.createdNanos()), nowNanos);
        compression.record(Math.round(rate * THOUSANDTHS), nowNanos);
        topic(batch.result().partition().topic()).sent(records, bytes, rate);
    }

    void failed(ProducerBatch batch) {
        failedRecords.add(batch.recordCount());
        topic(batch.result().partition().topic()).failed(batch.recordCount());
    }

    void retried(ProducerBatch batch) {
        retriedRecords.add(batch.recordCount());
        topic(batch.result().partition().topic()).retried(batch.recordCount());
    }

    void split() {
        splitBatches.add(1);
    }

    /** A call of the application's took so long. */
    void called(Call call, long nanos) {
        LongAdder sum = callNanos.get(call);
        if (sum != null) {
            sum.add(nanos);
        }
    }
}
