package io.milena.storage;

import io.milena.record.RecordBatch;
import io.milena.storage.files.DiskFault;
import io.milena.storage.files.FileStore;
import io.milena.storage.producer.ProducerBatch;
import io.milena.storage.producer.ProducerSnapshotFormat.Row;
import io.milena.storage.producer.ProducerStates;
import io.milena.storage.recovery.ProducerRecovery;
import io.milena.storage.recovery.ProducerSnapshots;
import io.milena.storage.segment.Segment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The producers of one log, in memory and in its snapshot files. Guarded by the lock of its {@link Log}.
 *
 * <p>A roll hands its snapshot to the threads of the directory. If a crash comes before it is written, or there is no
 * room for it, a start uses an older one and replays more.
 */
final class LogProducers {

    private static final Logger log = LoggerFactory.getLogger(LogProducers.class);

    private final ProducerStates states;
    private final ProducerSnapshots snapshots;
    private final ProducerRecovery recovery;
    private final Executor background;

    LogProducers(ProducerStates states, FileStore store, Path directory, Executor background) {
        this.states = states;
        this.background = background;
        snapshots = new ProducerSnapshots(store, directory);
        recovery = new ProducerRecovery(snapshots);
    }

    ProducerStates states() {
        return states;
    }

    /** All of them, as they were where the log ended at {@code offset}. Takes no lock of its log. */
    List<Row> rowsAt(long offset, Collection<Segment> segments) throws IOException {
        var then = new ProducerStates();
        recovery.restore(then, segments, offset);
        return then.rows();
    }

    /** A batch with a producer id is in {@code segment}. */
    void appended(RecordBatch batch, Segment segment) throws IOException {
        AbortedTransaction aborted = states.appended(ProducerBatch.of(batch));
        if (aborted != null) {
            segment.transactionIndex().add(aborted);
        }
    }

    /** A segment begins at {@code offset}, the end of the log. */
    void rolled(long offset) {
        snapshots.later(offset, states.rows());
        background.execute(this::writeQuietly);
    }

    private void writeQuietly() {
        try {
            snapshots.writeWaiting();
        } catch (IOException e) {
            log.warn("{}: a snapshot could not be written; a start will replay more", this, e);
        }
    }

    /** Before the log is cut at {@code offset}; -1 if all of it goes. */
    void cutting(long offset) throws IOException {
        snapshots.dropBehind(offset);
    }

    /** The log was cut, and ends at {@code endOffset}. */
    void cut(Collection<Segment> segments, long endOffset) throws IOException {
        snapshots.dropBehind(endOffset);
        recovery.restore(states, segments, endOffset);
    }

    /** The log is empty, and nothing is known of what came before. */
    void clear() {
        states.restore(List.of());
    }

    /**
     * Compaction will replace segments that end at {@code endOffset}, where the producers are {@code then}. It takes
     * markers of which no data is left, and the last batches of producers that have expired; so no snapshot of before
     * may be replayed with what it leaves, or a transaction that is over would seem to be open. Takes no lock of its
     * log; nothing may cut it meanwhile.
     */
    void compacting(long endOffset, List<Row> then) throws IOException {
        snapshots.writeWaiting();
        if (!snapshots.has(endOffset)) {
            snapshots.later(endOffset, then);
            snapshots.writeWaiting();
        }
        snapshots.dropBefore(endOffset);
    }

    /**
     * The log begins at {@code offset}. Snapshots before it do no harm, and go the next time if they cannot now. Takes
     * no lock of its log: the directory is listed, and may be large.
     */
    void startsAt(long offset) throws IOException {
        writeQuietly();
        try {
            snapshots.dropBefore(offset);
        } catch (IOException e) {
            if (!DiskFault.of(e).isPassing()) {
                throw e;
            }
            log.warn("{}: those before offset {} stay for the time being: {}", this, offset, e.getMessage());
        }
    }

    /** The log is complete, and ends at {@code endOffset}. */
    void seal(long endOffset) throws IOException {
        if (!snapshots.has(endOffset)) {
            snapshots.later(endOffset, states.rows());
        }
        snapshots.writeWaiting();
    }

    /** Nothing is written any more. */
    void close() {
        snapshots.giveUp();
    }

    /** Waits for the write of a snapshot that is under way, if there is one. */
    Runnable lastWrite() {
        return snapshots::awaitWrite;
    }

    @Override
    public String toString() {
        return "producers in " + snapshots;
    }
}
