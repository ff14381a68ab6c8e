package io.milena.storage.retention;

/**
 * What retention needs to know of a segment.
 *
 * @param baseOffset its first offset
 * @param endOffset first offset after it
 * @param sizeBytes of its log file
 * @param newestMs its greatest timestamp, or when it was last written if no record has one
 */
public record SegmentFacts(long baseOffset, long endOffset, long sizeBytes, long newestMs) {}
