package io.milena.storage.cleaner;

import io.milena.record.RecordBatch;
import io.milena.storage.producer.ProducerSnapshotFormat;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Tells the last batch of each producer that a log remembers. It stays, empty if need be: from it a broker learns the
 * producer's epoch and sequence when it loads the log. A later one does not replace it before that is committed, for it
 * could be cut off again. Pure; immutable.
 */
final class LastBatches {

    private final Map<Long, ProducerSnapshotFormat.Row> byProducer = new HashMap<>();

    LastBatches(List<ProducerSnapshotFormat.Row> producers) {
        producers.forEach(row -> byProducer.put(row.producerId(), row));
    }

    /** Whether a producer would be forgotten, or remembered wrongly, without this batch. */
    boolean contain(RecordBatch batch) {
        ProducerSnapshotFormat.Row row = batch.hasProducerId() ? byProducer.get(batch.producerId()) : null;
        if (row == null) {
            return false;
        }
        boolean hasData = row.lastSequence() >= 0;
        return hasData
                ? batch.lastOffset() == row.lastOffset()
                : batch.isControl() && batch.producerEpoch() == row.epoch();
    }
}
