package io.milena.storage;

import io.milena.storage.files.DiskFault;
import io.milena.storage.files.PassingFault;
import io.milena.storage.flush.FlushPolicy;
import io.milena.storage.flush.GroupCommit;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Forces one log to disk, after which nothing of it is lost: when a setting makes it due, after a roll, at the stop.
 *
 * <p>Thread-safe. A force needs no lock while it waits for the disk. One that fails takes the directory offline and is
 * not tried again: what it should have written may be lost although the next one succeeds.
 */
final class LogForces implements GroupCommit.Member {

    private static final Logger logger = LoggerFactory.getLogger(LogForces.class);

    private static final Duration TRY_AGAIN_AFTER = Duration.ofSeconds(1);

    private final Log log;
    private final LogDir dir;
    private final LogShared shared;
    private final LogGuard guard;
    private final LogFiles files;
    private final AtomicInteger underWay = new AtomicInteger();
    private volatile ForceListener listener = ForceListener.NOBODY;

    LogForces(Log log, LogDir dir, LogShared shared, LogGuard guard) {
        this.log = log;
        this.dir = dir;
        this.shared = shared;
        this.guard = guard;
        this.files = guard.files();
    }

    void listener(ForceListener newListener) {
        listener = newListener;
    }

    /** Whether the files are being forced at this moment, so that writes to them may have to wait for the disk. */
    boolean isUnderWay() {
        return underWay.get() > 0;
    }

    /** Whether a force was asked for that covers what was written up to {@code endOffset}, and has not done so. */
    boolean isAwaited(long endOffset) {
        return files.forces().isAwaited(endOffset);
    }

    /** After an append: has the log forced before long if so many records make it due. */
    void requestIfDueByCount(FlushConfig config) {
        if (config.isByCount()
                && FlushPolicy.isDueByCount(config, files.forces().unforcedRecords())) {
            files.forces().asked(guard.view().offsets().logEndOffset());
            dir.groupCommit().request(this);
        }
    }

    /** Has the log forced before long if its age makes it due. */
    void requestIfDueByAge(FlushConfig config, long nowMs) {
        ForcedSoFar soFar = files.forces();
        if (FlushPolicy.isDueByAge(config, soFar.unforcedRecords(), nowMs - soFar.lastForceMs())) {
            dir.groupCommit().request(this);
        }
    }

    /** After a roll: nobody waits for that, and the sealed segment may take long. */
    void requestInBackground() {
        dir.background().execute(this::force);
    }

    /** For whom a failure is no news: it has taken the directory offline and told whoever listens. */
    @Override
    public void force() {
        if (!guard.isUsable()) {
            return;
        }
        try {
            forceNow();
        } catch (StorageFailedException e) {
            logger.debug("{}: {}", log, e.getMessage());
        }
    }

    @Override
    public void forceEnded() {
        listener.forced(log);
    }

    /** Forces everything that is written, and moves the recovery point to there. */
    void forceNow() {
        long beganNanos = shared.services().time().nanos();
        DirtyFiles dirty = guard.look("flush", files::dirty);
        boolean areEpochsWritten;
        underWay.incrementAndGet();
        try {
            dirty.force(shared.store());
            areEpochsWritten = writeEpochs();
        } catch (IOException e) {
            // A log that is deleted takes its files along, under whoever forces them.
            guard.checkUsable();
            throw failed(e);
        } finally {
            dirty.release();
            underWay.decrementAndGet();
        }
        long tookNanos = shared.services().time().nanos() - beganNanos;
        dir.pace().forceEnded(tookNanos);
        shared.metrics().flushed(tookNanos);
        if (areEpochsWritten) {
            guard.ioAction("flush", () -> files.forces().forced(dirty.mark(), shared.nowMs()));
        }
    }

    /** A file that could not be opened was not forced: nothing is lost, and it is tried again. */
    private StorageFailedException failed(IOException e) {
        String what = "flush of " + log.topicPartition();
        if (DiskFault.of(e) != DiskFault.NO_DESCRIPTOR) {
            return dir.fail(what, e);
        }
        shared.services()
                .background()
                .after(TRY_AGAIN_AFTER, () -> dir.groupCommit().request(this));
        return dir.shortOf(what, new PassingFault(e));
    }

    /** Where there is no room for them the recovery point stays, so that a crash has them read from the batches. */
    private boolean writeEpochs() throws IOException {
        try {
            files.writeEpochs();
            return true;
        } catch (IOException e) {
            if (PassingFault.unlessBroken(e) instanceof PassingFault fault) {
                dir.shortOf("leader epochs of " + log.topicPartition(), fault);
                return false;
            }
            throw e;
        }
    }
}
