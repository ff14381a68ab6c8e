package io.milena.storage;

import static io.milena.common.config.ConfigKey.booleanKey;
import static io.milena.common.config.ConfigKey.intKey;
import static io.milena.common.config.ConfigKey.longKey;

import io.milena.common.config.ConfigException;
import io.milena.common.config.ConfigKey;
import java.util.Map;

/**
 * Settings of the broker about compaction.
 *
 * @param threads how many logs are cleaned side by side; 0 if none ever is
 * @param memory of all threads together
 * @param maxBytesPerSecond most bytes that all threads together read and write in a second
 * @param backoffMs how long a thread that finds nothing to clean waits before it looks again
 */
public record CleanerSettings(int threads, Memory memory, double maxBytesPerSecond, long backoffMs) {

    /**
     * Memory of all threads together. It is taken while a log is cleaned, and only as much as its dirty part needs.
     *
     * @param tableBytes for tables from keys to offsets
     * @param loadFactor how full a table may become, 0 to 1
     * @param bufferBytes for what is read and written
     */
    public record Memory(long tableBytes, double loadFactor, int bufferBytes) {}

    private static final long LEAST_TABLE_BYTES = 1 << 20;
    private static final int LEAST_BUFFER_BYTES = 4096;

    static final ConfigKey<Boolean> ENABLE =
            booleanKey("log.cleaner.enable", true, "Whether topics with cleanup.policy=compact are compacted.");
    static final ConfigKey<Integer> THREADS =
            intKey("log.cleaner.threads", 1, 0, Integer.MAX_VALUE, "How many logs are compacted side by side.");
    static final ConfigKey<Long> TABLE_BYTES = longKey(
            "log.cleaner.dedupe.buffer.size",
            128L << 20,
            0,
            Long.MAX_VALUE,
            "Most bytes of the tables of keys of all compaction threads.");
    static final ConfigKey<Double> LOAD_FACTOR = new ConfigKey<>(
            "log.cleaner.io.buffer.load.factor",
            0.9,
            "How full the table of keys may become, above 0 and at most 1.",
            text -> parse(text, 1));
    static final ConfigKey<Integer> BUFFER_BYTES = intKey(
            "log.cleaner.io.buffer.size",
            512 << 10,
            0,
            Integer.MAX_VALUE,
            "Bytes of the buffers for reading and writing of all compaction threads.");
    static final ConfigKey<Double> MAX_BYTES_PER_SECOND = new ConfigKey<>(
            "log.cleaner.io.max.bytes.per.second",
            Double.MAX_VALUE,
            "Most bytes that compaction reads and writes in a second.",
            text -> parse(text, Double.MAX_VALUE));
    static final ConfigKey<Long> BACKOFF_MS = longKey(
            "log.cleaner.backoff.ms",
            15_000,
            0,
            Long.MAX_VALUE,
            "Milliseconds before a compaction thread that found nothing to do looks again.");

    /**
     * Reads the broker's settings.
     *
     * @throws ConfigException naming key, value and what is allowed
     */
    public static CleanerSettings from(Map<String, String> properties) {
        int threads = ENABLE.read(properties) ? THREADS.read(properties) : 0;
        long tableBytes = TABLE_BYTES.read(properties);
        if (threads > 0 && tableBytes / threads < LEAST_TABLE_BYTES) {
            throw new ConfigException(
                    TABLE_BYTES.name(),
                    Long.toString(tableBytes),
                    LEAST_TABLE_BYTES + " or more for each of the " + threads + " log.cleaner.threads");
        }
        var memory = new Memory(tableBytes, LOAD_FACTOR.read(properties), BUFFER_BYTES.read(properties));
        return new CleanerSettings(threads, memory, MAX_BYTES_PER_SECOND.read(properties), BACKOFF_MS.read(properties));
    }

    /** Bytes of one thread's table of keys. */
    public int tableBytesPerThread() {
        return (int) Math.min(memory.tableBytes() / Math.max(threads, 1), Integer.MAX_VALUE - 8);
    }

    /** How full a table of keys may become, 0 to 1. */
    public double loadFactor() {
        return memory.loadFactor();
    }

    /** Bytes of each of the two buffers of one thread. */
    public int bufferBytesPerThread() {
        return Math.max(memory.bufferBytes() / Math.max(threads, 1) / 2, LEAST_BUFFER_BYTES);
    }

    private static double parse(String text, double max) {
        String expected = max == Double.MAX_VALUE ? "a number above 0" : "a number above 0, and at most " + max;
        double value;
        try {
            value = Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(expected, e);
        }
        if (!(value > 0 && value <= max)) {
            throw new IllegalArgumentException(expected);
        }
        return value;
    }
}
