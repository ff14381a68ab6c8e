package io.milena.storage;

import io.milena.storage.checkpoint.CheckpointFile;
import io.milena.storage.epoch.EpochCheckpointFormat;
import io.milena.storage.epoch.EpochEntry;
import io.milena.storage.epoch.LeaderEpochs;
import io.milena.storage.files.FileStore;
import io.milena.storage.recovery.LoadedEpochs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The leader epochs of one log, and their file.
 *
 * <p>Guarded by the lock of its {@link Log}, where not said otherwise. The file is written in the background, and
 * before the recovery point passes what has changed: until then a crash has the epochs read from the batches. It is not
 * told of an epoch that has no record, for the next start would take it for cut off, and thousands of idle partitions
 * get a leader at the same time.
 */
final class LogEpochs {

    private static final Logger log = LoggerFactory.getLogger(LogEpochs.class);

    private final LeaderEpochs known;
    private final CheckpointFile file;
    private final DirectoryLane background;
    private LeaderEpochs toShow;
    /** The file says something else of epochs without a record, and has to be written with the next record. */
    private boolean fileDiffers;

    private volatile List<EpochEntry> toWrite;
    private volatile List<EpochEntry> inFile;
    private volatile boolean closed;
    private final ReentrantLock writing = new ReentrantLock();

    /** @param loaded as the file in {@code directory} has them */
    LogEpochs(LoadedEpochs loaded, FileStore store, Path directory, DirectoryLane background) {
        this.known = loaded.known();
        this.fileDiffers = loaded.fileHasMore();
        this.file = new CheckpointFile(store, directory.resolve(EpochCheckpointFormat.FILE_NAME));
        this.background = background;
        toShow = known.copy();
        toWrite = known.entries();
        inFile = toWrite;
    }

    /** The epochs; changed only by this class. */
    LeaderEpochs known() {
        return known;
    }

    /** What readers are shown: it does not change. */
    LeaderEpochs toShow() {
        return toShow;
    }

    /** A leader's epoch begins at {@code startOffset} of a log that ends at {@code logEndOffset}. */
    void began(int epoch, long startOffset, long logEndOffset) {
        if (!known.began(epoch, startOffset)) {
            return;
        }
        if (startOffset < logEndOffset) {
            changed();
        } else {
            toShow = known.copy();
            fileDiffers = true;
        }
    }

    /** Records were appended: the log goes past the start of the newest epoch, and of those that the file alone has. */
    void recordsAppended() {
        if (fileDiffers) {
            changed();
        }
    }

    /** The log now ends at {@code endOffset}. */
    void truncatedTo(long endOffset) {
        if (known.truncatedTo(endOffset)) {
            changed();
        }
    }

    /** The log now begins at {@code startOffset}. */
    void startedAt(long startOffset) {
        if (known.startedAt(startOffset)) {
            changed();
        }
    }

    private void changed() {
        fileDiffers = false;
        toShow = known.copy();
        toWrite = known.entries();
        background.execute(this::writeQuietly);
    }

    private void writeQuietly() {
        try {
            write();
        } catch (IOException e) {
            log.warn("{} could not be written; the next flush tries again", file.path(), e);
        }
    }

    /**
     * Writes the file if the epochs have changed; not that of a log that is closed, whose directory another one may
     * have by now. Takes no lock of the log.
     */
    void write() throws IOException {
        if (inFile == toWrite) {
            return;
        }
        writing.lock();
        try {
            List<EpochEntry> entries = toWrite;
            if (closed || inFile == entries) {
                return;
            }
            file.write(EpochCheckpointFormat.write(entries));
            inFile = entries;
        } finally {
            writing.unlock();
        }
    }

    /** No further write of the file begins. Takes no lock, and waits for none that is under way. */
    void close() {
        closed = true;
    }

    /** Waits for the write that is under way, if there is one. For {@link #close} has come before. */
    Runnable lastWrite() {
        ReentrantLock lock = writing;
        return () -> {
            lock.lock();
            lock.unlock();
        };
    }
}
