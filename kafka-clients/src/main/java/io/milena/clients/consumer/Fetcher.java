package io.milena.clients.consumer;

import io.milena.clients.ClusterMetadata;
import io.milena.clients.ClusterView;
import io.milena.common.KafkaException;
import io.milena.common.Node;
import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.FetchResponse;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fetches in the background, ahead of the application, within the limits of {@link FetchPlan}. On the event loop, under
 * the consumer's lock.
 */
final class Fetcher implements Worker {

    private static final Logger log = LoggerFactory.getLogger(Fetcher.class);

    private final Subscription subscription;
    private final ClusterMetadata metadata;
    private final Questions questions;
    private final FetchSettings settings;
    private final Retrying retrying;
    private final FetchPlan plan;
    private final FetchAnswers answers;
    private final Map<Integer, FetchSession> sessions = new HashMap<>();
    private final Set<Integer> busy = new HashSet<>();
    private final Map<Integer, Long> restsUntilNanos = new TreeMap<>();

    Fetcher(
            Subscription subscription,
            ClusterMetadata metadata,
            Asking asking,
            FetchAnswers answers,
            FetchSettings settings,
            long memoryBytes) {
        this.subscription = subscription;
        this.metadata = metadata;
        this.questions = asking.questions();
        this.answers = answers;
        this.settings = settings;
        this.retrying = asking.retrying();
        this.plan = new FetchPlan(settings.maxBytes(), memoryBytes);
    }

    /** A partition as it was when it was asked for. */
    record Sent(AssignedPartition partition, int stamp, long offset, Uuid topicId) {

        /** Whether what was asked for is what is wanted next, still. */
        boolean isNext() {
            return stamp == partition.stamp() && offset == partition.nextFetch();
        }
    }

    @Override
    public long work(long now) {
        FetchBuffer buffer = answers.buffer();
        buffer.dropGone();
        buffer.dropPausedOver(plan.maxBufferedBytes());
        ClusterView view = metadata.view();
        restsUntilNanos.values().removeIf(until -> until - now <= 0);
        FetchPlan.Targets targets = plan.choose(subscription.partitions(), view, occupied(), buffer.wantedBytes(), now);
        if (targets.leaderless()) {
            metadata.refresh();
        }
        targets.byBroker().forEach((id, partitions) -> fetch(view, id, partitions, targets.bytesOfEach()));
        return sleepNanos(now, targets.leaderless());
    }

    /** Brokers that have not answered yet, or want a rest. */
    private Set<Integer> occupied() {
        if (restsUntilNanos.isEmpty()) {
            return busy;
        }
        Set<Integer> occupied = new HashSet<>(busy);
        occupied.addAll(restsUntilNanos.keySet());
        return occupied;
    }

    private long sleepNanos(long now, boolean leaderless) {
        long sleep = leaderless ? retrying.lookAgainNanos() : NO_HURRY;
        for (long until : restsUntilNanos.values()) {
            sleep = Math.min(sleep, until - now);
        }
        for (AssignedPartition partition : subscription.partitions()) {
            long wait = partition.waitNanos(now);
            sleep = wait > 0 ? Math.min(sleep, wait) : sleep;
        }
        return sleep;
    }

    private void fetch(ClusterView view, int broker, List<AssignedPartition> partitions, int maxBytes) {
        Node node = view.brokers().get(broker);
        if (node == null) {
            return;
        }
        Map<TopicPartition, FetchSession.Place> wanted = new LinkedHashMap<>();
        Map<TopicPartition, Sent> sent = new LinkedHashMap<>();
        for (AssignedPartition partition : partitions) {
            ClusterView.Topic topic = view.topic(partition.id().topic());
            ClusterView.Partition known = view.partition(partition.id());
            Uuid topicId = topic == null ? Uuid.ZERO : topic.id();
            int epoch = known == null ? ClusterView.NO_EPOCH : known.leaderEpoch();
            wanted.put(partition.id(), new FetchSession.Place(topicId, partition.nextFetch(), epoch));
            sent.put(partition.id(), new Sent(partition, partition.stamp(), partition.nextFetch(), topicId));
            partition.inFlight(true);
        }
        FetchSession session = sessions.computeIfAbsent(broker, made -> new FetchSession());
        FetchSession.Plan next = session.next(wanted);
        busy.add(broker);
        var question = new Questions.Question(
                ApiKey.FETCH,
                FetchRequests.LOWEST,
                next.byTopicId() ? FetchRequests.HIGHEST : FetchRequests.HIGHEST_BY_NAME,
                version -> FetchRequests.request(next, settings, maxBytes),
                retrying.retries().requestNanos() + TimeUnit.MILLISECONDS.toNanos(settings.maxWaitMs()));
        questions.ask(node, question, new Asked(broker, session, sent));
    }

    /** One fetch that is under way. */
    private final class Asked implements Questions.Handler<FetchResponse> {

        private final int broker;
        private final FetchSession session;
        private final Map<TopicPartition, Sent> sent;

        Asked(int broker, FetchSession session, Map<TopicPartition, Sent> sent) {
            this.broker = broker;
            this.session = session;
            this.sent = sent;
        }

        @Override
        public void answered(FetchResponse answer, short version) {
            done();
            if (answer.throttleTimeMs() > 0 && version >= FetchRequests.LOWEST_WITH_REST) {
                restsUntilNanos.put(
                        broker, retrying.time().nanos() + TimeUnit.MILLISECONDS.toNanos(answer.throttleTimeMs()));
            }
            ErrorCode error = ErrorCode.of(answer.errorCode());
            if (error != ErrorCode.NONE) {
                refused(error);
                return;
            }
            session.answered(answer.sessionId());
            answers.heard(broker, answer, sent);
        }

        private void refused(ErrorCode error) {
            session.refused(error);
            boolean isOfSession =
                    error == ErrorCode.FETCH_SESSION_ID_NOT_FOUND || error == ErrorCode.INVALID_FETCH_SESSION_EPOCH;
            if (!isOfSession) {
                log.info("broker {} refuses to be fetched from: {}", broker, error);
                metadata.refresh();
                waitWithAll();
            }
        }

        @Override
        public void failed(KafkaException cause) {
            done();
            session.failed();
            log.debug("fetching from broker {} failed", broker, cause);
            metadata.refresh();
            answers.failed(cause);
            waitWithAll();
        }

        private void waitWithAll() {
            for (Sent asked : sent.values()) {
                asked.partition().preferredReplica(AssignedPartition.NONE, 0);
                if (asked.stamp() == asked.partition().stamp()) {
                    asked.partition().failed(retrying);
                }
            }
        }

        private void done() {
            busy.remove(broker);
            for (Sent asked : sent.values()) {
                asked.partition().inFlight(false);
            }
        }
    }
}
