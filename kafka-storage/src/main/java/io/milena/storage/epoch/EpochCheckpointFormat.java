package io.milena.storage.epoch;

import io.milena.storage.checkpoint.MalformedCheckpoint;
import io.milena.storage.checkpoint.VersionedLines;
import java.util.ArrayList;
import java.util.List;

/**
 * Text of {@code leader-epoch-checkpoint}.
 *
 * <pre>
 *   0
 *   2
 *   0 0          epoch, start offset
 *   4 718
 * </pre>
 *
 * <p>Epochs rise, offsets rise or stay. Missing or malformed after a crash: rebuilt from the batches of the log.
 */
public final class EpochCheckpointFormat {

    public static final String FILE_NAME = "leader-epoch-checkpoint";

    private EpochCheckpointFormat() {}

    public static String write(List<EpochEntry> entries) {
        return VersionedLines.write(entries.stream()
                .map(entry -> entry.epoch() + " " + entry.startOffset())
                .toList());
    }

    public static List<EpochEntry> read(String content) throws MalformedCheckpoint {
        List<EpochEntry> entries = new ArrayList<>();
        List<String> texts = VersionedLines.read(content);
        for (int i = 0; i < texts.size(); i++) {
            int line = VersionedLines.lineOf(i);
            String[] fields = VersionedLines.fields(texts.get(i));
            if (fields.length != 2) {
                throw new MalformedCheckpoint(line, texts.get(i), "epoch and start offset");
            }
            int epoch = (int) VersionedLines.number(line, fields[0], Integer.MAX_VALUE);
            var entry = new EpochEntry(epoch, VersionedLines.number(line, fields[1], Long.MAX_VALUE));
            if (i > 0 && !isAfter(entry, entries.get(i - 1))) {
                throw new MalformedCheckpoint(line, texts.get(i), "a later epoch that does not begin earlier");
            }
            entries.add(entry);
        }
        return entries;
    }

    private static boolean isAfter(EpochEntry entry, EpochEntry before) {
        return entry.epoch() > before.epoch() && entry.startOffset() >= before.startOffset();
    }
}
