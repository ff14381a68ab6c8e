package io.milena.storage.recovery;

import io.milena.storage.producer.ProducerStates;
import io.milena.storage.segment.Segments;

/**
 * A log as it was found on disk, repaired where needed. The last segment is active.
 *
 * @param logStartOffset first offset that may be read
 * @param logEndOffset offset of the next record
 * @param recoveryPoint everything before it is forced to disk
 */
public record LoadedLog(
        Segments segments,
        LoadedEpochs epochs,
        ProducerStates producers,
        long logStartOffset,
        long logEndOffset,
        long recoveryPoint) {}
