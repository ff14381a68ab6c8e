package io.milena.clients.consumer;

import io.milena.clients.consumer.AssignedPartition.Phase;
import io.milena.common.KafkaException;
import io.milena.common.TopicPartition;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds the beginning or end of partitions that have to start there. On the event loop, under the consumer's lock. */
final class OffsetResets implements Worker {

    private static final Logger log = LoggerFactory.getLogger(OffsetResets.class);

    private final Subscription subscription;
    private final OffsetListing listing;
    private final Problems problems;
    private final Retrying retrying;

    OffsetResets(Subscription subscription, OffsetListing listing, Problems problems, Retrying retrying) {
        this.subscription = subscription;
        this.listing = listing;
        this.problems = problems;
        this.retrying = retrying;
    }

    @Override
    public long work(long nowNanos) {
        Map<TopicPartition, Long> times = new LinkedHashMap<>();
        Map<TopicPartition, Reset> asked = new LinkedHashMap<>();
        for (AssignedPartition partition : subscription.partitions()) {
            if (partition.phase() == Phase.NEEDS_RESET && partition.mayAsk(nowNanos)) {
                partition.asking();
                boolean toEnd = partition.reset() == OffsetResetStrategy.LATEST;
                times.put(partition.id(), toEnd ? OffsetListing.LATEST : OffsetListing.EARLIEST);
                asked.put(partition.id(), new Reset(partition, partition.stamp()));
            }
        }
        if (!times.isEmpty()) {
            listing.list(times, new Heard(asked));
            // Those without a leader have been told to wait already, and the fetcher looks when they are to be asked.
            return retrying.lookAgainNanos();
        }
        return NO_HURRY;
    }

    /** A partition as it was when it was asked for. */
    private record Reset(AssignedPartition partition, int stamp) {

        boolean isWanted() {
            return partition.phase() == Phase.NEEDS_RESET && partition.stamp() == stamp;
        }
    }

    /** Hears where partitions begin. */
    private final class Heard implements OffsetListing.Hearing {

        private final Map<TopicPartition, Reset> asked;

        Heard(Map<TopicPartition, Reset> asked) {
            this.asked = asked;
        }

        @Override
        public void found(TopicPartition id, OffsetListing.Found found) {
            Reset reset = asked.get(id);
            if (reset != null && reset.isWanted()) {
                log.info("{} begins at its {}, offset {}", id, reset.partition().reset(), found.offset());
                reset.partition().moved(found.offset(), found.leaderEpoch());
            }
        }

        @Override
        public void notFound(TopicPartition id, KafkaException cause, boolean mayPass) {
            Reset reset = asked.get(id);
            if (reset == null || !reset.isWanted()) {
                return;
            }
            reset.partition().failed(retrying);
            if (!mayPass) {
                problems.add(cause);
            }
        }
    }
}
