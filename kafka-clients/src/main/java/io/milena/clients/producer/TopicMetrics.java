package io.milena.clients.producer;

import io.milena.metrics.FigureSet;
import io.milena.metrics.RecentRate;
import io.milena.metrics.WindowedStats;

/**
 * What is sent to one topic: {@code kafka.producer:type=producer-topic-metrics,client-id=...,topic=...}. Written by the
 * event loop, read by anyone.
 */
final class TopicMetrics {

    private final RecentRate records;
    private final RecentRate bytes;
    private final RecentRate errors;
    private final RecentRate retries;
    private final WindowedStats compression;

    TopicMetrics(MetricTerms terms) {
        records = new RecentRate(terms.time());
        bytes = new RecentRate(terms.time());
        errors = new RecentRate(terms.time());
        retries = new RecentRate(terms.time());
        compression = terms.newStats();
    }

    FigureSet figures() {
        return new FigureSet()
                .with("record-send", records)
                .with("byte", bytes)
                .with("record-error", errors)
                .with("record-retry", retries)
                .with("compression-rate", () -> compression.average() / ProducerMetrics.THOUSANDTHS);
    }

    void sent(int recordCount, int byteCount, double compressionRate) {
        records.add(recordCount);
        bytes.add(byteCount);
        compression.record(Math.round(compressionRate * ProducerMetrics.THOUSANDTHS));
    }

    void failed(int recordCount) {
        errors.add(recordCount);
    }

    void retried(int recordCount) {
        retries.add(recordCount);
    }
}
