package io.milena.clients.consumer;

import io.milena.common.KafkaException;
import io.milena.common.Node;
import io.milena.common.errors.AuthenticationException;
import io.milena.common.errors.DisconnectException;
import io.milena.common.errors.ErrorCode;
import io.milena.common.errors.TimeoutException;
import io.milena.common.errors.UnsupportedVersionException;
import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.HeartbeatResponse;
import io.milena.protocol.messages.JoinGroupResponse;
import io.milena.protocol.messages.LeaveGroupResponse;
import io.milena.protocol.messages.SyncGroupResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends what {@link Membership} wants sent: joins, syncs, heartbeats, good-byes. On the event loop, under the
 * consumer's lock.
 */
final class GroupMember implements Worker {

    private static final Logger log = LoggerFactory.getLogger(GroupMember.class);
    /** How much longer than the others' time to join a broker may take for its answer. */
    private static final long JOIN_GRACE_NANOS = Duration.ofSeconds(5).toNanos();

    /** While a heartbeat has no answer, it is looked after so often in the time to the next. */
    private static final int LOOKS_PER_BEAT = 10;

    private final Membership membership;
    private final GroupSettings settings;
    private final GroupRequests requests;
    private final CoordinatorLink link;
    private final Questions questions;
    private final Problems problems;
    private final Retrying retrying;
    private final ConsumerWatch watch;
    private Map<String, byte[]> protocols = Map.of();
    private Map<String, byte[]> assignments = Map.of();
    private boolean asking;
    private boolean beating;
    private final Retry retry = new Retry();
    private long lastBeatNanos;
    private long lastAnswerNanos;
    private long lastPollNanos;
    private boolean leaving;
    private @Nullable GoodBye goodBye;

    GroupMember(
            Membership membership,
            GroupSettings settings,
            CoordinatorLink link,
            Asking asks,
            Problems problems,
            ConsumerWatch watch) {
        this.membership = membership;
        this.settings = settings;
        this.requests = new GroupRequests(settings, membership);
        this.link = link;
        this.questions = asks.questions();
        this.problems = problems;
        this.retrying = asks.retrying();
        this.watch = watch;
    }

    /** The application calls poll. */
    void polled(long nowNanos) {
        lastPollNanos = nowNanos;
    }

    /** What the member offers, by assignor, in the order of preference; it may join. */
    void prepared(Map<String, byte[]> offered) {
        protocols = offered;
        retry.hurry();
        membership.prepared();
    }

    /** What each member of the group is to get. */
    void assigned(Map<String, byte[]> decided) {
        assignments = decided;
        membership.assigned();
    }

    /** The member leaves; it says good-bye if the coordinator would otherwise wait for it. */
    void leave(String why) {
        boolean says = !membership.memberId().isEmpty() && !settings.isStatic() && link.known() != null;
        if (says && settings.leavesOnClose()) {
            goodBye = new GoodBye(membership.memberId(), why);
            leaving = true;
        }
        membership.left();
    }

    /** Whether a good-bye is on its way. */
    boolean isLeaving() {
        return leaving;
    }

    /** What is still to be said for a membership that is over. */
    private record GoodBye(String memberId, String why) {}

    @Override
    public long work(long nowNanos) {
        GoodBye last = goodBye;
        if (last != null) {
            goodBye = null;
            sayGoodBye(last);
        }
        if (!membership.isWanted()) {
            return NO_HURRY;
        }
        long sleep = checkPolls(nowNanos);
        Node node = link.find();
        if (node == null) {
            return sleep;
        }
        if (membership.phase().isHeartbeating()) {
            sleep = Math.min(sleep, beat(node, nowNanos));
        }
        return Math.min(sleep, converse(node, nowNanos));
    }

