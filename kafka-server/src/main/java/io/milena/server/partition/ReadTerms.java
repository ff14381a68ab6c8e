package io.milena.server.partition;

/**
 * Under which terms a partition is read.
 *
 * @param isolation how far the reader may see
 * @param reach which replicas may answer
 * @param maxBytes most bytes; the last batch may be cut off by it
 * @param wholeFirstBatch whether the first batch is returned whole even if it is larger
 */
public record ReadTerms(Isolation isolation, Reach reach, int maxBytes, boolean wholeFirstBatch) {}
