package io.milena.storage;

import io.milena.common.TopicPartition;
import io.milena.storage.checkpoint.CheckpointFile;
import io.milena.storage.checkpoint.OffsetCheckpointFormat;
import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;

/** Writes the checkpoint files of a directory from its logs. Holds nothing. */
final class Checkpoints {

    private Checkpoints() {}

    static SortedMap<TopicPartition, Long> collect(Collection<Log> logs, Function<Log, OptionalLong> offset) {
        SortedMap<TopicPartition, Long> offsets = new TreeMap<>();
        for (Log log : logs) {
            offset.apply(log).ifPresent(value -> offsets.put(log.topicPartition(), value));
        }
        return offsets;
    }

    /** The start of a log, where it is not that of its first segment. */
    static OptionalLong movedLogStart(Log log) {
        long start = log.offsets().logStartOffset();
        return start > log.firstSegmentOffset() ? OptionalLong.of(start) : OptionalLong.empty();
    }

    /**
     * Writes what {@code offsets} says when it is this writer's turn: one that looked earlier must not win over one
     * that looked later. A failure takes the directory offline.
     */
    static void write(LogDir dir, CheckpointFile file, Supplier<? extends Map<TopicPartition, Long>> offsets) {
        try {
            synchronized (file) {
                file.write(OffsetCheckpointFormat.write(offsets.get()));
            }
        } catch (IOException e) {
            dir.fail("writing " + file.path(), e);
        }
    }
}
