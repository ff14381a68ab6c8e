package io.milena.clients.consumer;

import io.milena.common.KafkaException;
import io.milena.common.TopicPartition;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Finds offsets by time for the application. On the event loop, under the consumer's lock. */
final class OffsetQueries implements Worker {

    private final OffsetListing listing;
    private final Retrying retrying;
    private final Silence silence;
    private final List<Query> queries = new ArrayList<>();

    OffsetQueries(OffsetListing listing, Asking asking) {
        this.listing = listing;
        this.retrying = asking.retrying();
        this.silence = asking.questions().silence();
    }

    /** The answer has every partition of {@code times}. */
    void ask(Map<TopicPartition, Long> times, Ask<Map<TopicPartition, OffsetListing.Found>> ask) {
        queries.add(new Query(times, ask));
    }

    @Override
    public long work(long nowNanos) {
        long sleep = NO_HURRY;
        Iterator<Query> open = queries.iterator();
        while (open.hasNext()) {
            Query query = open.next();
            query.work(nowNanos);
            if (query.ask.isDone()) {
                open.remove();
            } else {
                sleep = Math.min(sleep, query.sleepNanos(nowNanos));
            }
        }
        return sleep;
    }

    /** One question of the application. */
    private final class Query implements OffsetListing.Hearing {

        private final Map<TopicPartition, Long> open;
        private final Map<TopicPartition, OffsetListing.Found> found = new TreeMap<>();
        private final Set<TopicPartition> away = new LinkedHashSet<>();
        private final Ask<Map<TopicPartition, OffsetListing.Found>> ask;
        private final Retry retry = new Retry();

        Query(Map<TopicPartition, Long> times, Ask<Map<TopicPartition, OffsetListing.Found>> ask) {
            this.open = new TreeMap<>(times);
            this.ask = ask;
        }

        void work(long nowNanos) {
            if (nowNanos - ask.deadlineNanos() >= 0) {
                ask.fail(silence.timeout("offsets of " + open.keySet() + " could not be learned in time"));
            }
            if (ask.isDone() || retry.waitNanos(nowNanos) > 0) {
                return;
            }
            Map<TopicPartition, Long> next = new LinkedHashMap<>(open);
            next.keySet().removeAll(away);
            if (!next.isEmpty()) {
                away.addAll(next.keySet());
                listing.list(next, this);
            }
        }

        long sleepNanos(long nowNanos) {
            long left = Math.max(ask.deadlineNanos() - nowNanos, 0);
            long wait = retry.waitNanos(nowNanos);
            return wait > 0 ? Math.min(left, wait) : left;
        }

        @Override
        public void found(TopicPartition partition, OffsetListing.Found answer) {
            away.remove(partition);
            open.remove(partition);
            found.put(partition, answer);
            if (open.isEmpty()) {
                ask.answer(found);
            }
        }

        @Override
        public void notFound(TopicPartition partition, KafkaException cause, boolean mayPass) {
            away.remove(partition);
            retry.failed(retrying);
            if (!mayPass) {
                ask.fail(cause);
            }
        }
    }
}
