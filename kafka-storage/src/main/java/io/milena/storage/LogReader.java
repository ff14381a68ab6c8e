package io.milena.storage;

import io.milena.storage.files.PassingFault;
import io.milena.storage.segment.Segment;
import io.milena.storage.segment.SharedFile;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import org.jspecify.annotations.Nullable;

/**
 * Answers reads and look-ups from what a log has published, so that none waits for an append that stalls.
 *
 * <p>Thread-safe. The log's lock is taken only by one that may wait for the disk anyway, and only when files were
 * rewritten or removed while it looked at them.
 */
final class LogReader {

    private final LogDir dir;
    private final LogFiles files;
    private final LogGuard guard;
    private final BatchTools.Pool tools;

    LogReader(LogDir dir, LogFiles files, LogGuard guard, BatchTools.Pool tools) {
        this.dir = dir;
        this.files = files;
        this.guard = guard;
        this.tools = tools;
    }

    /** See {@link Log#read}. */
    LogRead read(long offset, ReadLimits limits) {
        try {
            LogRead found = ask("read", view -> find(view, offset, limits), LogReader::giveBack);
            if (found != null) {
                return found;
            }
            return limits.source() == Source.MEMORY
                    ? LogRead.Cold.HERE
                    : guard.look("read", () -> find(guard.view(), offset, limits));
        } catch (StorageFailedException e) {
            return new LogRead.Failed(String.valueOf(e.getMessage()));
        }
    }

    private static void giveBack(LogRead read) {
        if (read instanceof LogSlice slice) {
            slice.release();
        }
    }

    /** Looks something up. May wait for the disk. */
    <T> T find(String what, Question<T> question) {
        T found = ask(what, question, nothing -> {});
        return found == null ? guard.look(what, () -> question.ask(guard.view())) : found;
    }

    TimeFinder timeFinder(LogView view, BatchTools with) {
        return new TimeFinder(view, with, () -> isCurrent(view));
    }

    BatchTools tools() {
        return tools.borrow();
    }

    /** Asks without the lock; null if files were rewritten or removed meanwhile. */
    private <T> @Nullable T ask(String what, Question<T> question, Releaser<T> releaser) {
        guard.checkUsable();
        LogView view = guard.view();
        T answer;
        try {
            answer = question.ask(view);
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException e) {
            guard.checkUsable();
            if (PassingFault.unlessBroken(e) instanceof PassingFault fault) {
                throw dir.shortOf(what + " of " + files.partition(), fault);
            }
            if (isCurrent(view)) {
                throw dir.fail(what + " of " + files.partition(), e);
            }
            return null;
        }
        if (isCurrent(view)) {
            return answer;
        }
        releaser.release(answer);
        return null;
    }

    private boolean isCurrent(LogView view) {
        return view.rewrites() == files.rewrites();
    }

    private LogRead find(LogView view, long offset, ReadLimits limits) throws IOException {
        LogOffsets ends = view.offsets();
        if (offset < ends.logStartOffset() || offset > ends.logEndOffset()) {
            return new LogRead.OutOfRange(ends.logStartOffset(), ends.logEndOffset());
        }
        long end = Math.min(ends.logEndOffset(), limits.bound().endOffset());
        if (offset >= end) {
            return LogRead.Nothing.HERE;
        }
        if (limits.source() == Source.MEMORY && !dir.traffic().isRecent(view.recent(), offset)) {
            return LogRead.Cold.HERE;
        }
        boolean namesAborted = limits.bound().aborted() == ReadBound.Aborted.NAMED;
        if (limits.source() == Source.MEMORY && namesAborted && !AbortedTransactions.areInMemory(view, offset)) {
            return LogRead.Cold.HERE;
        }
        long from = offset;
        while (from < end) {
            SliceFinder finder = view.finderAt(from);
            SharedFile file = retain(finder.segment(), limits.source());
            if (file == null) {
                return LogRead.Cold.HERE;
            }
            LogRead found = findAndRelease(finder, file, from, limits);
            if (found instanceof LogSlice slice && namesAborted) {
                AbortedTransactions.addTo(slice, view, offset, finder);
            }
            if (found instanceof LogSlice slice && limits.source() == Source.DISK) {
                return inMemory(slice);
            }
            if (found != null) {
                return found;
            }
            from = finder.segmentEndOffset();
        }
        return LogRead.Nothing.HERE;
    }

    private static LogRead inMemory(LogSlice slice) throws IOException {
        boolean done = false;
        try {
            slice.bringToMemory();
            done = true;
            return slice;
        } finally {
            if (!done) {
                slice.release();
            }
        }
    }

    private static @Nullable SharedFile retain(Segment segment, Source source) throws IOException {
        return source == Source.MEMORY ? segment.tryRetainFile() : segment.retainFile();
    }

    private static @Nullable LogRead findAndRelease(SliceFinder finder, SharedFile file, long from, ReadLimits limits)
            throws IOException {
        try {
            return finder.find(file, from, limits);
        } finally {
            file.release();
        }
    }

    /** A question that is answered from files. */
    @FunctionalInterface
    interface Question<T> {
        T ask(LogView view) throws IOException;
    }

    /** Gives back what nobody will have. */
    @FunctionalInterface
    private interface Releaser<T> {
        void release(T answer);
    }
}
