package io.milena.clients.consumer;

import io.milena.clients.ClusterPicture;
import io.milena.clients.ClusterView;
import io.milena.clients.consumer.ConsumerPartitionAssignor.Assignment;
import io.milena.clients.consumer.ConsumerPartitionAssignor.RebalanceProtocol;
import io.milena.common.KafkaException;
import io.milena.common.TopicPartition;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a rebalance asks of the application's thread, inside {@code poll}: commit, tell the listener, let assignors
 * speak and decide. Confined to that thread; takes the consumer's lock for moments only, never while it calls the
 * application.
 */
final class Rebalance {

    private static final Logger log = LoggerFactory.getLogger(Rebalance.class);
    private static final long TOPICS_PATIENCE_NANOS = Duration.ofSeconds(5).toNanos();

    private final Engine engine;
    private final Subscription subscription;
    private final Membership membership;
    private final AssignorSet assignors;
    private final Committing committing;
    private final ConsumerWatch watch;
    private @Nullable Commit lastCommit;
    private Set<String> joinedTopics = Set.of();
    private Map<String, Integer> decidedOn = Map.of();
    private boolean deciding;
    private long decidingSinceNanos;
    private @Nullable KafkaException thrown;

    Rebalance(Engine engine, AssignorSet assignors, Committing committing) {
        this.engine = engine;
        this.subscription = engine.subscription();
        this.membership = engine.membership();
        this.assignors = assignors;
        this.committing = committing;
        this.watch = engine.watch();
    }

    /**
     * Does what is to be done now.
     *
     * @return whether records may be handed over; false while a commit before a rebalance is under way
     * @throws KafkaException what a listener has thrown, after all that could be done is done
     */
    boolean step() {
        boolean mayGoOn = true;
        boolean moved = true;
        while (moved && mayGoOn) {
            look();
            switch (turn()) {
                case PREPARE -> mayGoOn = prepare();
                case ASSIGN -> moved = decide();
                case COMPLETE -> complete();
                case NOTHING -> moved = false;
            }
        }
        KafkaException problem = thrown;
        thrown = null;
        if (problem != null) {
            throw problem;
        }
        return mayGoOn;
    }

    /** Decides for the group if it waits for that: it takes no commit before. For a member that is about to leave. */
    void decideLast() {
        if (turn() == Turn.ASSIGN) {
            decide();
        }
    }

    /** What the application's thread has to do. */
    private enum Turn {
        NOTHING,
        PREPARE,
        ASSIGN,
        COMPLETE
    }

    private Turn turn() {
        engine.lock().lock();
        try {
            if (membership.isToPrepare() && engine.problems().isEmpty() && !isMatchDue()) {
                return Turn.PREPARE;
            }
            return switch (membership.phase()) {
                case ASSIGNING -> Turn.ASSIGN;
                case COMPLETING -> Turn.COMPLETE;
                case UNJOINED, JOINING, SYNCING, STABLE -> Turn.NOTHING;
            };
        } finally {
            engine.lock().unlock();
        }
    }

    /**
     * Whether no topic is known as yet that a pattern could match: joining before would cost the group a second
     * rebalance. Where there is a coordinator there are topics, that of the offsets at least.
     */
    private boolean isMatchDue() {
        return subscription.kind() == Subscription.Kind.PATTERN
                && engine.metadata().view().topics().isEmpty();
    }

    /** Notices what calls for a rebalance: other topics, or other partitions of topics that this member divided. */
    private void look() {
        ClusterView view = engine.metadata().view();
        engine.lock().lock();
        try {
            if (subscription.kind() == Subscription.Kind.PATTERN) {
                subscription.topicsSeen(visible(view));
            }
            if (membership.phase() != MemberPhase.STABLE) {
                return;
            }
            if (!joinedTopics.equals(subscription.topics())) {
                membership.rejoinAsked("subscribed topics changed");
            } else if (membership.isLeader() && !decidedOn.equals(counts(view, decidedOn.keySet()))) {
                membership.rejoinAsked("partitions of subscribed topics changed");
            }
        } finally {
            engine.lock().unlock();
        }
    }

    private Collection<String> visible(ClusterView view) {
        boolean all = !engine.settings().poll().excludesInternal();
        Set<String> names = new TreeSet<>();
        view.topics().values().forEach(topic -> {
            if (all || !topic.isInternal()) {
                names.add(topic.name());
            }
        });
        return names;
    }

