package io.milena.storage;

import io.milena.common.Invariant;
import io.milena.common.TopicPartition;
import io.milena.storage.checkpoint.CheckpointFile;
import io.milena.storage.checkpoint.MetaPropertiesFormat;
import io.milena.storage.checkpoint.OffsetCheckpointFormat;
import io.milena.storage.cleaner.CleanerCheckpoint;
import io.milena.storage.files.FileStore;
import io.milena.storage.files.PassingFault;
import io.milena.storage.flush.GroupCommit;
import io.milena.storage.retention.DelayedDelete;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One log directory: its files that belong to no partition, and whether it can be used. The first I/O error takes it
 * offline for good. Thread-safe.
 */
final class LogDir {

    private static final Logger log = LoggerFactory.getLogger(LogDir.class);

    /** Forces side by side: the more there are, the more files the file system commits in one go. */
    private static final int FORCES_AT_ONCE = 16;

    /** Enough for the cores of most machines; light appends find other threads. */
    private static final int HEAVY_APPENDS_AT_ONCE = 8;

    private static final String CLEAN_SHUTDOWN_NAME = ".kafka_cleanshutdown";
    private static final String CLEAN_SHUTDOWN_TEXT = "{\"version\":0,\"brokerEpoch\":-1}";

    private static final Set<String> FILES = Set.of(
            MetaPropertiesFormat.FILE_NAME,
            OffsetCheckpointFormat.RECOVERY_POINTS,
            OffsetCheckpointFormat.LOG_STARTS,
            OffsetCheckpointFormat.HIGH_WATERMARKS,
            OffsetCheckpointFormat.CLEANER_OFFSETS);

    private final FileStore store;
    private final Path path;
    private final Executor threads;
    private final DirectoryReads reads;
    private final HeavyAppends heavyAppends;
    private final DirectoryLane background;
    private final DelayedDelete removals;
    private final GroupCommit groupCommit;
    private final DiskPace pace = new DiskPace();
    private final Consumer<LogDir> onFailure;
    private volatile LogDirState state = LogDirState.ONLINE;

    private final DirectoryTraffic traffic;

    /** Whether space or descriptors were missing, and no append has found room since. */
    private volatile boolean isShort;

    /** With what waits until nothing is written of that log any more. */
    private final Map<TopicPartition, List<Runnable>> departed = new ConcurrentHashMap<>();

    private volatile BooleanSupplier recoveryPointWriter = () -> false;
    private volatile BooleanSupplier logStartWriter = () -> false;

    final CheckpointFile recoveryPoints;
    final CheckpointFile logStarts;
    final CheckpointFile highWatermarks;
    final CleanerCheckpoint cleaned;
    final CheckpointFile cleanShutdown;

    /** Whether a write of the high watermarks waits for its turn. */
    final AtomicBoolean highWatermarksDue = new AtomicBoolean();

    /** @param memory what is reckoned with for this directory alone */
    LogDir(StorageServices services, Path path, LogManagerConfig.Memory memory, Consumer<LogDir> onFailure) {
        this.store = services.store();
        this.path = path;
        this.threads = services.disks().of(path);
        this.reads = new DirectoryReads(threads);
        this.heavyAppends = new HeavyAppends(memory.appendBytes(), HEAVY_APPENDS_AT_ONCE);
        this.background = lane("background work in " + path);
        this.groupCommit = new GroupCommit(threads, FORCES_AT_ONCE);
        this.removals = new DelayedDelete(store, services.background(), background);
        this.onFailure = onFailure;
        traffic = new DirectoryTraffic(memory.recentBytes());
        recoveryPoints = file(OffsetCheckpointFormat.RECOVERY_POINTS);
        logStarts = file(OffsetCheckpointFormat.LOG_STARTS);
        highWatermarks = file(OffsetCheckpointFormat.HIGH_WATERMARKS);
        cleaned = new CleanerCheckpoint(file(OffsetCheckpointFormat.CLEANER_OFFSETS));
        cleanShutdown = file(CLEAN_SHUTDOWN_NAME);
    }

    /** Whether a file of this name in a log directory is one of those that a broker keeps there. */
    static boolean isOurs(String name) {
        String plain = name.endsWith(CheckpointFile.TEMPORARY)
                ? name.substring(0, name.length() - CheckpointFile.TEMPORARY.length())
                : name;
        return name.startsWith(".") || FILES.contains(plain);
    }

    private CheckpointFile file(String name) {
        return new CheckpointFile(store, path.resolve(name));
    }

    Path path() {
        return path;
    }

    DirectoryReads reads() {
        return reads;
    }

    HeavyAppends heavyAppends() {
        return heavyAppends;
    }

