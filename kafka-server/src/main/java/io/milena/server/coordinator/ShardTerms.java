package io.milena.server.coordinator;

import io.milena.record.compression.Compression;
import java.time.Duration;

/**
 * Settings of the shards of one coordinator.
 *
 * @param commitTimeout how long an answer waits for what it rests on to be committed
 * @param loadBufferBytes how much of the log is read at once when a shard is loaded; a larger batch is read whole
 * @param compression of the batches that are written
 */
public record ShardTerms(Duration commitTimeout, int loadBufferBytes, Compression compression) {}
