package io.milena.storage;

import io.milena.common.TopicPartition;
import io.milena.storage.cleaner.CleanableLog;
import io.milena.storage.files.OpenDirectory;
import io.milena.storage.files.PassingFault;
import io.milena.storage.producer.ProducerSnapshotFormat.Row;
import io.milena.storage.segment.Segment;
import io.milena.storage.segment.SegmentName;
import io.milena.storage.segment.SharedFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The way of compaction into one log: looks at it, and puts segments in the place of others. Thread-safe.
 *
 * <p>Replacing takes three forces of the directory, which must not be done under the log's lock. So whatever else takes
 * segments out of the log, truncation and retention, excludes replacing by a lock of its own, {@link #alone}, taken
 * before the log's. Appends and reads go on.
 */
final class LogCleaning implements CleanableLog {

    private final LogDir dir;
    private final LogGuard guard;
    private final LogFiles files;
    private final Supplier<LogConfig> config;
    private final LongSupplier highWatermark;
    private final Settling settle;
    private final ReentrantLock structure = new ReentrantLock();
    /** Guarded by the log's lock. */
    private long truncations;

    LogCleaning(LogDir dir, LogGuard guard, Supplier<LogConfig> config, LongSupplier highWatermark, Settling settle) {
        this.dir = dir;
        this.guard = guard;
        this.files = guard.files();
        this.config = config;
        this.highWatermark = highWatermark;
        this.settle = settle;
    }

    /** See {@link CleanableLog#settle}. */
    @FunctionalInterface
    interface Settling {
        boolean upTo(long cleanedTo, long seenTo);
    }

    /** Does something that takes segments out of the log, while none is being replaced. */
    void alone(Runnable action) {
        structure.lock();
        try {
            action.run();
        } finally {
            structure.unlock();
        }
    }

    /** As {@link #alone}, for what makes the log end earlier: what comes behind the new end is not clean. */
    void truncating(long endOffset, Runnable truncation) {
        alone(() -> {
            guard.lockedAction(() -> truncations++);
            checkpoint(() -> dir.cleaned.endedAt(partition(), endOffset));
            truncation.run();
        });
    }

    private void checkpoint(LogGuard.IoAction write) {
        try {
            write.run();
        } catch (IOException e) {
            throw dir.fail("cleaner checkpoint of " + partition(), e);
        }
    }

    @Override
    public TopicPartition partition() {
        return files.partition();
    }

    @Override
    public Path directory() {
        return dir.path();
    }

    @Override
    public Path segmentDirectory() {
        return files.path();
    }

    @Override
    public LogConfig config() {
        return config.get();
    }

    @Override
    public boolean isUsable() {
        return guard.isUsable();
    }

    @Override
    public Snapshot look() {
        return guard.locked(() -> {
            List<Segment> all = files.segments();
            Segment active = all.remove(all.size() - 1);
            return new Snapshot(
                    all,
                    active,
                    files.offsets(),
                    highWatermark.getAsLong(),
                    dir.cleaned.cleanedUpTo(partition()),
                    truncations);
        });
    }

    @Override
    public Ages ages(Segment segment) {
        return guard.look(
                "looking at the age of a segment",
                () -> files.holds(List.of(segment))
                        ? new Ages(segment.newestMs(), segment.firstTimestampMs())
                        : new Ages(Long.MAX_VALUE, -1));
    }

    @Override
    public List<Row> producersToKeep(long offset, Snapshot seen) throws IOException {
        List<Row> kept = new ArrayList<>();
        Set<Long> uncommitted = new HashSet<>();
        for (Row row : guard.locked(() -> files.producers().rows())) {
            if (row.lastOffset() < seen.highWatermark()) {
                kept.add(row);
            } else {
                uncommitted.add(row.producerId());
            }
        }
        if (!uncommitted.isEmpty()) {
            files.producersAt(offset, seen.sealed()).stream()
                    .filter(row -> uncommitted.contains(row.producerId()))
                    .forEach(kept::add);
        }
        return kept;
    }

    @Override
    public @Nullable SharedFile open(Segment segment) {
        return guard.<@Nullable SharedFile>look(
                "opening a segment", () -> files.holds(List.of(segment)) ? segment.retainFile() : null);
    }

    @Override
    public boolean settle(long cleanedTo, Snapshot seen) throws IOException {
        return settle.upTo(cleanedTo, seen.offsets().logEndOffset()) && settleProducers(cleanedTo, seen);
    }

    /** Forced by itself: a power cut must not take these names back, and leave those of the segments that replace. */
    private boolean settleProducers(long cleanedTo, Snapshot seen) throws IOException {
        List<Row> then = files.producersAt(cleanedTo, seen.sealed());
        structure.lock();
        try (OpenDirectory names = dir.store().openDirectory(files.path())) {
            if (!isUncutSince(seen)) {
                return false;
            }
            files.compacting(cleanedTo, then);
            names.force();
            return true;
        } finally {
            structure.unlock();
        }
    }

    private boolean isUncutSince(Snapshot seen) {
        return guard.locked(() -> isUsable() && truncations == seen.truncations());
    }

    @Override
    public boolean replace(List<Segment> originals, Segment cleaned) throws IOException {
        structure.lock();
        try (OpenDirectory names = dir.store().openDirectory(files.path())) {
            if (!guard.io("compaction", () -> files.holds(originals))) {
                return false;
            }
            cleaned.rename(SegmentName.SWAP);
            names.force();
            guard.ioAction(
                    "compaction",
                    () -> files.exchange(
                            originals, cleaned, config().retention().fileDeleteDelayMs()));
            names.force();
            guard.ioAction("compaction", () -> cleaned.rename(""));
            names.force();
            return true;
        } finally {
            structure.unlock();
        }
    }

    @Override
    public boolean holds(List<Segment> segments) {
        return guard.locked(() -> isUsable() && files.holds(segments));
    }

    @Override
    public void cleanedTo(long offset, Snapshot seen) {
        structure.lock();
        try {
            if (isUncutSince(seen)) {
                checkpoint(() -> noteCleaned(offset));
            }
        } finally {
            structure.unlock();
        }
    }

    /** Where it cannot be written down, the next cleaning goes over the same once more. */
    private void noteCleaned(long offset) throws IOException {
        try {
            dir.cleaned.cleanedTo(partition(), offset);
        } catch (IOException e) {
            if (!(PassingFault.unlessBroken(e) instanceof PassingFault fault)) {
                throw e;
            }
            dir.shortOf("cleaner checkpoint of " + partition(), fault);
        }
    }

    @Override
    public void fail(IOException cause) {
        dir.fail("compaction of " + partition(), cause);
    }

    @Override
    public String toString() {
        return partition().toString();
    }
}
