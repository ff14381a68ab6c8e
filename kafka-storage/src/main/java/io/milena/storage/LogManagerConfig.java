package io.milena.storage;

import static io.milena.common.config.ConfigKey.intKey;
import static io.milena.common.config.ConfigKey.longKey;

import io.milena.common.config.ConfigException;
import io.milena.common.config.ConfigKey;
import io.milena.record.compression.Decompressor;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Settings of the broker about its log directories.
 *
 * @param directories where logs are kept; not empty, no duplicates
 * @param recoveryThreads logs of one directory that are loaded side by side
 * @param intervals how often background work is done
 * @param memory how much memory is reckoned with
 * @param producers how long producers are remembered
 */
public record LogManagerConfig(
        List<Path> directories,
        int recoveryThreads,
        Intervals intervals,
        Memory memory,
        ProducerExpiryConfig producers) {

    static final ConfigKey<String> LOG_DIR =
            new ConfigKey<>("log.dir", "/tmp/kafka-logs", "The log directory, if log.dirs is not set.", text -> text);
    static final ConfigKey<String> LOG_DIRS =
            new ConfigKey<>("log.dirs", "", "The log directories, with commas between.", text -> text);
    static final ConfigKey<Integer> RECOVERY_THREADS = intKey(
            "num.recovery.threads.per.data.dir",
            1,
            1,
            Integer.MAX_VALUE,
            "Logs of one directory that are loaded side by side.");
    static final ConfigKey<Long> INITIAL_DELAY_MS = longKey(
            "log.initial.task.delay.ms", 30_000, 0, Long.MAX_VALUE, "Milliseconds from the start to background work.");
    static final ConfigKey<Long> RETENTION_CHECK_MS = longKey(
            "log.retention.check.interval.ms",
            300_000,
            1,
            Long.MAX_VALUE,
            "Milliseconds between two searches for segments to delete.");
    static final ConfigKey<Integer> RECOVERY_POINT_MS = intKey(
            "log.flush.offset.checkpoint.interval.ms",
            60_000,
            0,
            Integer.MAX_VALUE,
            "Milliseconds between two writes of the recovery points.");
    static final ConfigKey<Integer> LOG_START_MS = intKey(
            "log.flush.start.offset.checkpoint.interval.ms",
            60_000,
            0,
            Integer.MAX_VALUE,
            "Milliseconds between two writes of the log start offsets.");
    static final ConfigKey<Long> FLUSH_CHECK_MS = longKey(
            "log.flush.scheduler.interval.ms",
            Long.MAX_VALUE,
            0,
            Long.MAX_VALUE,
            "Milliseconds between two searches for logs that flush.ms makes due.");

    public LogManagerConfig {
        directories = List.copyOf(directories);
    }

    /**
     * Reads the broker's settings.
     *
     * @param memoryBytes how much memory there is for buffers, such as the JVM's limit of direct memory
     * @throws ConfigException naming key, value and what is allowed
     */
    public static LogManagerConfig from(Map<String, String> properties, long memoryBytes) {
        var intervals = new Intervals(
                INITIAL_DELAY_MS.read(properties),
                RETENTION_CHECK_MS.read(properties),
                RECOVERY_POINT_MS.read(properties),
                LOG_START_MS.read(properties),
                FLUSH_CHECK_MS.read(properties));
        return new LogManagerConfig(
                directories(properties),
                RECOVERY_THREADS.read(properties),
                intervals,
                Memory.usual(memoryBytes),
                ProducerExpiryConfig.from(properties));
    }

    /** These settings, with {@code bytes} of those appended last taken to lie in the page cache. */
    public LogManagerConfig withRecentBytes(long bytes) {
        return new LogManagerConfig(directories, recoveryThreads, intervals, memory.withRecentBytes(bytes), producers);
    }

    /** What is reckoned with for one of the directories. */
    Memory memoryOfDirectory() {
        return memory.share(directories.size());
    }

    private static List<Path> directories(Map<String, String> properties) {
        String several = LOG_DIRS.read(properties);
        String text = several.isBlank() ? LOG_DIR.read(properties) : several;
        List<Path> paths = Stream.of(text.split(","))
                .map(String::trim)
                .filter(name -> !name.isEmpty())
                .map(name -> Path.of(name).toAbsolutePath().normalize())
                .toList();
        boolean distinct = paths.stream().distinct().count() == paths.size();
        if (paths.isEmpty() || !distinct) {
            throw new ConfigException(
                    several.isBlank() ? "log.dir" : "log.dirs", text, "one or more directories, each once");
        }
        return paths;
    }

    /**
     * Milliseconds between two runs of each kind of background work.
     *
     * @param initialDelayMs before the first run of each
     * @param retentionMs looking for segments to delete
     * @param recoveryPointMs writing recovery points
     * @param logStartMs writing log start offsets
     * @param flushMs looking for logs that flush.ms makes due
     */
    public record Intervals(
            long initialDelayMs, long retentionMs, long recoveryPointMs, long logStartMs, long flushMs) {}

    /**
     * How much memory is reckoned with.
     *
     * @param indexCacheBytes most bytes of index blocks on the heap
     * @param recentBytes so many of the bytes appended last, over all directories, are taken to lie in the page cache
     * @param appendBytes so many may be taken by heavy appends, over all directories, beside their records; by one
     *     append more
     */
    public record Memory(long indexCacheBytes, long recentBytes, long appendBytes) {

        private static final long USUAL_INDEX_CACHE_BYTES = 16L << 20;
        private static final long USUAL_RECENT_BYTES = 256L << 20;
        /** What an old client may send in one message set, however little memory there is. */
        private static final long LEAST_WHOLE_BYTES = 16L << 20;

        /** Part of the memory for buffers that is for appends. */
        private static final int SHARE_OF_APPENDS = 8;

        private static Memory usual(long bufferBytes) {
            return new Memory(USUAL_INDEX_CACHE_BYTES, USUAL_RECENT_BYTES, bufferBytes / SHARE_OF_APPENDS);
        }

        private Memory withRecentBytes(long bytes) {
            return new Memory(indexCacheBytes, bytes, appendBytes);
        }

        private Memory share(int directories) {
            return new Memory(indexCacheBytes, recentBytes / directories, appendBytes / directories);
        }

        /** Most bytes of a message set of an old format, which is uncompressed whole: what one append may take. */
        int mostWholeBytes() {
            long most = Math.max(appendBytes, LEAST_WHOLE_BYTES);
            return (int) Math.min(most, Decompressor.DEFAULT_LIMIT_BYTES);
        }
    }
}
