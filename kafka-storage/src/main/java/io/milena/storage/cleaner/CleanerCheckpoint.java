package io.milena.storage.cleaner;

import io.milena.common.TopicPartition;
import io.milena.storage.checkpoint.CheckpointFile;
import io.milena.storage.checkpoint.MalformedCheckpoint;
import io.milena.storage.checkpoint.OffsetCheckpointFormat;
import java.io.IOException;
import java.util.SortedMap;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How far each log of a directory is clean: the file {@code cleaner-offset-checkpoint}. Thread-safe; every change is on
 * disk when the call returns.
 *
 * <p>An offset that is too low makes a cleaning go over clean segments once more. One that is too high would hide dirty
 * records from it, and later a tombstone could go while a value that it hides is still there; so it is lowered together
 * with a truncation, and forgotten together with the log.
 *
 * <p>A crash before a write leaves the offset of the cleaning before: too low.
 */
public final class CleanerCheckpoint {

    private static final Logger log = LoggerFactory.getLogger(CleanerCheckpoint.class);

    private final CheckpointFile file;
    /** Never changed, but replaced. */
    private volatile SortedMap<TopicPartition, Long> offsets = new TreeMap<>();

    public CleanerCheckpoint(CheckpointFile file) {
        this.file = file;
    }

    /** Makes the file, if there is none, and reads it. What cannot be read counts as never cleaned. */
    public synchronized void load() throws IOException {
        file.createIfAbsent();
        offsets = read();
    }

    private SortedMap<TopicPartition, Long> read() throws IOException {
        try {
            return OffsetCheckpointFormat.read(file.read());
        } catch (MalformedCheckpoint e) {
            log.warn("{} is ignored, its logs are cleaned from their starts: {}", file.path(), e.getMessage());
            return new TreeMap<>();
        }
    }

    /** Everything before it is clean; -1 if the log was never cleaned. Does not wait for a write. */
    public long cleanedUpTo(TopicPartition partition) {
        return offsets.getOrDefault(partition, CleaningPlan.NEVER_CLEANED);
    }

    public synchronized void cleanedTo(TopicPartition partition, long offset) throws IOException {
        SortedMap<TopicPartition, Long> next = new TreeMap<>(offsets);
        next.put(partition, offset);
        write(next);
    }

    /** The log ends at {@code endOffset}; nothing behind it is clean. */
    public synchronized void endedAt(TopicPartition partition, long endOffset) throws IOException {
        if (cleanedUpTo(partition) > endOffset) {
            cleanedTo(partition, endOffset);
        }
    }

    /** The log is gone; another of the same name was never cleaned. */
    public synchronized void forget(TopicPartition partition) throws IOException {
        if (offsets.containsKey(partition)) {
            SortedMap<TopicPartition, Long> next = new TreeMap<>(offsets);
            next.remove(partition);
            write(next);
        }
    }

    /** What could not be written is not so: whoever tries again must find that there is something to write. */
    private void write(SortedMap<TopicPartition, Long> next) throws IOException {
        file.write(OffsetCheckpointFormat.write(next));
        offsets = next;
    }
}