    /** Gives up a membership whose application has not polled for too long (KIP-62). */
    private long checkPolls(long nowNanos) {
        if (!membership.phase().isHeartbeating()) {
            return NO_HURRY;
        }
        long leftNanos = lastPollNanos + settings.maxPollIntervalNanos() - nowNanos;
        if (leftNanos > 0) {
            return leftNanos;
        }
        log.warn(
                "group {}: no poll for more than max.poll.interval.ms = {}; leaving. Take fewer records at once"
                        + " (max.poll.records), or allow more time",
                settings.groupId(),
                settings.maxPollIntervalMs());
        if (!settings.isStatic() && link.known() != null) {
            sayGoodBye(new GoodBye(membership.memberId(), "consumer poll timeout has expired"));
        }
        membership.generationLost("no poll for too long");
        return NO_HURRY;
    }

    private long beat(Node node, long nowNanos) {
        if (nowNanos - lastAnswerNanos > settings.sessionTimeoutNanos()) {
            lastAnswerNanos = nowNanos;
            link.lost("no heartbeat was answered for session.timeout.ms");
            return 0;
        }
        long leftNanos = lastBeatNanos + settings.heartbeatNanos() - nowNanos;
        if (leftNanos > 0 || beating) {
            return Math.max(leftNanos, settings.heartbeatNanos() / LOOKS_PER_BEAT);
        }
        beating = true;
        lastBeatNanos = nowNanos;
        questions.ask(
                node,
                new Questions.Question(
                        ApiKey.HEARTBEAT,
                        settings.isStatic() ? GroupRequests.STATIC_HEARTBEAT : 0,
                        GroupRequests.HIGHEST_HEARTBEAT,
                        version -> requests.heartbeat(),
                        Math.min(retrying.retries().requestNanos(), settings.sessionTimeoutNanos())),
                new Beaten(membership.generation()));
        return settings.heartbeatNanos();
    }

    private long converse(Node node, long nowNanos) {
        boolean speaks = membership.phase() == MemberPhase.JOINING || membership.phase() == MemberPhase.SYNCING;
        if (asking || !speaks) {
            return NO_HURRY;
        }
        long wait = retry.waitNanos(nowNanos);
        if (wait > 0) {
            return wait;
        }
        asking = true;
        if (membership.phase() == MemberPhase.JOINING) {
            join(node);
        } else {
            sync(node);
        }
        return NO_HURRY;
    }

    private void join(Node node) {
        questions.ask(
                node,
                new Questions.Question(
                        ApiKey.JOIN_GROUP,
                        settings.isStatic() ? GroupRequests.STATIC_JOIN : 1,
                        GroupRequests.HIGHEST_JOIN,
                        version -> requests.join(version, protocols),
                        settings.maxPollIntervalNanos() + JOIN_GRACE_NANOS),
                new JoinHeard());
    }

    private void sync(Node node) {
        Map<String, byte[]> decided = membership.isLeader() ? assignments : Map.of();
        questions.ask(
                node,
                new Questions.Question(
                        ApiKey.SYNC_GROUP,
                        settings.isStatic() ? GroupRequests.STATIC_SYNC : 0,
                        GroupRequests.HIGHEST_SYNC,
                        version -> requests.sync(decided),
                        settings.maxPollIntervalNanos() + JOIN_GRACE_NANOS),
                new SyncHeard());
    }

    private void sayGoodBye(GoodBye last) {
        Node node = link.known();
        leaving = node != null;
        if (node == null) {
            return;
        }
        questions.ask(
                node,
                new Questions.Question(
                        ApiKey.LEAVE_GROUP,
                        0,
                        GroupRequests.HIGHEST_LEAVE,
                        version -> requests.leave(version, last.memberId(), last.why()),
                        retrying.retries().requestNanos()),
                new Left());
    }

    private void follow(Membership.Outcome outcome, ErrorCode error) {
        switch (outcome) {
            case GO_ON -> {}
            case RETRY -> retry.failed(retrying);
            case FIND_COORDINATOR -> {
                link.lost(error.name());
                retry.failed(retrying);
            }
            case TELL ->
                problems.add(Refusal.ofGroup(
                        error,
                        settings.groupId(),
                        "group " + settings.groupId() + " does not take this consumer: " + error));
        }
    }

