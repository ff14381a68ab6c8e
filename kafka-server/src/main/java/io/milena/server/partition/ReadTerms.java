package io.milena.server.partition;

import io.milena.storage.FirstBatch;
import io.milena.storage.Source;

/**
 * Under which terms a partition is read.
 *
 * @param isolation how far the reader may see
 * @param reach which replicas may answer
 * @param maxBytes most bytes; the last batch may be cut off by it
 * @param firstBatch what becomes of a first batch that is larger
 * @param source whether the read may wait for the disk
 */
public record ReadTerms(Isolation isolation, Reach reach, int maxBytes, FirstBatch firstBatch, Source source) {}
