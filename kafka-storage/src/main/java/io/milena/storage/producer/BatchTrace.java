package io.milena.storage.producer;

/**
 * What is remembered of one batch of a producer.
 *
 * @param firstSequence sequence of its first record
 * @param lastSequence sequence of its last record
 * @param lastOffset offset of its last record
 * @param offsetDelta last offset less first
 * @param timestampMs its greatest timestamp
 */
public record BatchTrace(int firstSequence, int lastSequence, long lastOffset, int offsetDelta, long timestampMs) {

    public long firstOffset() {
        return lastOffset - offsetDelta;
    }
}
