package io.milena.clients.consumer;

import io.milena.clients.ClusterMetadata;
import io.milena.clients.ClusterView;
import io.milena.common.KafkaException;
import io.milena.common.errors.AuthenticationException;
import io.milena.common.errors.ErrorCode;
import io.milena.common.time.Time;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The background of one consumer, put together: all its workers, what they share, and the one lock that guards it. The
 * application's thread takes the lock, changes what is wanted and kicks the {@link Pump}; the workers do the rest.
 */
final class Engine {

    private final ReentrantLock lock = new ReentrantLock();
    private final Signal signal = new Signal();
    private final Problems problems = new Problems();
    private final Silence silence = new Silence();
    private final Membership membership = new Membership();
    private final CommitQueue commits = new CommitQueue();
    private final ClusterMetadata metadata;
    private final Time time;
    private final ConsumerSettings settings;
    private final Subscription subscription;
    private final FetchBuffer buffer;
    private final Pump pump;
    private final ConsumerWatch watch;
    private final GroupMember member;
    private final CommittedOffsets committed;
    private final OffsetQueries queries;
    private final TopicQueries topicQueries;

    Engine(Seams seams, ConsumerSettings settings, ConsumerWatch watch) {
        this.watch = watch;
        this.settings = settings;
        metadata = seams.metadata();
        time = seams.time();
        subscription = new Subscription(settings.reset());
        buffer = new FetchBuffer(subscription);
        pump = new Pump(lock, seams.loop(), time);
        var retrying = new Retrying(settings.retries(), time, seams.randomness());
        var way = new Questions.Way(seams.brokers(), lock, pump);
        var asking = new Asking(new Questions(way, signal, silence, watch), retrying);
        String groupId = settings.group().groupId();
        var link = new CoordinatorLink(groupId == null ? "" : groupId, asking.questions(), retrying);
        member = new GroupMember(membership, settings.group(), link, asking, problems, watch);
        committed = new CommittedOffsets(subscription, settings.group(), link, asking, problems);
        var listing = new OffsetListing(metadata, settings.fetch().isolation(), asking);
        queries = new OffsetQueries(listing, asking);
        topicQueries = new TopicQueries(asking, settings.missing());
        var answers = new FetchAnswers(
                new FetchAnswers.Shared(subscription, metadata, buffer, problems),
                settings.fetch().isolation(),
                retrying,
                watch);
        pump.workers(List.of(
                member,
                new CommitSender(commits, subscription, membership, settings.group(), link, asking),
                committed,
                new OffsetResets(subscription, listing, problems, retrying),
                new EpochCheck(subscription, metadata, asking, problems),
                new Fetcher(subscription, metadata, asking, answers, settings.fetch(), seams.fetchMemoryBytes()),
                queries,
                topicQueries,
                link));
        watch.assignedCount(this::assignedCount);
        metadata.onChange(this::pictureChanged);
        metadata.onFailure(this::pictureMissing);
    }

    private void pictureChanged(ClusterView view) {
        silence.ended();
        lock.lock();
        try {
            for (String name : subscription.wantedTopics()) {
                ClusterView.Topic topic = view.topic(name);
                ErrorCode error = topic == null ? ErrorCode.NONE : topic.error();
                if (error == ErrorCode.TOPIC_AUTHORIZATION_FAILED || error == ErrorCode.INVALID_TOPIC_EXCEPTION) {
                    problems.add(Refusal.ofTopics(error, Set.of(name), "topic " + name + ": " + error));
                }
            }
        } finally {
            lock.unlock();
        }
        happened();
    }

    private int assignedCount() {
        lock.lock();
        try {
            return subscription.partitions().size();
        } finally {
            lock.unlock();
        }
    }

    private void pictureMissing(KafkaException cause) {
        silence.began(cause);
        if (cause instanceof AuthenticationException) {
            lock.lock();
            try {
                problems.add(cause);
            } finally {
                lock.unlock();
            }
            happened();
        }
    }

    private void happened() {
        signal.raise();
        pump.kick();
    }

    ReentrantLock lock() {
        return lock;
    }

    Signal signal() {
        return signal;
    }

    Silence silence() {
        return silence;
    }

    Problems problems() {
        return problems;
    }

    Membership membership() {
        return membership;
    }

    CommitQueue commits() {
        return commits;
    }

    ClusterMetadata metadata() {
        return metadata;
    }

    Time time() {
        return time;
    }

    ConsumerSettings settings() {
        return settings;
    }

    Subscription subscription() {
        return subscription;
    }

    FetchBuffer buffer() {
        return buffer;
    }

    ConsumerWatch watch() {
        return watch;
    }

    Pump pump() {
        return pump;
    }

    GroupMember member() {
        return member;
    }

    CommittedOffsets committed() {
        return committed;
    }

    OffsetQueries queries() {
        return queries;
    }

    TopicQueries topicQueries() {
        return topicQueries;
    }

    /** Nothing is sent any more; frees what was fetched. */
    void stop() {
        pump.stop();
        lock.lock();
        try {
            subscription.unsubscribed();
            buffer.clear();
        } finally {
            lock.unlock();
        }
    }
}
