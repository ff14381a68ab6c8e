package io.milena.tools;

import io.milena.clients.consumer.ConsumerRebalanceListener;
import io.milena.common.TopicPartition;
import io.milena.common.time.Time;
import java.util.Collection;

/** Measures how long a consumer has no partitions because its group shares them out. Confined to the tool's thread. */
final class JoinClock implements ConsumerRebalanceListener {

    private final ReadFigures figures;
    private final Time time;
    private long beganMs;

    JoinClock(ReadFigures figures, Time time) {
        this.figures = figures;
        this.time = time;
        this.beganMs = time.wallMs();
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        beganMs = time.wallMs();
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        figures.joined(time.wallMs() - beganMs);
    }
}
