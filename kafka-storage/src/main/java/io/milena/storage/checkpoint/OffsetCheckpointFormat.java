package io.milena.storage.checkpoint;

import io.milena.common.TopicPartition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Text of the four files of a log directory that give one offset per partition.
 *
 * <pre>
 *   0
 *   2
 *   orders 0 718       topic partition offset
 *   orders 1 650
 * </pre>
 */
public final class OffsetCheckpointFormat {

    /** Flushed up to here; where recovery begins. */
    public static final String RECOVERY_POINTS = "recovery-point-offset-checkpoint";

    /** First offset that clients may read, where it differs from the first segment's. */
    public static final String LOG_STARTS = "log-start-offset-checkpoint";

    public static final String HIGH_WATERMARKS = "replication-offset-checkpoint";

    /** First offset that compaction has not seen. */
    public static final String CLEANER_OFFSETS = "cleaner-offset-checkpoint";

    private static final int FIELDS = 3;

    private OffsetCheckpointFormat() {}

    public static String write(Map<TopicPartition, Long> offsets) {
        List<String> entries = new ArrayList<>(offsets.size());
        offsets.forEach(
                (partition, offset) -> entries.add(partition.topic() + " " + partition.partition() + " " + offset));
        return VersionedLines.write(entries);
    }

    public static SortedMap<TopicPartition, Long> read(String content) throws MalformedCheckpoint {
        SortedMap<TopicPartition, Long> offsets = new TreeMap<>();
        List<String> entries = VersionedLines.read(content);
        for (int i = 0; i < entries.size(); i++) {
            int line = VersionedLines.lineOf(i);
            String[] fields = VersionedLines.fields(entries.get(i));
            if (fields.length != FIELDS) {
                throw new MalformedCheckpoint(line, entries.get(i), "topic, partition and offset");
            }
            int partition = (int) VersionedLines.number(line, fields[1], Integer.MAX_VALUE);
            long offset = VersionedLines.number(line, fields[2], Long.MAX_VALUE);
            if (offsets.put(new TopicPartition(fields[0], partition), offset) != null) {
                throw new MalformedCheckpoint(line, entries.get(i), "each partition once");
            }
        }
        return offsets;
    }
}
