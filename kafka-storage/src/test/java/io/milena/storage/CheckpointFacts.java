package io.milena.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.storage.checkpoint.MalformedCheckpoint;
import io.milena.storage.checkpoint.OffsetCheckpointFormat;
import io.milena.storage.disk.CrashingFileStore;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Whether the checkpoint files of a directory tell nothing of a log that the log does not. Reads the disk. */
final class CheckpointFacts {

    private final CrashingFileStore disk;
    private final LogSubject subject;
    private final String where;

    CheckpointFacts(CrashingFileStore disk, LogSubject subject, String where) {
        this.disk = disk;
        this.subject = subject;
        this.where = where;
    }

    void check() {
        LogOffsets ends = subject.log.offsets();
        assertThat(recoveryPoint()).as(where + ": recovery point").isBetween(0L, ends.logEndOffset());
        assertThat(read(OffsetCheckpointFormat.CLEANER_OFFSETS, 0))
                .as(where + ": clean up to")
                .isBetween(0L, ends.logEndOffset());
        assertThat(read(OffsetCheckpointFormat.LOG_STARTS, ends.logStartOffset()))
                .as(where + ": start of the log")
                .isEqualTo(ends.logStartOffset());
        long highWatermark = read(OffsetCheckpointFormat.HIGH_WATERMARKS, 0);
        assertThat(subject.model.wasCheckpointed(highWatermark))
                .as(where + ": high watermark " + highWatermark)
                .isTrue();
    }

    /** What the file of the recovery points says. */
    long recoveryPoint() {
        return read(OffsetCheckpointFormat.RECOVERY_POINTS, 0);
    }

    private long read(String name, long otherwise) {
        Path file = subject.log.dir().path().resolve(name);
        byte @Nullable [] bytes = disk.bytes(file);
        try {
            String text = bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
            return OffsetCheckpointFormat.read(text).getOrDefault(subject.partition, otherwise);
        } catch (MalformedCheckpoint e) {
            throw new AssertionError(where + ": " + file, e);
        }
    }
}
