package io.milena.storage;

import io.milena.common.Randomness;
import io.milena.common.TopicPartition;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Names of the directories of partitions.
 *
 * <pre>
 *   orders-0                                             topic, dash, partition
 *   orders-0.a7999e439fea40cf9edc55ae4aa27bd5-delete     waits for removal
 *   orders-0.b2ad88ceb8be4f06931cb477de3eab33-future     copy for a move between log directories
 *   orders-0.0d1c38ceb8be4f06931cb477de3eab33-stray      nobody's: no longer assigned here, or of an earlier topic
 * </pre>
 *
 * <p>A topic may have dashes and dots itself; the partition follows the last dash.
 */
final class PartitionDirectoryName {

    static final String DELETE = "-delete";
    static final String STRAY = "-stray";

    private static final int MOST_CHARACTERS = 255;

    private PartitionDirectoryName() {}

    static String of(TopicPartition partition) {
        return partition.toString();
    }

    /** A new name for a directory that is no partition's any more; {@code mark} says why. */
    static String unowned(TopicPartition partition, String mark, Randomness randomness) {
        String unique = String.format(Locale.ROOT, "%016x%016x", randomness.nextLong(), randomness.nextLong());
        String end = "-" + partition.partition() + "." + unique + mark;
        String topic = partition.topic();
        return topic.substring(0, Math.min(topic.length(), MOST_CHARACTERS - end.length())) + end;
    }

    /** The partition whose directory has this name; null if it is not the plain name of one. */
    static @Nullable TopicPartition parse(String name) {
        int dash = name.lastIndexOf('-');
        boolean digits = dash > 0
                && dash < name.length() - 1
                && name.chars().skip(dash + 1L).allMatch(c -> c >= '0' && c <= '9');
        if (!digits || name.length() - dash > 10) {
            return null;
        }
        return new TopicPartition(name.substring(0, dash), Integer.parseInt(name.substring(dash + 1)));
    }
}
