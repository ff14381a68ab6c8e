package io.milena.server.partition;

import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What became of the controller's orders.
 *
 * @param error why none was obeyed
 * @param partitions outcome of each, in the order of the orders; empty if none was obeyed
 */
public record OrdersOutcome(ErrorCode error, Map<TopicPartition, ErrorCode> partitions) {

    public OrdersOutcome {
        partitions = Collections.unmodifiableMap(new LinkedHashMap<>(partitions));
    }

    static OrdersOutcome of(Map<TopicPartition, ErrorCode> partitions) {
        return new OrdersOutcome(ErrorCode.NONE, partitions);
    }

    /** None was obeyed. */
    static OrdersOutcome refused(ErrorCode why) {
        return new OrdersOutcome(why, Map.of());
    }
}