    private static Map<String, Integer> counts(ClusterView view, Set<String> topics) {
        Map<String, Integer> counts = new HashMap<>();
        for (String name : topics) {
            ClusterView.Topic topic = view.topic(name);
            counts.put(name, topic == null ? 0 : topic.partitions().size());
        }
        return counts;
    }

    /** False while the commit before is under way. */
    private boolean prepare() {
        if (!isCommitted()) {
            return false;
        }
        lastCommit = null;
        watch.rebalanceBegan(engine.time().nanos());
        giveUp();
        Set<String> topics;
        Set<TopicPartition> owned;
        engine.lock().lock();
        try {
            topics = new TreeSet<>(subscription.topics());
            owned = subscription.assignment();
            joinedTopics = topics;
        } finally {
            engine.lock().unlock();
        }
        Map<String, byte[]> offered = assignors.offer(topics, owned, membership.ownedGeneration());
        engine.lock().lock();
        try {
            if (membership.isToPrepare()) {
                engine.member().prepared(offered);
            }
        } finally {
            engine.lock().unlock();
        }
        engine.pump().kick();
        return true;
    }

    private boolean isCommitted() {
        if (!engine.settings().poll().autoCommits()) {
            return true;
        }
        engine.lock().lock();
        try {
            if (lastCommit == null && membership.isValid() && !membership.isLost()) {
                Map<TopicPartition, OffsetAndMetadata> consumed = subscription.consumed();
                if (!consumed.isEmpty()) {
                    lastCommit = committing.begin(
                            consumed, engine.settings().retries().requestNanos());
                }
            }
            boolean isDone = lastCommit == null || lastCommit.isDone() || membership.isLost();
            if (isDone && lastCommit != null && lastCommit.error() != null) {
                log.warn("offsets could not be committed before the rebalance", lastCommit.error());
            }
            return isDone;
        } finally {
            engine.lock().unlock();
        }
    }

    private void giveUp() {
        Set<TopicPartition> owned;
        Set<TopicPartition> going = new LinkedHashSet<>();
        boolean isLost;
        boolean isEager = assignors.protocol() == RebalanceProtocol.EAGER;
        engine.lock().lock();
        try {
            owned = subscription.assignment();
            isLost = membership.isLost() || !membership.isValid();
            for (TopicPartition partition : owned) {
                if (isLost || isEager || !subscription.topics().contains(partition.topic())) {
                    going.add(partition);
                    subscription.require(partition).revoking(true);
                }
            }
        } finally {
            engine.lock().unlock();
        }
        if (isLost && !going.isEmpty()) {
            tellLost(going);
        } else if (!isLost && (isEager || !going.isEmpty())) {
            tellRevoked(going);
        }
        owned.removeAll(going);
        replace(owned);
    }

    private void replace(Collection<TopicPartition> partitions) {
        engine.lock().lock();
        try {
            subscription.assignedByGroup(partitions);
            watch.reads(subscription.assignment());
        } finally {
            engine.lock().unlock();
        }
    }

    /** False while the topics of the group are not known. */
    private boolean decide() {
        Map<String, ConsumerPartitionAssignor.Subscription> group = AssignorSet.read(membership.members());
        Set<String> topics = new TreeSet<>();
        group.values().forEach(member -> topics.addAll(member.topics()));
        if (!areKnown(topics)) {
            return false;
        }
        deciding = false;
        ClusterView view = engine.metadata().view();
        Map<String, byte[]> decided = assignors.decide(membership.protocol(), ClusterPicture.of(view), group);
        decidedOn = counts(view, topics);
        engine.lock().lock();
        try {
            if (membership.phase() == MemberPhase.ASSIGNING) {
                engine.member().assigned(decided);
            }
        } finally {
            engine.lock().unlock();
        }
        engine.pump().kick();
        return true;
    }

    private boolean areKnown(Set<String> topics) {
        if (!deciding) {
            deciding = true;
            decidingSinceNanos = engine.time().nanos();
            engine.metadata().want(topics);
        }
        boolean isPatient = engine.time().nanos() - decidingSinceNanos < TOPICS_PATIENCE_NANOS;
        boolean areKnown = engine.metadata().view().topics().keySet().containsAll(topics);
        if (!areKnown) {
            engine.metadata().refresh();
        }
        return areKnown || !isPatient;
    }

