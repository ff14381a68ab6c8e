package io.milena.clients.consumer;

import io.milena.clients.consumer.AssignedPartition.Phase;
import io.milena.common.KafkaException;
import io.milena.common.Node;
import io.milena.common.TopicPartition;
import io.milena.common.errors.AuthenticationException;
import io.milena.common.errors.UnsupportedVersionException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds out what the group has committed: for partitions that have to begin somewhere, and for the application. On the
 * event loop, under the consumer's lock.
 */
final class CommittedOffsets implements Worker {

    private final Subscription subscription;
    private final GroupSettings settings;
    private final CoordinatorLink link;
    private final OffsetFetching fetching;
    private final Problems problems;
    private final Retrying retrying;
    private final Silence silence;
    private final Deque<Wanted> wanted = new ArrayDeque<>();

    CommittedOffsets(
            Subscription subscription, GroupSettings settings, CoordinatorLink link, Asking asking, Problems problems) {
        this.subscription = subscription;
        this.settings = settings;
        this.link = link;
        this.fetching = new OffsetFetching(settings, link, asking);
        this.problems = problems;
        this.retrying = asking.retrying();
        this.silence = asking.questions().silence();
    }

    /** The application wants to know; partitions without an offset are left out of the answer. */
    void ask(Set<TopicPartition> partitions, Ask<Map<TopicPartition, OffsetAndMetadata>> ask) {
        wanted.add(new Wanted(partitions, ask));
    }

    @Override
    public long work(long nowNanos) {
        List<AssignedPartition> without = partitionsWithout();
        if (settings.groupId() == null) {
            begin(without, Map.of());
            return NO_HURRY;
        }
        without.removeIf(partition -> !partition.mayAsk(nowNanos));
        long sleep = askedByApplication(nowNanos);
        if (without.isEmpty() && sleep == NO_HURRY) {
            return NO_HURRY;
        }
        Node node = link.find();
        KafkaException failure = link.takeFailure();
        if (failure != null) {
            fail(failure, !without.isEmpty());
        } else if (node != null) {
            sleep = Math.min(sleep, send(node, without, nowNanos));
        }
        return sleep;
    }

    private List<AssignedPartition> partitionsWithout() {
        List<AssignedPartition> without = new ArrayList<>();
        for (AssignedPartition partition : subscription.partitions()) {
            if (partition.phase() == Phase.NEEDS_COMMITTED) {
                without.add(partition);
            }
        }
        return without;
    }

    /** How long the first of those who ask will wait. */
    private long askedByApplication(long nowNanos) {
        long sleep = NO_HURRY;
        Iterator<Wanted> asked = wanted.iterator();
        while (asked.hasNext()) {
            Wanted next = asked.next();
            long left = next.ask.deadlineNanos() - nowNanos;
            if (next.ask.isDone()) {
                asked.remove();
            } else if (left <= 0) {
                next.ask.fail(silence.timeout(
                        "the offsets committed for " + next.partitions + " could not be learned in time"));
                asked.remove();
            } else {
                sleep = Math.min(sleep, left);
            }
        }
        return sleep;
    }

    private void fail(KafkaException failure, boolean needed) {
        for (Wanted next : wanted) {
            next.ask.fail(failure);
        }
        if (needed && wanted.isEmpty()) {
            problems.add(failure);
        }
        wanted.clear();
    }

    private long send(Node node, List<AssignedPartition> without, long nowNanos) {
        if (!without.isEmpty()) {
            Set<TopicPartition> ids = new TreeSet<>();
            for (AssignedPartition partition : without) {
                partition.asking();
                ids.add(partition.id());
            }
            fetching.fetch(node, ids, new ForPositions(without));
        }
        long sleep = NO_HURRY;
        for (Wanted next : wanted) {
            long wait = next.retry.waitNanos(nowNanos);
            if (!next.asking && wait <= 0) {
                next.asking = true;
                fetching.fetch(node, next.partitions, new ForApplication(next));
            } else if (!next.asking) {
                sleep = Math.min(sleep, wait);
            }
        }
        return sleep;
    }

    /** Begins at what is committed, or where the reset policy says; all that can begin nowhere are told together. */
    private void begin(List<AssignedPartition> partitions, Map<TopicPartition, OffsetAndMetadata> offsets) {
        Set<TopicPartition> nowhere = new TreeSet<>();
        for (AssignedPartition partition : partitions) {
            OffsetAndMetadata committed = offsets.get(partition.id());
            if (committed != null) {
                partition.moved(committed.offset(), Positions.epochOf(committed));
            } else if (subscription.defaultReset() == OffsetResetStrategy.NONE) {
                partition.failed(retrying);
                nowhere.add(partition.id());
            } else {
                partition.resetNeeded(subscription.defaultReset());
            }
        }
        if (!nowhere.isEmpty()) {
            problems.addOfPlace(new NoOffsetForPartitionException(nowhere));
        }
    }

    private static boolean isHopeless(KafkaException cause) {
        return cause instanceof AuthenticationException || cause instanceof UnsupportedVersionException;
    }

    /** What the application asked. */
    private static final class Wanted {

        private final Set<TopicPartition> partitions;
        private final Ask<Map<TopicPartition, OffsetAndMetadata>> ask;
        private boolean asking;
        private final Retry retry = new Retry();

        Wanted(Set<TopicPartition> partitions, Ask<Map<TopicPartition, OffsetAndMetadata>> ask) {
            this.partitions = partitions;
            this.ask = ask;
        }
    }

    /** Hears where partitions are to begin. */
    private final class ForPositions implements OffsetFetching.Hearing {

        private final List<AssignedPartition> partitions;
        private final List<Integer> stamps = new ArrayList<>();

        ForPositions(List<AssignedPartition> partitions) {
            this.partitions = partitions;
            for (AssignedPartition partition : partitions) {
                stamps.add(partition.stamp());
            }
        }

        @Override
        public void found(Map<TopicPartition, OffsetAndMetadata> offsets) {
            List<AssignedPartition> wantedStill = new ArrayList<>();
            for (int i = 0; i < partitions.size(); i++) {
                AssignedPartition partition = partitions.get(i);
                boolean isWanted = partition.phase() == Phase.NEEDS_COMMITTED && partition.stamp() == stamps.get(i);
                if (isWanted) {
                    partition.answered();
                    wantedStill.add(partition);
                }
            }
            begin(wantedStill, offsets);
        }

        @Override
        public void notFound(KafkaException cause, boolean mayPass) {
            for (AssignedPartition partition : partitions) {
                if (partition.phase() == Phase.NEEDS_COMMITTED) {
                    partition.failed(retrying);
                }
            }
            if (!mayPass || isHopeless(cause)) {
                problems.add(cause);
            }
        }
    }

    /** Hears for the application. */
    private final class ForApplication implements OffsetFetching.Hearing {

        private final Wanted asked;

        ForApplication(Wanted asked) {
            this.asked = asked;
        }

        @Override
        public void found(Map<TopicPartition, OffsetAndMetadata> offsets) {
            asked.ask.answer(offsets);
        }

        @Override
        public void notFound(KafkaException cause, boolean mayPass) {
            asked.asking = false;
            asked.retry.failed(retrying);
            if (!mayPass || isHopeless(cause)) {
                asked.ask.fail(cause);
            }
        }
    }
}
