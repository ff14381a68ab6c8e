package io.milena.clients.consumer;

import io.milena.common.KafkaException;
import io.milena.common.Node;
import io.milena.common.TopicPartition;
import io.milena.common.errors.DisconnectException;
import io.milena.common.errors.ErrorCode;
import io.milena.common.errors.RebalanceInProgressException;
import io.milena.common.errors.RetriableException;
import io.milena.common.errors.TimeoutException;
import io.milena.common.errors.TopicAuthorizationException;
import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.OffsetCommitRequest;
import io.milena.protocol.messages.OffsetCommitResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Sends what waits in the {@link CommitQueue}. On the event loop, under the consumer's lock. */
final class CommitSender implements Worker {

    private static final int LOWEST = 2;
    private static final int LOWEST_WITH_INSTANCE = 7;
    private static final int HIGHEST = 9;

    private final CommitQueue queue;
    private final Subscription subscription;
    private final Membership membership;
    private final GroupSettings settings;
    private final CoordinatorLink link;
    private final Questions questions;
    private final Retrying retrying;

    CommitSender(
            CommitQueue queue,
            Subscription subscription,
            Membership membership,
            GroupSettings settings,
            CoordinatorLink link,
            Asking asking) {
        this.queue = queue;
        this.subscription = subscription;
        this.membership = membership;
        this.settings = settings;
        this.link = link;
        this.questions = asking.questions();
        this.retrying = asking.retrying();
    }

    @Override
    public long work(long nowNanos) {
        long sleep = NO_HURRY;
        for (Commit commit : queue.pending()) {
            if (commit.stage() == Commit.Stage.WAITING && commit.isOver(nowNanos)) {
                commit.done(tooLate(commit));
            } else if (commit.stage() == Commit.Stage.WAITING) {
                long wait = commit.waitNanos(nowNanos);
                sleep = Math.min(sleep, wait > 0 ? wait : commit.leftNanos(nowNanos));
            }
        }
        List<Commit> ready = queue.toSend(nowNanos);
        if (ready.isEmpty()) {
            return sleep;
        }
        Node node = link.find();
        KafkaException failure = link.takeFailure();
        for (Commit commit : ready) {
            if (failure != null) {
                commit.done(failure);
            } else if (node != null) {
                send(node, commit);
            }
        }
        return sleep;
    }

    private KafkaException tooLate(Commit commit) {
        String what = "no coordinator took the offsets " + commit.offsets() + " in time";
        return commit.isRetried() ? questions.silence().timeout(what) : new RetriableCommitFailedException(what);
    }

    private void send(Node node, Commit commit) {
        boolean inGroup = subscription.isByGroup();
        if (inGroup && !membership.isValid()) {
            commit.done(new CommitFailedException());
            return;
        }
        if (inGroup && !commit.isLast() && membership.generation() != commit.generation()) {
            commit.done(rebalancing());
            return;
        }
        commit.sent();
        int generation = inGroup ? membership.generation() : Membership.NO_GENERATION;
        String memberId = inGroup ? membership.memberId() : Membership.NO_MEMBER;
        boolean isStatic = inGroup && settings.isStatic();
        OffsetCommitRequest request = new OffsetCommitRequest()
                .groupId(settings.requiredGroupId())
                .generationIdOrMemberEpoch(generation)
                .memberId(memberId)
                .groupInstanceId(isStatic ? settings.instanceId() : null)
                .topics(topics(commit.offsets()));
        questions.ask(
                node,
                new Questions.Question(
                        ApiKey.OFFSET_COMMIT,
                        isStatic ? LOWEST_WITH_INSTANCE : LOWEST,
                        HIGHEST,
                        version -> request,
                        retrying.retries().requestNanos()),
                new Heard(commit, generation));
    }

    private static KafkaException rebalancing() {
        return new RebalanceInProgressException("offsets cannot be committed while the group rebalances;"
                + " poll completes the rebalance, then try again");
    }

    private static List<OffsetCommitRequest.OffsetCommitRequestTopic> topics(
            Map<TopicPartition, OffsetAndMetadata> offsets) {
        Map<String, OffsetCommitRequest.OffsetCommitRequestTopic> byName = new LinkedHashMap<>();
        offsets.forEach((partition, offset) -> byName.computeIfAbsent(partition.topic(), CommitSender::topic)
                .partitions()
                .add(new OffsetCommitRequest.OffsetCommitRequestPartition()
                        .partitionIndex(partition.partition())
                        .committedOffset(offset.offset())
                        .committedLeaderEpoch(Positions.epochOf(offset))
                        .committedMetadata(offset.metadata())));
        return new ArrayList<>(byName.values());
    }

    private static OffsetCommitRequest.OffsetCommitRequestTopic topic(String name) {
        return new OffsetCommitRequest.OffsetCommitRequestTopic().name(name).partitions(new ArrayList<>());
    }

    /** Hears what came of one commit. */
    private final class Heard implements Questions.Handler<OffsetCommitResponse> {

        private final Commit commit;
        private final int generation;

        Heard(Commit commit, int generation) {
            this.commit = commit;
            this.generation = generation;
        }

        @Override
        public void answered(OffsetCommitResponse answer, short version) {
            Set<String> forbidden = new TreeSet<>();
            KafkaException worst = null;
            for (OffsetCommitResponse.OffsetCommitResponseTopic topic : answer.topics()) {
                for (OffsetCommitResponse.OffsetCommitResponsePartition told : topic.partitions()) {
                    ErrorCode error = ErrorCode.of(told.errorCode());
                    if (error == ErrorCode.TOPIC_AUTHORIZATION_FAILED) {
                        forbidden.add(topic.name());
                    } else if (error != ErrorCode.NONE && worst == null) {
                        worst = refused(error, new TopicPartition(topic.name(), told.partitionIndex()));
                    }
                }
            }
            if (worst == null && !forbidden.isEmpty()) {
                worst = new TopicAuthorizationException("not authorized to commit for " + forbidden, forbidden);
            }
            over(worst);
        }

        @Override
        public void failed(KafkaException cause) {
            if (cause instanceof DisconnectException || cause instanceof TimeoutException) {
                link.lost(String.valueOf(cause.getMessage()));
            }
            over(cause);
        }

        private void over(@Nullable KafkaException cause) {
            boolean mayPass = cause instanceof RetriableException
                    || cause instanceof RebalanceInProgressException && commit.outlastsRebalance();
            if (mayPass && commit.isRetried()) {
                commit.again(retrying);
                return;
            }
            commit.done(mayPass ? new RetriableCommitFailedException(cause) : cause);
        }

        private KafkaException refused(ErrorCode error, TopicPartition partition) {
            switch (error) {
                case COORDINATOR_NOT_AVAILABLE, NOT_COORDINATOR, REQUEST_TIMED_OUT -> {
                    link.lost(error.name());
                    return error.exception("the coordinator has moved");
                }
                case REBALANCE_IN_PROGRESS -> {
                    membership.commitMetRebalance(generation);
                    return rebalancing();
                }
                case UNKNOWN_MEMBER_ID, ILLEGAL_GENERATION -> {
                    boolean isSame = generation != Membership.NO_GENERATION && generation == membership.generation();
                    if (isSame) {
                        membership.heartbeatRefused(error);
                    }
                    boolean isOlder = membership.isValid() && generation < membership.generation();
                    return isOlder && commit.isLast() ? rebalancing() : new CommitFailedException();
                }
                default -> {
                    return Refusal.ofGroup(
                            error, settings.groupId(), "offset of " + partition + " was not committed: " + error);
                }
            }
        }
    }
}
