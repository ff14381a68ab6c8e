package io.milena.storage.cleaner;

import io.milena.common.Randomness;
import io.milena.common.TopicPartition;
import io.milena.common.time.Scheduler;
import io.milena.common.time.Time;
import io.milena.storage.CleanerConfig;
import io.milena.storage.CleanerSettings;
import io.milena.storage.StorageFailedException;
import io.milena.storage.cleaner.CleanableLog.Ages;
import io.milena.storage.cleaner.CleanableLog.Snapshot;
import io.milena.storage.cleaner.CleaningPlan.Bounds;
import io.milena.storage.cleaner.CleaningPlan.Sealed;
import io.milena.storage.files.DiskFault;
import io.milena.storage.files.FileStore;
import io.milena.storage.segment.IndexBlockCache;
import io.milena.storage.segment.Segment;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Cleans one log after the other, the dirtiest first, on each of the lanes that it is given.
 *
 * <p>A log that cannot be cleaned because of what is in it is left alone until the next start, and said so once; an I/O
 * error takes its directory offline. Thread-safe.
 */
public final class LogCleaner {

    private static final Logger logger = LoggerFactory.getLogger(LogCleaner.class);

    private final Services services;
    private final Supplier<Stream<CleanableLog>> logs;
    private final StopSignal stop = new StopSignal();
    private final CleanerGate gate;
    /** Of those cleanings that begin from now on. */
    private volatile CleanerSettings settings;
    /** Lanes that take turns, by number. Guarded by this. */
    private final Set<Integer> taking = new HashSet<>();
    /** Logs in the hands of a lane. Guarded by this. */
    private final Map<TopicPartition, CleanableLog> inHand = new HashMap<>();
    /** Logs that cannot be cleaned. Guarded by this. */
    private final Map<TopicPartition, CleanableLog> uncleanable = new HashMap<>();

    public LogCleaner(CleanerSettings settings, Services services, Supplier<Stream<CleanableLog>> logs) {
        this.settings = settings;
        this.services = services;
        this.logs = logs;
        gate = new CleanerGate(services.time(), settings.maxBytesPerSecond(), stop, stop, services.metrics()::moved);
    }

    /** Begins on as many of the lanes as the settings say; each cleans one log at a time. */
    public void start(List<Scheduler> lanes) {
        configure(settings, lanes);
    }

    /**
     * From now on these settings hold, and as many of the lanes clean as they say. A cleaning that is under way ends
     * with the memory that it has; the limit of bytes per second holds for it too.
     *
     * @param lanes as many as there are threads in the settings, or more; those of before are among them
     */
    public synchronized void configure(CleanerSettings newSettings, List<Scheduler> lanes) {
        settings = newSettings;
        gate.limit(newSettings.maxBytesPerSecond());
        int most = Math.min(newSettings.threads(), lanes.size());
        for (int i = 0; i < most; i++) {
            int thread = i;
            if (taking.add(thread)) {
                lanes.get(i).execute(() -> turn(thread, lanes.get(thread)));
            }
        }
    }

    /** Ends; returns when no log is in the hands of a lane any more. */
    public synchronized void stop() {
        stop.give();
        while (!inHand.isEmpty()) {
            try {
                wait();
            } catch (InterruptedException e) {
                throw new IllegalStateException("the thread that stops the cleaner was interrupted", e);
            }
        }
        services.metrics().close();
    }

    private void turn(int thread, Scheduler lane) {
        if (!takesTurn(thread)) {
            return;
        }
        boolean cleaned = false;
        try {
            cleaned = cleanDirtiest(thread);
        } catch (RuntimeException | Error e) {
            // Whatever it was: a lane that ended would leave its logs to grow.
            logger.error("compaction met a fault, and goes on after a pause", e);
        } finally {
            long waitMs = cleaned ? 0 : settings.backoffMs();
            lane.after(Duration.ofMillis(waitMs), () -> turn(thread, lane));
        }
    }

    /** Whether the lane goes on; if not, it rests until {@link #configure} has it begin again. */
    private synchronized boolean takesTurn(int thread) {
        boolean takes = !stop.isGiven() && thread < settings.threads();
        if (!takes) {
            taking.remove(thread);
            services.metrics().restsNow(thread);
        }
        return takes;
    }

    /** Cleans the dirtiest log that is due; false if there is none, or if it has to be tried again later. */
    boolean cleanDirtiest(int thread) {
        Job job = take();
        if (job == null) {
            return false;
        }
        try {
            return clean(job, thread);
        } finally {
            giveBack(job.log());
        }
    }

    private synchronized @Nullable Job take() {
        forgetGone();
        double dirtiest = 0;
        long longestMs = 0;
        Job best = null;
        for (CleanableLog log : (Iterable<CleanableLog>) logs.get()::iterator) {
            boolean busy = inHand.containsKey(log.partition()) || uncleanable.get(log.partition()) == log;
            Job job = busy || stop.isGiven() ? null : job(log);
            if (job == null) {
                continue;
            }
            dirtiest = Math.max(dirtiest, job.plan.dirtyRatio());
            longestMs = Math.max(longestMs, job.plan.delayMs());
            boolean isDue = job.plan.isDue(log.config().cleaner());
            if (isDue && (best == null || job.plan.dirtyRatio() > best.plan.dirtyRatio())) {
                best = job;
            }
        }
        services.metrics().looked(dirtiest, longestMs);
        if (best != null) {
            inHand.put(best.log.partition(), best.log);
        }
        return best;
    }

