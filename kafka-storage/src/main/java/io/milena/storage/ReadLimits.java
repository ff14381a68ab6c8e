package io.milena.storage;

/**
 * How much a read may return, and where from.
 *
 * @param maxBytes most bytes; the last batch may be cut off by it
 * @param bound batches that reach it or lie behind it are not returned
 * @param firstBatch what becomes of a first batch that is larger than {@code maxBytes}
 * @param source whether the read may wait for the disk
 */
public record ReadLimits(int maxBytes, ReadBound bound, FirstBatch firstBatch, Source source) {}
