package io.milena.clients;

import io.milena.common.Node;
import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * When a client asks for a new picture of its cluster, and for which topics; what is made of the answers says {@link
 * PictureState}.
 *
 * <p>Pure: opens nothing, reads no clock; chance comes in with the backoff. Confined to the event loop.
 *
 * <p>It asks at once for topics that are wanted for the first time, and only for those; for all of them when the
 * picture is old, when someone says that it is wrong, and when a broker said of a topic what will pass. Attempts after
 * one that failed, or that brought nothing new, keep a distance that grows.
 */
final class MetadataState {

    private static final long NANOS_PER_MS = 1_000_000;

    private final MetadataSettings settings;
    private final IntToLongFunction backoffMs;
    private final Map<String, Long> wanted = new TreeMap<>();
    private final Set<String> neverAsked = new TreeSet<>();
    private final PictureState picture;
    private boolean wantsAll;
    private boolean isAsking;
    private boolean refreshAsked = true;
    private boolean hasAnswer;
    private long answeredNanos;
    private boolean hasAttempted;
    private boolean lastFailed;
    private long allowedNanos;
    private int fruitless;

    /**
     * @param bootstrap brokers to begin with
     * @param backoffMs how long to wait after so many fruitless attempts
     */
    MetadataState(MetadataSettings settings, Collection<Node> bootstrap, IntToLongFunction backoffMs) {
        this.settings = settings;
        this.backoffMs = backoffMs;
        this.picture = new PictureState(bootstrap);
    }

    /**
     * What is to be asked of a broker.
     *
     * @param topics null for all
     * @param isPartial whether the answer adds to the picture instead of taking its place
     */
    record Question(@Nullable List<String> topics, boolean isPartial) {}

    ClusterView view() {
        return picture.view();
    }

    /** Someone wants these topics; whether one of them is new. */
    boolean topicsWanted(Collection<String> topics, long nowNanos) {
        boolean isNews = false;
        for (String topic : topics) {
            if (wanted.put(topic, nowNanos) == null && !wantsAll) {
                neverAsked.add(topic);
                isNews = true;
            }
        }
        return isNews;
    }

    boolean isWanted(String topic) {
        return wanted.containsKey(topic);
    }

    /** Someone wants just these topics; whether the picture is another now. */
    boolean onlyWanted(Collection<String> topics, long nowNanos) {
        wantsAll = false;
        wanted.keySet().retainAll(Set.copyOf(topics));
        neverAsked.retainAll(wanted.keySet());
        topicsWanted(topics, nowNanos);
        return picture.retain(wanted.keySet());
    }

    /** Someone wants every topic. */
    void allWanted() {
        refreshAsked |= !wantsAll;
        wantsAll = true;
        neverAsked.clear();
    }

    /** Someone says that the picture is wrong. */
    void refreshWanted() {
        refreshAsked = true;
    }

    /** Nanoseconds until the next question; 0 for now, negative for never as long as nothing happens. */
    long waitNanos(long nowNanos) {
        if (isAsking) {
            return -1;
        }
        boolean asksForNew = !neverAsked.isEmpty() && !lastFailed;
        return asksForNew ? 0 : Math.max(untilDueNanos(nowNanos), untilAllowedNanos(nowNanos));
    }

    private long untilDueNanos(long nowNanos) {
        boolean isDue = refreshAsked || !hasAnswer || !neverAsked.isEmpty();
        long leftNanos = nanos(settings.maxAgeMs()) - (nowNanos - answeredNanos);
        return isDue ? 0 : Math.max(0, leftNanos);
    }

    private long untilAllowedNanos(long nowNanos) {
        if (!hasAttempted) {
            return 0;
        }
        return Math.max(0, allowedNanos - nowNanos);
    }

    /** A broker is asked now; returns what. Topics that nobody has wanted for long are left out from now on. */
    Question asked(long nowNanos) {
        forgetIdle(nowNanos);
        boolean mayBeWhole = untilAllowedNanos(nowNanos) <= 0;
        boolean wholeIsDue = refreshAsked || untilDueNanos(nowNanos) <= 0 && neverAsked.isEmpty();
        boolean isPartial = hasAnswer && !wantsAll && !(wholeIsDue && mayBeWhole) && !neverAsked.isEmpty();
        List<String> topics = wantsAll ? null : List.copyOf(isPartial ? neverAsked : wanted.keySet());
        isAsking = true;
        hasAttempted = true;
        refreshAsked &= isPartial;
        neverAsked.clear();
        // Until the answer shows that it was worth it.
        fruitless++;
        allowedNanos = nowNanos + nanos(backoffMs.applyAsLong(fruitless));
        return new Question(topics, isPartial);
    }

    /** Half of the longest time there is at most, so that differences of moments keep their sign. */
    private static long nanos(long ms) {
        return Math.min(ms, Long.MAX_VALUE / 2 / NANOS_PER_MS) * NANOS_PER_MS;
    }

    private void forgetIdle(long nowNanos) {
        if (settings.maxIdleMs() != MetadataSettings.NEVER) {
            long maxIdleNanos = nanos(settings.maxIdleMs());
            wanted.values().removeIf(wantedNanos -> nowNanos - wantedNanos >= maxIdleNanos);
            neverAsked.retainAll(wanted.keySet());
        }
    }

    /** A broker answered {@code question}; whether the picture is another now. */
    boolean answered(Question question, MetadataFacts facts, long nowNanos) {
        isAsking = false;
        lastFailed = false;
        hasAnswer = true;
        answeredNanos = question.isPartial() ? answeredNanos : nowNanos;
        boolean isNews = picture.answered(facts, question.isPartial());
        if (!wantsAll) {
            isNews |= picture.retain(wanted.keySet());
        }
        boolean isIncomplete =
                question.topics() != null && !facts.topics().keySet().containsAll(question.topics());
        boolean willPass = isIncomplete || facts.topics().values().stream().anyMatch(MetadataState::willPass);
        refreshAsked |= willPass;
        if (isNews || !refreshAsked) {
            fruitless = 0;
        }
        return isNews;
    }

    private static boolean willPass(ClusterView.Topic topic) {
        boolean topicWill = topic.error().remedy() == ErrorCode.Remedy.REFRESH_AND_RETRY;
        return topicWill || topic.partitions().stream().anyMatch(partition -> partition.leader() < 0);
    }

    /** The broker did not answer, or nothing that can be used. */
    void failed(Question question) {
        isAsking = false;
        lastFailed = true;
        refreshAsked |= !question.isPartial();
        if (question.isPartial() && question.topics() != null) {
            neverAsked.addAll(question.topics());
            neverAsked.retainAll(wanted.keySet());
        }
    }

    /** An answer to another request told of a leader; whether the picture is another now. */
    boolean leaderLearned(TopicPartition partition, int leaderId, int leaderEpoch, @Nullable Node leader) {
        return picture.leaderLearned(partition, leaderId, leaderEpoch, leader);
    }

    /** Begins anew with these brokers; what is known of topics stays. */
    void bootstrapped(Collection<Node> bootstrap) {
        picture.bootstrapped(bootstrap);
        refreshAsked = true;
    }

    /**
     * What a broker said.
     *
     * @param topics by name; each with its error, or its partitions
     */
    record MetadataFacts(
            @Nullable String clusterId,
            int controllerId,
            Map<Integer, Node> brokers,
            Map<String, ClusterView.Topic> topics) {

        MetadataFacts {
            brokers = new LinkedHashMap<>(brokers);
            topics = new LinkedHashMap<>(topics);
        }
    }
}