    private void complete() {
        Assignment assignment = MemberProtocol.readAssignment(membership.assignment());
        Set<TopicPartition> given = new LinkedHashSet<>(assignment.partitions());
        Set<TopicPartition> owned;
        engine.lock().lock();
        try {
            if (membership.phase() != MemberPhase.COMPLETING) {
                return;
            }
            membership.completed();
            owned = subscription.assignment();
            if (!subscription.matches(given)) {
                log.warn("the group gave {}, of which not all are subscribed to; joining again", given);
                membership.rejoinAsked("assigned partitions are not subscribed to");
                return;
            }
        } finally {
            engine.lock().unlock();
        }
        assignors.assigned(membership.protocol(), assignment, groupMetadata());
        log.info("assigned {}", given);
        Set<TopicPartition> going = new LinkedHashSet<>(owned);
        going.removeAll(given);
        if (!going.isEmpty() && assignors.protocol() == RebalanceProtocol.COOPERATIVE) {
            revokeAndRejoin(owned, going);
        }
        Set<TopicPartition> coming = new LinkedHashSet<>(given);
        coming.removeAll(owned);
        engine.metadata().want(topicsOf(given));
        replace(given);
        watch.rebalanceEnded(engine.time().nanos());
        tellAssigned(coming);
        engine.pump().kick();
    }

    private void revokeAndRejoin(Set<TopicPartition> owned, Set<TopicPartition> going) {
        engine.lock().lock();
        try {
            for (TopicPartition partition : going) {
                subscription.require(partition).revoking(true);
            }
        } finally {
            engine.lock().unlock();
        }
        tellRevoked(going);
        engine.lock().lock();
        try {
            owned.removeAll(going);
            subscription.assignedByGroup(owned);
            membership.rejoinAsked("revoked partitions are free for others");
        } finally {
            engine.lock().unlock();
        }
    }

    private static Set<String> topicsOf(Collection<TopicPartition> partitions) {
        Set<String> topics = new TreeSet<>();
        partitions.forEach(partition -> topics.add(partition.topic()));
        return topics;
    }

    ConsumerGroupMetadata groupMetadata() {
        engine.lock().lock();
        try {
            GroupSettings group = engine.settings().group();
            return new ConsumerGroupMetadata(
                    group.requiredGroupId(),
                    membership.generation(),
                    membership.memberId(),
                    Optional.ofNullable(group.instanceId()));
        } finally {
            engine.lock().unlock();
        }
    }

    /** The application wants a rebalance, which the next polls carry out. */
    void enforce(String reason) {
        engine.lock().lock();
        try {
            if (!subscription.isByGroup()) {
                throw new IllegalStateException("there is no group to rebalance: subscribe to topics first");
            }
            membership.rejoinAsked(reason);
        } finally {
            engine.lock().unlock();
        }
    }

    /** The consumer leaves the group: everything is given up. */
    void leave() {
        Set<TopicPartition> owned;
        boolean isLost;
        engine.lock().lock();
        try {
            owned = subscription.isByGroup() ? subscription.assignment() : Set.of();
            isLost = membership.isLost() || !membership.isValid();
            for (TopicPartition partition : owned) {
                subscription.require(partition).revoking(true);
            }
        } finally {
            engine.lock().unlock();
        }
        if (!owned.isEmpty() && isLost) {
            tellLost(owned);
        } else if (!owned.isEmpty()) {
            tellRevoked(owned);
        }
        replace(Set.of());
        joinedTopics = Set.of();
        decidedOn = Map.of();
        KafkaException problem = thrown;
        thrown = null;
        if (problem != null) {
            throw problem;
        }
    }

    private void tellRevoked(Set<TopicPartition> partitions) {
        long began = engine.time().nanos();
        tell(() -> subscription.listener().onPartitionsRevoked(partitions), "onPartitionsRevoked");
        watch.revoked(engine.time().nanos() - began);
    }

    private void tellLost(Set<TopicPartition> partitions) {
        long began = engine.time().nanos();
        tell(() -> subscription.listener().onPartitionsLost(partitions), "onPartitionsLost");
        watch.lost(engine.time().nanos() - began);
    }

    private void tellAssigned(Set<TopicPartition> partitions) {
        long began = engine.time().nanos();
        tell(() -> subscription.listener().onPartitionsAssigned(partitions), "onPartitionsAssigned");
        watch.assigned(engine.time().nanos() - began);
    }

    // A listener is code of the application: whatever it throws, the rebalance goes on, and poll throws it then.
    private void tell(Runnable call, String what) {
        try {
            call.run();
        } catch (KafkaException e) {
            thrown = thrown == null ? e : thrown;
        } catch (RuntimeException e) {
            thrown = thrown == null ? new KafkaException(what + " of the rebalance listener has thrown", e) : thrown;
        }
    }
}
