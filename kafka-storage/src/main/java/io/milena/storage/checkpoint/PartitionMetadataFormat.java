package io.milena.storage.checkpoint;

import io.milena.common.Uuid;
import java.util.List;

/**
 * Text of {@code partition.metadata}, which ties a partition's directory to one incarnation of its topic (KIP-516).
 *
 * <pre>
 *   version: 0
 *   topic_id: 54PX0yzYTn-hksA91RcH0Q     no line end
 * </pre>
 *
 * <p>Absent for topics without an id.
 */
public final class PartitionMetadataFormat {

    public static final String FILE_NAME = "partition.metadata";

    private static final String VERSION_LINE = "version: 0";
    private static final String ID_KEY = "topic_id:";

    private PartitionMetadataFormat() {}

    public static String write(Uuid topicId) {
        return VERSION_LINE + "\n" + ID_KEY + " " + topicId;
    }

    /** The topic's id; {@link Uuid#ZERO} if the file is empty or absent. */
    public static Uuid read(List<String> lines) throws MalformedCheckpoint {
        if (lines.isEmpty()) {
            return Uuid.ZERO;
        }
        if (!lines.get(0).trim().equals(VERSION_LINE)) {
            throw new MalformedCheckpoint(1, lines.get(0), VERSION_LINE);
        }
        String second = lines.size() > 1 ? lines.get(1).trim() : "";
        if (!second.startsWith(ID_KEY)) {
            throw new MalformedCheckpoint(2, second, ID_KEY + " and an id");
        }
        try {
            return Uuid.parse(second.substring(ID_KEY.length()).trim());
        } catch (IllegalArgumentException e) {
            throw new MalformedCheckpoint(2, second, ID_KEY + " and an id of 22 characters");
        }
    }
}
