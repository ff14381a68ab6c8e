package io.milena.record;

import io.milena.record.compression.Codec;
import io.milena.record.compression.Compression;
import io.netty.buffer.ByteBuf;
import java.util.function.Function;

/**
 * The records of one batch that stay, and the batch written anew with only these. Made by {@link BatchFilter}; confined
 * to its thread.
 */
public abstract sealed class BatchSelection implements AutoCloseable permits PlacedSelection, StreamedSelection {

    final BatchFilter filter;
    final RecordBatch batch;
    final KeptTally tally;

    BatchSelection(BatchFilter filter, RecordBatch batch) {
        this.filter = filter;
        this.batch = batch;
        tally = new KeptTally(batch);
    }

    /** Records that stay. */
    public int kept() {
        return tally.kept();
    }

    /** Records there were. */
    public int total() {
        return tally.total();
    }

    public boolean isWhole() {
        return kept() == total();
    }

    /** Whether a record without a value is among those that stay. */
    public boolean hasTombstones() {
        return tally.hasTombstones();
    }

    /**
     * Appends the batch to {@code out} with the records that stay, under its codec. At least one has to
     * stay; else there is {@link BatchFilter#writeEmpty}.
     */
    public abstract void write(Function<Codec, Compression> compression, ByteBuf out);

    /**
     * As {@link #write}, for a batch of format 2 that gets a delete horizon (KIP-534): until then its tombstones, or
     * its end-of-transaction marker, stay. Timestamps of records are relative to the horizon from now on.
     */
    public abstract void writeWithHorizon(long horizonMs, Function<Codec, Compression> compression, ByteBuf out);

    @Override
    public abstract void close();
}