    private void forgetGone() {
        uncleanable.values().removeIf(log -> {
            boolean gone = !log.isUsable() || !log.config().cleaner().isCompacted();
            if (gone) {
                services.metrics().isGone(log.partition());
            }
            return gone;
        });
    }

    private synchronized void giveBack(CleanableLog log) {
        inHand.remove(log.partition());
        notifyAll();
    }

    private @Nullable Job job(CleanableLog log) {
        CleanerConfig config = log.config().cleaner();
        if (!config.isCompacted() || !log.isUsable()) {
            return null;
        }
        try {
            Snapshot seen = log.look();
            return new Job(log, seen, plan(log, seen, config, services.time().wallMs()));
        } catch (StorageFailedException e) {
            logger.debug("{} went away while it was looked at: {}", log, e.getMessage());
            return null;
        }
    }

    private static CleaningPlan plan(CleanableLog log, Snapshot seen, CleanerConfig config, long nowMs) {
        var bounds = new Bounds(
                seen.offsets().logStartOffset(),
                seen.offsets().firstUnstableOffset(),
                seen.highWatermark(),
                seen.cleanedUpTo());
        long dirtyFrom = Math.max(bounds.logStartOffset(), bounds.cleanedUpTo());
        boolean ageMatters = config.lag().minMs() > 0 || config.lag().maxMs() < Long.MAX_VALUE;
        List<Sealed> sealed = new ArrayList<>(seen.sealed().size());
        for (int i = 0; i < seen.sealed().size(); i++) {
            Segment segment = seen.sealed().get(i);
            long end = seen.endOffset(i);
            Ages ages = ageMatters && end > dirtyFrom ? log.ages(segment) : Ages.NO_MATTER;
            sealed.add(new Sealed(end, segment.sizeBytes(), ages.newestMs(), ages.oldestMs()));
        }
        return CleaningPlan.of(sealed, bounds, config, nowMs);
    }

    /** False if it ended early, and is worth another try when some time has passed. */
    private boolean clean(Job job, int thread) {
        long startNanos = services.time().nanos();
        CleanableLog log = job.log();
        try {
            var hash = new KeyHash(
                    services.randomness().nextLong(), services.randomness().nextLong());
            CleaningResult result = new Cleaning(log, job.seen(), job.plan(), means())
                    .run(hash, services.time().wallMs());
            long tookNanos = services.time().nanos() - startNanos;
            services.metrics().cleaned(thread, result, tookNanos);
            report(log, result, tookNanos);
            return true;
        } catch (CleaningAborted | NoSuchFileException | StorageFailedException e) {
            logger.debug("{}: its compaction ended early: {}", log, e.getMessage());
            return false;
        } catch (IOException e) {
            if (log.isUsable()) {
                failed(log, e);
            }
            return false;
        } catch (VirtualMachineError e) {
            // Such as want of direct memory that others have: it comes back.
            logger.warn("{}: its compaction ended early: {}", log, e.toString());
            return false;
        } catch (Uncleanable | RuntimeException | Error e) {
            leaveAlone(job, e);
            return true;
        }
    }

    private Cleaning.Means means() {
        return new Cleaning.Means(settings, services, UnpooledByteBufAllocator.DEFAULT, gate);
    }

    /** A full disk has room again some time, and the cleaning is done then. */
    private static void failed(CleanableLog log, IOException cause) {
        if (DiskFault.of(cause).isPassing()) {
            logger.warn("{}: its compaction ended early: {}", log, cause.getMessage());
            return;
        }
        log.fail(cause);
    }

    private static void report(CleanableLog log, CleaningResult result, long tookNanos) {
        logger.info(
                "{} is compacted up to offset {} (before: {}) in {} ms: {} of {} bytes are left, {} segments rewritten",
                log,
                result.toOffset(),
                result.fromOffset(),
                TimeUnit.NANOSECONDS.toMillis(tookNanos),
                result.writtenBytes(),
                result.readBytes(),
                result.rewrittenSegments());
        if (result.keyless() > 0) {
            logger.warn(
                    "{} held {} records without keys, from the time before it was compacted; they are gone",
                    log,
                    result.keyless());
        }
    }

    private synchronized void leaveAlone(Job job, Throwable why) {
        logger.error("{} cannot be compacted, and is left as it is until the next start", job.log(), why);
        uncleanable.put(job.log().partition(), job.log());
        services.metrics().becameUncleanable(job.log(), job.plan());
    }

    /**
     * What the cleaner is given.
     *
     * @param store where the logs are
     * @param time the clocks
     * @param randomness makes it unknown how keys are hashed
     * @param indexBlocks the cache of index blocks
     * @param metrics of compaction; closed when the cleaner stops
     * @param mostWholeBytes what a message of an old format, which is uncompressed whole, may hold
     */
    public record Services(
            FileStore store,
            Time time,
            Randomness randomness,
            IndexBlockCache indexBlocks,
            CleanerMetrics metrics,
            int mostWholeBytes) {}

    /** A log with what is to be done to it. */
    private record Job(CleanableLog log, Snapshot seen, CleaningPlan plan) {}
}
