package io.milena.clients.consumer;

import io.milena.common.TopicPartition;
import java.util.Collection;

/** For subscriptions without a listener. Does nothing. */
final class NoRebalanceListener implements ConsumerRebalanceListener {

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {}

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {}
}
