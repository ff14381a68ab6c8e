package io.milena.server.coordinator;

/** How long shards of one coordinator took to load. Thread-safe. */
final class ShardMetrics {

    /** A shard is loaded. */
    void loaded(long tookMs) {}
}
