package io.milena.storage;

import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.milena.storage.checkpoint.CheckpointFile;
import io.milena.storage.checkpoint.MalformedCheckpoint;
import io.milena.storage.checkpoint.OffsetCheckpointFormat;
import io.milena.storage.checkpoint.PartitionMetadataFormat;
import io.milena.storage.recovery.LoadedLog;
import io.milena.storage.recovery.LogLoader;
import io.milena.storage.recovery.LogLoader.Known;
import io.milena.storage.recovery.RecoveryProgress;
import io.milena.storage.segment.Segment;
import java.io.IOException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads the logs of one directory at the start of a broker, or one log when it is created. Thread-safe after
 * {@link #scan}.
 */
final class LogDirLoader {

    private static final Logger log = LoggerFactory.getLogger(LogDirLoader.class);

    private final LogDir dir;
    private final LogShared shared;
    private final boolean clean;
    private final SortedMap<TopicPartition, Long> recoveryPoints;
    private final SortedMap<TopicPartition, Long> logStarts;
    private final SortedMap<TopicPartition, Long> highWatermarks;
    private final boolean pointsLost;
    private final List<TopicPartition> found = new ArrayList<>();

    private LogDirLoader(LogDir dir, LogShared shared, boolean clean) throws IOException {
        this.dir = dir;
        this.shared = shared;
        this.clean = clean;
        recoveryPoints = read(dir.recoveryPoints);
        pointsLost = recoveryPoints.isEmpty() && !isSound(dir.recoveryPoints);
        logStarts = read(dir.logStarts);
        highWatermarks = read(dir.highWatermarks);
    }

    /** Looks through the directory; from now on the last stop counts as not orderly, until the next one is. */
    static LogDirLoader scan(LogDir dir, LogShared shared) throws IOException {
        if (!dir.wasCleanShutdown()) {
            // A killed process may have renamed what is read here, and not forced the names: no power cut may take it.
            shared.store().forceDirectory(dir.path());
        }
        var loader = new LogDirLoader(dir, shared, dir.wasCleanShutdown());
        if (loader.clean) {
            dir.cleanShutdown.delete();
            shared.store().forceDirectory(dir.path());
        }
        for (String name : shared.store().list(dir.path())) {
            TopicPartition partition = PartitionDirectoryName.parse(name);
            if (partition != null) {
                loader.found.add(partition);
            } else if (shared.store().isDirectory(dir.path().resolve(name))) {
                loader.foundDirectory(name);
            } else if (!LogDir.isOurs(name)) {
                loader.leaveAlone(name);
            }
        }
        return loader;
    }

    private void leaveAlone(String name) {
        log.warn("{} is left alone: a file of an unknown kind", dir.path().resolve(name));
    }

    private void foundDirectory(String name) {
        if (name.endsWith(PartitionDirectoryName.DELETE)) {
            dir.removals().directory(dir.path().resolve(name), 0);
        } else {
            log.warn(
                    "{} is left alone: not the directory of a partition in use",
                    dir.path().resolve(name));
        }
    }

    /** A checkpoint that cannot be read means that nothing is known; more of the log is then looked at. */
    static SortedMap<TopicPartition, Long> read(CheckpointFile file) throws IOException {
        try {
            return OffsetCheckpointFormat.read(file.read());
        } catch (MalformedCheckpoint e) {
            log.warn("{} is ignored: {}", file.path(), e.getMessage());
            return new TreeMap<>();
        }
    }

    private static boolean isSound(CheckpointFile file) throws IOException {
        try {
            String content = file.read();
            OffsetCheckpointFormat.read(content);
            return !content.isEmpty();
        } catch (MalformedCheckpoint e) {
            return false;
        }
    }

    LogDir dir() {
        return dir;
    }

    /** Whether the file of the recovery points has to be written anew before logs grow. */
    boolean isPointsFileOld(SortedMap<TopicPartition, Long> current) {
        return pointsLost || !recoveryPoints.equals(current);
    }

    /** The same for the starts of the logs. */
    boolean isStartsFileOld(SortedMap<TopicPartition, Long> current) {
        return !logStarts.equals(current);
    }

    /** The high watermarks that were written last, of the logs that are here: others may be elsewhere, and new. */
    SortedMap<TopicPartition, Long> highWatermarksOfFound() {
        SortedMap<TopicPartition, Long> those = new TreeMap<>(highWatermarks);
        those.keySet().retainAll(new HashSet<>(found));
        return those;
    }

    /** Whether a high watermark is that of a log which is gone; another one of its name must not have it. */
    boolean isHighWatermarksFileOld(Collection<Log> logs) {
        Set<TopicPartition> there = logs.stream().map(Log::topicPartition).collect(Collectors.toSet());
        return !there.containsAll(highWatermarks.keySet());
    }

    List<TopicPartition> found() {
        return found;
    }

    boolean isClean() {
        return clean;
    }

    /** A task that loads one log and hands it over; a failure takes the directory offline. */
    Runnable task(
            TopicPartition partition,
            Function<String, LogConfig> configs,
            Consumer<Log> loaded,
            RecoveryProgress progress) {
        return () -> {
            if (!dir.isOnline()) {
                return;
            }
            try {
                loaded.accept(load(partition, configs.apply(partition.topic())));
                progress.loaded();
            } catch (NotDirectoryException e) {
                // Told from a directory by its listing alone: thousands need not be asked first what they are.
                leaveAlone(PartitionDirectoryName.of(partition));
            } catch (IOException e) {
                dir.fail("loading " + partition, e);
            }
        };
    }

    /** No file stays open: there may be more logs than the process may open files. */
    private Log load(TopicPartition partition, LogConfig config) throws IOException {
        long logStart = logStarts.getOrDefault(partition, 0L);
        long unknown = pointsLost ? Known.NO_RECOVERY_POINT : 0;
        long cleanedUpTo = dir.cleaned.cleanedUpTo(partition);
        var known = new Known(recoveryPoints.getOrDefault(partition, unknown), logStart, clean, cleanedUpTo);
        Log loaded = open(dir, shared, partition, config, known);
        loaded.files().segments().forEach(Segment::closeUnused);
        return loaded;
    }

    /** Opens the log in the partition's directory, which exists. */
    static Log open(LogDir dir, LogShared shared, TopicPartition partition, LogConfig config, Known known)
            throws IOException {
        Path path = dir.path().resolve(PartitionDirectoryName.of(partition));
        LoadedLog loaded = new LogLoader(shared.store(), shared.indexBlocks(), path, config, known).load();
        var files = new LogFiles(partition, topicId(shared, path), dir, shared, loaded);
        dir.cleaned.endedAt(partition, files.logEndOffset());
        return new Log(dir, shared, files, config);
    }

    private static Uuid topicId(LogShared shared, Path path) throws IOException {
        var file = new CheckpointFile(shared.store(), path.resolve(PartitionMetadataFormat.FILE_NAME));
        try {
            return PartitionMetadataFormat.read(file.lines());
        } catch (MalformedCheckpoint e) {
            log.warn("{} is ignored: {}", file.path(), e.getMessage());
            return Uuid.ZERO;
        }
    }
}
