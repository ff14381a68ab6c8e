package io.milena.storage;

import io.milena.common.TopicPartition;
import io.milena.storage.disk.CrashingFileStore;
import io.milena.storage.segment.Located;
import io.milena.storage.segment.Segment;
import io.milena.storage.segment.SharedFile;
import java.io.IOException;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A log in a random history, its model, and what a step needs to act on both. The log is another object after each
 * start.
 */
final class LogSubject {

    final TopicPartition partition;
    LogModel model = new LogModel();
    final LogHome home;
    final Random random;
    final CrashingFileStore disk;
    int epoch;
    int counter;
    /** The topic is being deleted and made anew. */
    boolean isGoing;

    Log log;
    LogManager manager;

    LogSubject(TopicPartition partition, LogHome home, Random random, CrashingFileStore disk, LogManager manager) {
        this.partition = partition;
        this.home = home;
        this.random = random;
        this.disk = disk;
        this.manager = manager;
        this.log = manager.openOrCreate(partition, LogHome.ORDERS_ID, home.config());
    }

    boolean isCompacted() {
        return home.config().cleaner().isCompacted();
    }

    /** Where the first segment begins. */
    long firstOffset() {
        return log.files().segments().get(0).baseOffset();
    }

    /** Where a batch begins that lies before the start of the log, or holds it; the start if there is none. */
    long batchBeforeStart() throws IOException {
        long start = model.start();
        long offset = firstOffset() + random.nextLong(start - firstOffset() + 1);
        disk.pause(true);
        try {
            for (Segment segment : log.files().segments()) {
                Located batch = locate(segment, offset);
                if (batch != null) {
                    return Math.min(start, batch.baseOffset());
                }
            }
            return start;
        } finally {
            disk.pause(false);
        }
    }

    private static @Nullable Located locate(Segment segment, long offset) throws IOException {
        SharedFile file = segment.retainFile();
        try {
            return segment.locate(file.file(), offset, 0, segment.sizeBytes());
        } finally {
            file.release();
        }
    }

    /** An offset in the log, or its end. */
    long anyOffset() {
        long count = model.end() - model.start();
        return model.start() + (count == 0 ? 0 : random.nextLong(count + 1));
    }

    long nowMs() {
        return home.time.wallMs();
    }
}