    /** What joins and heartbeats have in common when there is no answer. */
    private void unanswered(KafkaException cause) {
        if (cause instanceof DisconnectException || cause instanceof TimeoutException) {
            link.lost(String.valueOf(cause.getMessage()));
        } else if (cause instanceof AuthenticationException || cause instanceof UnsupportedVersionException) {
            problems.add(cause);
        }
        retry.failed(retrying);
    }

    /** Hears answers to joins. */
    private final class JoinHeard implements Questions.Handler<JoinGroupResponse> {

        @Override
        public void answered(JoinGroupResponse answer, short version) {
            asking = false;
            ErrorCode error = ErrorCode.of(answer.errorCode());
            if (error != ErrorCode.NONE) {
                refused(error);
                follow(membership.joinRefused(error, answer.memberId()), error);
                return;
            }
            List<Membership.Joined> members = new ArrayList<>();
            for (JoinGroupResponse.JoinGroupResponseMember member : answer.members()) {
                members.add(new Membership.Joined(member.memberId(), member.groupInstanceId(), member.metadata()));
            }
            String protocol = answer.protocolName();
            boolean leads = answer.leader().equals(answer.memberId());
            lastAnswerNanos = retrying.time().nanos();
            lastBeatNanos = lastAnswerNanos;
            membership.joined(new Membership.JoinAnswer(
                    answer.generationId(),
                    answer.memberId(),
                    protocol == null ? "" : protocol,
                    leads,
                    answer.skipAssignment(),
                    members));
            log.info(
                    "group {}: joined generation {} as {}{}",
                    settings.groupId(),
                    answer.generationId(),
                    answer.memberId(),
                    leads ? ", its leader" : "");
        }

        private void refused(ErrorCode error) {
            boolean isPartOfJoining = error == ErrorCode.MEMBER_ID_REQUIRED;
            if (!isPartOfJoining) {
                watch.rebalanceFailed();
            }
        }

        @Override
        public void failed(KafkaException cause) {
            asking = false;
            watch.rebalanceFailed();
            unanswered(cause);
        }
    }

    /** Hears answers to syncs. */
    private final class SyncHeard implements Questions.Handler<SyncGroupResponse> {

        @Override
        public void answered(SyncGroupResponse answer, short version) {
            asking = false;
            ErrorCode error = ErrorCode.of(answer.errorCode());
            if (error == ErrorCode.NONE) {
                retry.succeeded();
                membership.synced(answer.assignment());
            } else {
                watch.rebalanceFailed();
                follow(membership.syncRefused(error), error);
            }
        }

        @Override
        public void failed(KafkaException cause) {
            asking = false;
            watch.rebalanceFailed();
            unanswered(cause);
        }
    }

    /** Hears answers to heartbeats of one generation. */
    private final class Beaten implements Questions.Handler<HeartbeatResponse> {

        private final int generation;

        Beaten(int generation) {
            this.generation = generation;
        }

        @Override
        public void answered(HeartbeatResponse answer, short version) {
            beating = false;
            lastAnswerNanos = retrying.time().nanos();
            ErrorCode error = ErrorCode.of(answer.errorCode());
            boolean isOld =
                    generation != membership.generation() || !membership.phase().isHeartbeating();
            if (error != ErrorCode.NONE && !isOld) {
                log.info("group {}: a heartbeat is answered by {}", settings.groupId(), error);
                follow(membership.heartbeatRefused(error), error);
            }
        }

        @Override
        public void failed(KafkaException cause) {
            beating = false;
            unanswered(cause);
        }
    }

    /** Hears that the coordinator has let the member go. */
    private final class Left implements Questions.Handler<LeaveGroupResponse> {

        @Override
        public void answered(LeaveGroupResponse answer, short version) {
            leaving = false;
        }

        @Override
        public void failed(KafkaException cause) {
            leaving = false;
            log.debug("leaving group {} was not answered", settings.groupId(), cause);
        }
    }
}