    DirectoryTraffic traffic() {
        return traffic;
    }

    FileStore store() {
        return store;
    }

    /** A new lane over the threads of this directory. */
    DirectoryLane lane(String name) {
        return new DirectoryLane(name, threads, heavyAppends);
    }

    /** For what nobody waits for: one task at a time, so that it takes one of the directory's threads. */
    DirectoryLane background() {
        return background;
    }

    /** Where the logs of this directory are forced together. */
    GroupCommit groupCommit() {
        return groupCommit;
    }

    DiskPace pace() {
        return pace;
    }

    DelayedDelete removals() {
        return removals;
    }

    /** Forgets how far a log was clean. Where that fails, whoever makes another log of that name tries it again. */
    void forgetCleaned(TopicPartition partition) throws IOException {
        try {
            cleaned.forget(partition);
        } catch (IOException e) {
            if (!(PassingFault.unlessBroken(e) instanceof PassingFault fault)) {
                throw e;
            }
            shortOf("forgetting how far " + partition + " was clean", fault);
        }
    }

    boolean isOnline() {
        return state == LogDirState.ONLINE;
    }

    LogDirState state() {
        return state;
    }

    void createCheckpoints() throws IOException {
        recoveryPoints.createIfAbsent();
        logStarts.createIfAbsent();
        highWatermarks.createIfAbsent();
        cleaned.load();
    }

    /** Written last at an orderly stop: from then on all files are complete. */
    void markCleanShutdown() throws IOException {
        cleanShutdown.write(CLEAN_SHUTDOWN_TEXT);
    }

    /** Whether the last stop was orderly. */
    boolean wasCleanShutdown() {
        return cleanShutdown.exists();
    }

    /** Who writes the recovery points and the starts of the logs when something must not happen before. */
    void checkpointWriters(BooleanSupplier ofRecoveryPoints, BooleanSupplier ofLogStarts) {
        recoveryPointWriter = ofRecoveryPoints;
        logStartWriter = ofLogStarts;
    }

    /** Whether the file of the starts of logs says from now on what they are; false if there was no room. */
    boolean writeLogStarts() {
        return logStartWriter.getAsBoolean();
    }

    /** Returns when the file of the starts of logs says so. */
    void logStartMovedBack() {
        Checkpoints.require(this, writeLogStarts());
    }

    /** Returns when the file of the recovery points says so. */
    void recoveryPointMovedBack() {
        Checkpoints.require(this, writeRecoveryPoints());
    }

    /** Whether the file of the recovery points says from now on what they are; false if there was no room. */
    boolean writeRecoveryPoints() {
        return recoveryPointWriter.getAsBoolean();
    }

    /** The log of a partition is gone; the checkpoint files may still name it, and writes be under way. */
    void departed(TopicPartition partition, List<Runnable> lastWrites) {
        departed.put(partition, lastWrites);
    }

    /** Whether the checkpoint files may tell of another log of this partition than the one that is about to be made. */
    boolean hasDeparted(TopicPartition partition) {
        return departed.containsKey(partition);
    }

    /** The checkpoint files were written since. Returns when nothing is written any more of the log that is gone. */
    void forgetDeparted(TopicPartition partition) {
        List<Runnable> lastWrites = departed.remove(partition);
        if (lastWrites != null) {
            lastWrites.forEach(Runnable::run);
        }
    }

    /** Something in this directory failed: it goes offline, once. Returns what to throw or tell. */
    StorageFailedException fail(String what, IOException cause) {
        boolean first = goOffline();
        if (first) {
            log.error("{}: {} failed; the directory goes offline, and all its partitions with it", path, what, cause);
            onFailure.accept(this);
        }
        return new StorageFailedException(what + " failed: " + path + " is offline");
    }

    /**
     * Something could not be done for want of space or of descriptors, and changed nothing: the directory stays online.
     * Told once, until something can be written again. Returns what to throw or tell.
     */
    StorageFailedException shortOf(String what, PassingFault fault) {
        if (!isShort) {
            isShort = true;
            log.warn("{}: {} failed: {}; others may fail too until that is over", path, what, fault.getMessage());
        }
        return new StorageFailedException(what + " failed: " + path + ": " + fault.getMessage());
    }

    /** An append found room. */
    void wrote() {
        if (isShort) {
            isShort = false;
            log.info("{} can be written to again", path);
        }
    }

    private synchronized boolean goOffline() {
        if (state == LogDirState.OFFLINE) {
            return false;
        }
        moveTo(LogDirState.OFFLINE);
        return true;
    }

    private void moveTo(LogDirState next) {
        Invariant.check(state.next().contains(next), "log directory moves from " + state + " to " + next);
        state = next;
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
