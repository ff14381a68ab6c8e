package io.milena.storage;

import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.milena.common.config.ConfigException;
import io.milena.common.time.Scheduler;
import io.milena.storage.checkpoint.CheckpointFile;
import io.milena.storage.checkpoint.PartitionMetadataFormat;
import io.milena.storage.files.DiskFault;
import io.milena.storage.files.OpenDirectory;
import io.milena.storage.files.PassingFault;
import io.milena.storage.recovery.LogLoader.Known;
import io.milena.storage.recovery.RecoveryProgress;
import io.milena.storage.segment.IndexBlockCache;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log directories of a broker and the logs in them. Thread-safe.
 *
 * <p>A directory that fails goes offline alone: its logs answer storage failures, those of the others go on. A crash
 * leaves the clean-shutdown marker missing, and the next {@link #open} recovers every log from its recovery point.
 */
public final class LogManager implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(LogManager.class);

    private final LogManagerConfig config;
    private final LogShared shared;
    private final LogDirListener listener;
    private final List<LogDir> dirs = new ArrayList<>();
    private final List<Closeable> locks = new ArrayList<>();
    private final Map<TopicPartition, Log> logs = new ConcurrentSkipListMap<>();
    private final Map<TopicPartition, Long> highWatermarks = new ConcurrentHashMap<>();
    private final BackgroundWork background;
    private final Compaction cleaning;

    private LogManager(LogManagerConfig config, StorageServices services, LogDirListener listener) {
        this.config = config;
        this.listener = listener;
        var indexBlocks = new IndexBlockCache(config.memory().indexCacheBytes());
        shared = new LogShared(
                services,
                indexBlocks,
                new BatchTools.Pool(
                        PooledByteBufAllocator.DEFAULT,
                        config.memoryOfDirectory().mostWholeBytes()),
                new StorageMetrics(services.registry(), indexBlocks));
        background = new BackgroundWork(this, config, shared);
        cleaning = new Compaction(shared, config.directories());
    }

    /**
     * Takes possession of all directories and loads all logs in them. Returns when that is done.
     *
     * @param owner who this broker is
     * @param topicConfigs settings of each topic; asked for every log that is found
     * @param listener hears of directories that fail, also while loading
     * @throws ConfigException if a directory is in use, belongs to someone else, or none can be used
     */
    public static LogManager open(
            LogManagerConfig config,
            StorageServices services,
            DirectoryOwner owner,
            Function<String, LogConfig> topicConfigs,
            LogDirListener listener) {
        var manager = new LogManager(config, services, listener);
        boolean done = false;
        try {
            manager.openDirectories(owner);
            manager.loadLogs(topicConfigs);
            done = true;
            return manager;
        } finally {
            if (!done) {
                manager.letGo();
            }
        }
    }

    private void openDirectories(DirectoryOwner owner) {
        var opener = new LogDirOpener(shared.store(), owner);
        for (Path path : config.directories()) {
            var dir = new LogDir(shared.services(), path, config.memoryOfDirectory(), this::directoryFailed);
            dirs.add(dir);
            dir.checkpointWriters(() -> checkpointRecoveryPoints(dir), () -> checkpointLogStarts(dir));
            shared.metrics().directoryOpened(dir);
            try {
                locks.add(opener.lock(path));
                opener.own(dir, shared.nowMs());
            } catch (IOException e) {
                dir.fail("opening", e);
            }
        }
        shared.metrics().offlineDirectories(() -> dirs.size() - online().size());
        if (online().isEmpty()) {
            throw new ConfigException(
                    "log.dirs: '" + config.directories() + "' (expected: at least one that can be used)");
        }
    }

    private void loadLogs(Function<String, LogConfig> topicConfigs) {
        long startNanos = shared.services().time().nanos();
        List<LogDirLoader> loaders = new ArrayList<>();
        for (LogDir dir : online()) {
            try {
                LogDirLoader loader = LogDirLoader.scan(dir, shared);
                loaders.add(loader);
                highWatermarks.putAll(loader.highWatermarksOfFound());
            } catch (IOException e) {
                dir.fail("listing", e);
            }
        }
        int total = loaders.stream().mapToInt(loader -> loader.found().size()).sum();
        var progress = new RecoveryProgress(shared.services().time(), total);
        var work = new ParallelWork(shared.services().recovery());
        for (LogDirLoader loader : loaders) {
            work.add(
                    loader.found().stream()
                            .map(partition -> loader.task(partition, topicConfigs, this::add, progress))
                            .toList(),
                    config.recoveryThreads());
        }
        work.await();
        loaders.forEach(this::correctCheckpoints);
        boolean clean = loaders.stream().allMatch(LogDirLoader::isClean);
        long tookMs = (shared.services().time().nanos() - startNanos) / 1_000_000;
        if (total > 0) {
            log.info("{} logs loaded in {} ms after {} stop", logs.size(), tookMs, clean ? "an orderly" : "an unclean");
        }
    }

    /** What the files tell of logs that are gone, or end earlier, must not be told of others. */
    private void correctCheckpoints(LogDirLoader loader) {
        LogDir dir = loader.dir();
        if (dir.isOnline() && loader.isPointsFileOld(Checkpoints.recoveryPoints(logsIn(dir)))) {
            Checkpoints.require(dir, checkpointRecoveryPoints(dir));
        }
        if (dir.isOnline() && loader.isStartsFileOld(Checkpoints.logStarts(logsIn(dir)))) {
            Checkpoints.require(dir, checkpointLogStarts(dir));
        }
        if (dir.isOnline() && loader.isHighWatermarksFileOld(logsIn(dir))) {
            Checkpoints.require(dir, checkpointHighWatermarks(dir));
        }
    }

    private void add(Log added) {
        TopicPartition partition = added.topicPartition();
        Log other = logs.putIfAbsent(partition, added);
        if (other != null) {
            log.error("{} is in {} and in {}; the second is left alone", partition, other.dir(), added.dir());
            added.release();
            return;
        }
        shared.metrics().logs().came(added);
        Long highWatermark = highWatermarks.get(partition);
        if (highWatermark != null) {
            added.highWatermark(highWatermark);
        }
    }

    /**
     * Starts compaction on these lanes, one log at a time on each; they may wait for disks and pause for long. Once it
     * runs, these settings hold from now on: more lanes may come behind those of before, or some of the last go.
     */
    public void startCleaning(CleanerSettings settings, List<Scheduler> lanes) {
        cleaning.start(settings, lanes, () -> logs.values().stream().map(Log::cleaning));
    }

    /** From now on producers that send nothing for {@code expirationMs}, 1 or more, are forgotten. */
    public void producerExpiration(int expirationMs) {
        background.producerExpiration(expirationMs);
    }

    /** Starts the work that is done from time to time, and shows the gauges of the logs. */
    public void startBackgroundWork() {
        shared.metrics().logs().begin(shared.services().background()::execute);
        background.start();
    }

    /** The log of this partition; null if there is none, or if its directory was offline at the start. */
    public @Nullable Log find(TopicPartition partition) {
        return logs.get(partition);
    }

    /** All logs, ordered; also those whose directory has failed since the start. */
    public Collection<Log> logs() {
        return Collections.unmodifiableCollection(logs.values());
    }

    /** Where logs can be, with their states. */
    public SortedMap<Path, LogDirState> directories() {
        SortedMap<Path, LogDirState> states = new TreeMap<>();
        dirs.forEach(dir -> states.put(dir.path(), dir.state()));
        return states;
    }

    /** The directory that the log is in. */
    public Path directoryOf(Log of) {
        return of.dir().path();
    }

    List<LogDir> online() {
        return dirs.stream().filter(LogDir::isOnline).toList();
    }

    /**
     * Whether this partition may have a log that was not found, because it lies in a directory that was offline at the
     * start. An empty log in its place would be taken for all that there ever was.
     */
    public boolean mayBeOutOfReach(TopicPartition partition) {
        return !logs.containsKey(partition) && dirs.stream().anyMatch(dir -> !dir.isOnline());
    }

    /**
     * The log of this partition, made in the directory with the fewest partitions if there is none. An existing log
     * without topic id gets this one; one with another id is returned as it is, and the caller decides.
     *
     * @throws StorageFailedException if no directory can be used, or the chosen one fails
     */
    public synchronized Log openOrCreate(TopicPartition partition, Uuid topicId, LogConfig logConfig) {
        Log existing = logs.get(partition);
        if (existing == null) {
            LogDir dir = online().stream()
                    .min(Comparator.comparingLong(this::countIn))
                    .orElseThrow(() -> new StorageFailedException("all log directories are offline"));
            return create(dir, partition, topicId, logConfig);
        }
        if (existing.topicId().equals(Uuid.ZERO) && !topicId.equals(Uuid.ZERO)) {
            existing.assignTopicId(topicId);
        }
        return existing;
    }

    private long countIn(LogDir dir) {
        return logs.values().stream().filter(each -> each.dir() == dir).count();
    }

    private Log create(LogDir dir, TopicPartition partition, Uuid topicId, LogConfig logConfig) {
        highWatermarks.remove(partition);
        Path path = dir.path().resolve(PartitionDirectoryName.of(partition));
        if (dir.hasDeparted(partition)) {
            if (!writeCheckpoints(dir)) {
                throw new StorageFailedException(
                        "creating " + partition + " failed: no room for checkpoints in " + dir);
            }
            dir.forgetDeparted(partition);
        }
        try {
            shared.store().createDirectories(path);
            shared.store().forceDirectory(dir.path());
            if (!topicId.equals(Uuid.ZERO)) {
                new CheckpointFile(shared.store(), path.resolve(PartitionMetadataFormat.FILE_NAME))
                        .write(PartitionMetadataFormat.write(topicId));
            }
            dir.cleaned.forget(partition);
            Log created = LogDirLoader.open(dir, shared, partition, logConfig, Known.NEW);
            add(created);
            return created;
        } catch (IOException e) {
            throw notCreated(dir, partition, e);
        }
    }

    /** Deletes the log: its directory is renamed at once, and removed after {@code file.delete.delay.ms}. */
    public synchronized void delete(TopicPartition partition) {
        Log doomed = logs.get(partition);
        if (doomed == null || !doomed.dir().isOnline()) {
            release(partition);
            return;
        }
        Path renamed = rename(doomed, PartitionDirectoryName.DELETE);
        doomed.dir().removals().directory(renamed, doomed.config().retention().fileDeleteDelayMs());
        log.info("{} is deleted", partition);
    }

    /**
     * Lets the log step aside, with all its records, for another one of the same name: its directory is renamed to one
     * that is nobody's. Returns that directory.
     *
     * @throws StorageFailedException if there is no such log, its directory is offline, or fails
     */
    public synchronized Path setAside(TopicPartition partition) {
        Log stray = logs.get(partition);
        if (stray == null || !stray.dir().isOnline()) {
            release(partition);
            throw new StorageFailedException(partition + " cannot be set aside: its directory is offline");
        }
        return rename(stray, PartitionDirectoryName.STRAY);
    }

    private void release(TopicPartition partition) {
        Log gone = logs.remove(partition);
        if (gone == null) {
            return;
        }
        highWatermarks.remove(partition);
        shared.metrics().logs().went(gone);
        gone.cleaning().alone(gone::release);
    }

    private Path rename(Log gone, String end) {
        LogDir dir = gone.dir();
        TopicPartition partition = gone.topicPartition();
        Path renamed = dir.path()
                .resolve(PartitionDirectoryName.unowned(
                        partition, end, shared.services().randomness()));
        try (OpenDirectory names = openToRename(dir, partition)) {
            release(partition);
            dir.departed(partition, gone.files().lastWrites());
            shared.store().rename(gone.files().path(), renamed);
            names.force();
            dir.forgetCleaned(partition);
            return renamed;
        } catch (IOException e) {
            throw dir.fail("renaming the directory of " + partition, e);
        }
    }

    /** First of all: without a descriptor nothing is changed, and the log goes on. */
    private OpenDirectory openToRename(LogDir dir, TopicPartition partition) throws IOException {
        try {
            return shared.store().openDirectory(dir.path());
        } catch (IOException e) {
            if (PassingFault.unlessBroken(e) instanceof PassingFault fault) {
                throw dir.shortOf("renaming the directory of " + partition, fault);
            }
            throw e;
        }
    }

    /** What was made of it goes again, so that nobody finds half a log. */
    private StorageFailedException notCreated(LogDir dir, TopicPartition partition, IOException e) {
        Path path = dir.path().resolve(PartitionDirectoryName.of(partition));
        try {
            if (PassingFault.unlessBroken(e) instanceof PassingFault fault) {
                removeHalf(dir, path);
                return dir.shortOf("creating " + partition, fault);
            }
        } catch (IOException again) {
            e.addSuppressed(again);
        }
        return dir.fail("creating " + partition, e);
    }

    /** Where not even that can be done, an empty log stays, which the next try takes. */
    private static void removeHalf(LogDir dir, Path path) throws IOException {
        try {
            dir.removals().now(path);
        } catch (IOException e) {
            if (DiskFault.of(e) != DiskFault.NO_DESCRIPTOR) {
                throw e;
            }
        }
    }

    /** The high watermark that was written last for this partition. */
    public OptionalLong checkpointedHighWatermark(TopicPartition partition) {
        Long offset = highWatermarks.get(partition);
        return offset == null ? OptionalLong.empty() : OptionalLong.of(offset);
    }

    /**
     * Has these high watermarks written, and those that were written before for partitions that are not among these.
     * Each directory does its part when it comes to it; {@link #close} writes them once more.
     */
    public void checkpointHighWatermarks(Map<TopicPartition, Long> offsets) {
        highWatermarks.putAll(offsets);
        highWatermarks.keySet().retainAll(logs.keySet());
        for (LogDir dir : online()) {
            if (dir.highWatermarksDue.compareAndSet(false, true)) {
                dir.background().execute(() -> highWatermarksDue(dir));
            }
        }
    }

    private void highWatermarksDue(LogDir dir) {
        dir.highWatermarksDue.set(false);
        if (!background.isStopped()) {
            checkpointHighWatermarks(dir);
        }
    }

    private boolean checkpointHighWatermarks(LogDir dir) {
        return Checkpoints.write(
                dir, dir.highWatermarks, () -> Checkpoints.collect(logsIn(dir), this::highWatermarkOf), written -> {});
    }

    private OptionalLong highWatermarkOf(Log of) {
        return checkpointedHighWatermark(of.topicPartition());
    }

    boolean checkpointRecoveryPoints(LogDir dir) {
        return Checkpoints.write(
                dir,
                dir.recoveryPoints,
                () -> Checkpoints.recoveryPoints(logsIn(dir)),
                written -> logsIn(dir)
                        .forEach(each -> each.recoveryPointWritten(written.getOrDefault(each.topicPartition(), 0L))));
    }

    private boolean writeCheckpoints(LogDir dir) {
        return checkpointRecoveryPoints(dir) && checkpointLogStarts(dir) && checkpointHighWatermarks(dir);
    }

    boolean checkpointLogStarts(LogDir dir) {
        return Checkpoints.write(dir, dir.logStarts, () -> Checkpoints.logStarts(logsIn(dir)), written -> {});
    }

    List<Log> logsIn(LogDir dir) {
        return logs.values().stream().filter(each -> each.dir() == dir).toList();
    }

    private void directoryFailed(LogDir dir) {
        SortedSet<TopicPartition> partitions = new TreeSet<>();
        logsIn(dir).forEach(each -> partitions.add(each.topicPartition()));
        listener.directoryFailed(dir.path(), partitions);
    }

    /** Stops in good order: forces all logs, writes the checkpoints, and last the marker of a clean stop. */
    @Override
    public void close() {
        background.stop();
        cleaning.stop();
        var work = new ParallelWork(shared.services().recovery());
        for (LogDir dir : online()) {
            List<Runnable> closing = new ArrayList<>();
            logsIn(dir).forEach(each -> closing.add(each::closeQuietly));
            work.add(closing, config.recoveryThreads());
        }
        work.await();
        highWatermarks.keySet().retainAll(logs.keySet());
        for (LogDir dir : online()) {
            Checkpoints.require(dir, writeCheckpoints(dir));
        }
        for (LogDir dir : online()) {
            markCleanShutdown(dir);
        }
        letGo();
    }

    /** Not where an append came behind the last force, or leader epochs found no room: the next start looks then. */
    private void markCleanShutdown(LogDir dir) {
        for (Log each : logsIn(dir)) {
            if (each.recoveryPoint() < each.offsets().logEndOffset()) {
                log.warn("{} is not forced to its end; the next start looks through the logs in {}", each, dir);
                return;
            }
        }
        try {
            dir.markCleanShutdown();
        } catch (IOException e) {
            dir.fail("marking the clean stop", e);
        }
    }

    /** Gives back all files and locks without writing anything, as a crash does. */
    void letGo() {
        background.stop();
        cleaning.stop();
        logs.values().forEach(Log::release);
        shared.metrics().logs().close();
        releaseLocks();
        shared.tools().close();
    }

    private void releaseLocks() {
        for (Closeable lock : locks) {
            try {
                lock.close();
            } catch (IOException e) {
                log.warn("lock of a log directory could not be freed", e);
            }
        }
        locks.clear();
    }
}
