package io.milena.storage;

import io.milena.common.TopicPartition;
import io.milena.storage.checkpoint.CheckpointFile;
import io.milena.storage.checkpoint.OffsetCheckpointFormat;
import io.milena.storage.files.PassingFault;
import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
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

    static SortedMap<TopicPartition, Long> recoveryPoints(Collection<Log> logs) {
        return collect(logs, log -> OptionalLong.of(log.recoveryPoint()));
    }

    static SortedMap<TopicPartition, Long> logStarts(Collection<Log> logs) {
        return collect(logs, Checkpoints::movedLogStart);
    }

    /** The start of a log, where its first segment does not tell it. */
    private static OptionalLong movedLogStart(Log log) {
        return log.isStartInNames()
                ? OptionalLong.empty()
                : OptionalLong.of(log.offsets().logStartOffset());
    }

    /**
     * Writes what {@code offsets} says when it is this writer's turn: one that looked earlier must not win over one
     * that looked later. A failure takes the directory offline, unless it may pass: then the file stays as it was.
     *
     * @param written hears what was written
     * @return whether it was written
     */
    static <M extends Map<TopicPartition, Long>> boolean write(
            LogDir dir, CheckpointFile file, Supplier<M> offsets, Consumer<M> written) {
        try {
            synchronized (file) {
                M taken = offsets.get();
                file.write(OffsetCheckpointFormat.write(taken));
                written.accept(taken);
            }
            return true;
        } catch (IOException e) {
            if (PassingFault.unlessBroken(e) instanceof PassingFault fault) {
                dir.shortOf("writing " + file.path(), fault);
            } else {
                dir.fail("writing " + file.path(), e);
            }
            return false;
        }
    }

    /** For what must not go on with old checkpoints. */
    static void require(LogDir dir, boolean areWritten) {
        if (!areWritten && dir.isOnline()) {
            dir.fail("writing checkpoints", new IOException("no room for them"));
        }
    }
}
