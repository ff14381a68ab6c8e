package io.milena.server.api;

import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.server.metadata.ClusterImage;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;

/**
 * Which of the partitions that a request names exist: a coordinator is asked about those alone. Immutable.
 *
 * @param image the cluster at one moment, so that question and answer are about the same
 */
record KnownPartitions(ClusterImage image) {

    boolean has(String topic, int partition) {
        return image.partition(topic, partition) != null;
    }

    /**
     * What became of each partition, asked once for each in the order of the request; {@code ofKnown} are the answers
     * about those that exist, in that order.
     */
    Function<TopicPartition, ErrorCode> outcomes(List<ErrorCode> ofKnown) {
        Iterator<ErrorCode> next = ofKnown.iterator();
        return partition ->
                has(partition.topic(), partition.partition()) ? next.next() : ErrorCode.UNKNOWN_TOPIC_OR_PARTITION;
    }
}
