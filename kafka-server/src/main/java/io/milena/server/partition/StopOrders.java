package io.milena.server.partition;

import io.milena.common.TopicPartition;
import java.util.List;

/**
 * What the controller wants this broker to hold no more.
 *
 * @param controllerEpoch epoch of the controller that says so
 * @param brokerEpoch the registration of this broker that it means
 * @param orders one per partition
 */
public record StopOrders(int controllerEpoch, long brokerEpoch, List<StopOrder> orders) {

    /** Leader epoch of an order that holds whatever the epoch is, because the topic is deleted. */
    public static final int EPOCH_OF_DELETION = -2;

    /** Leader epoch of an order from a controller that names none. */
    public static final int NO_EPOCH = -1;

    public StopOrders {
        orders = List.copyOf(orders);
    }

    /** What becomes of the log. */
    public enum Fate {
        KEEP,
        DELETE
    }

    /**
     * Hold this partition no more.
     *
     * @param partition the partition
     * @param leaderEpoch epoch of the partition's state behind the order, or one of the marks above
     * @param fate what becomes of its log
     */
    public record StopOrder(TopicPartition partition, int leaderEpoch, Fate fate) {}
}
