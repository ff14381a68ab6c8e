package io.milena.record;

import static io.milena.record.RecordBatchFormat.CONTROL_BIT;
import static io.milena.record.RecordBatchFormat.NO_LEADER_EPOCH;
import static io.milena.record.RecordBatchFormat.NO_PRODUCER_EPOCH;
import static io.milena.record.RecordBatchFormat.NO_PRODUCER_ID;
import static io.milena.record.RecordBatchFormat.NO_SEQUENCE;
import static io.milena.record.RecordBatchFormat.TRANSACTIONAL_BIT;

/**
 * What the header of a batch says that does not follow from its records.
 *
 * @param flags attribute bits other than the codec's, see {@link RecordBatchFormat}
 */
public record BatchTerms(
        long baseOffset, int leaderEpoch, int flags, long producerId, short producerEpoch, int baseSequence) {

    /** A batch as a producer without id sends it: offset 0, create time. */
    public static final BatchTerms PLAIN =
            new BatchTerms(0, NO_LEADER_EPOCH, 0, NO_PRODUCER_ID, NO_PRODUCER_EPOCH, NO_SEQUENCE);

    /** The terms under which a batch was written, whatever its format. */
    public static BatchTerms of(RecordBatch batch) {
        int flags = batch.isLegacy()
                ? batch.attributes() & RecordBatchFormat.LOG_APPEND_TIME_BIT
                : batch.attributes() & ~RecordBatchFormat.CODEC_MASK;
        return new BatchTerms(
                batch.baseOffset(),
                batch.partitionLeaderEpoch(),
                flags,
                batch.producerId(),
                batch.producerEpoch(),
                batch.baseSequence());
    }

    public BatchTerms withBaseOffset(long offset) {
        return new BatchTerms(offset, leaderEpoch, flags, producerId, producerEpoch, baseSequence);
    }

    public BatchTerms withLeaderEpoch(int epoch) {
        return new BatchTerms(baseOffset, epoch, flags, producerId, producerEpoch, baseSequence);
    }

    public BatchTerms withProducer(long id, short epoch, int sequence) {
        return new BatchTerms(baseOffset, leaderEpoch, flags, id, epoch, sequence);
    }

    public BatchTerms transactional() {
        return withFlags(flags | TRANSACTIONAL_BIT);
    }

    public BatchTerms control() {
        return withFlags(flags | CONTROL_BIT);
    }

    /** As {@code flags}, attribute bits of {@link RecordBatchFormat}. */
    public BatchTerms withFlags(int newFlags) {
        return new BatchTerms(baseOffset, leaderEpoch, newFlags, producerId, producerEpoch, baseSequence);
    }
}
