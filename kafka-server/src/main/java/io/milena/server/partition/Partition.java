package io.milena.server.partition;

import io.milena.common.BrokerId;
import io.milena.common.Invariant;
import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.milena.common.errors.ErrorCode;
import io.milena.server.metadata.PartitionImage;
import io.milena.server.partition.InSyncProposals.Proposal;
import io.milena.server.partition.ProduceOutcome.Refused;
import io.milena.server.partition.ProduceOutcome.Stored;
import io.milena.storage.AppendResult;
import io.milena.storage.AppendTerms;
import io.milena.storage.Log;
import io.milena.storage.LogOffsets;
import io.netty.buffer.ByteBuf;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One partition that this broker holds: its role, its log, its high watermark, and the requests that wait for it.
 *
 * <p>Thread-safe. The lock guards what changes: the role, who is in sync, the waiters for commits. Reads take no lock,
 * they look at the {@link Standing} and the high watermark of one moment. Waiters are told after the lock is free.
 */
public final class Partition {

    private static final Logger log = LoggerFactory.getLogger(Partition.class);

    private static final int NO_EPOCH = -1;

    private final TopicPartition name;
    private final PartitionServices services;
    private final Registration registration;
    private final ReentrantLock lock = new ReentrantLock();
    private final CommitWaiters commitWaiters = new CommitWaiters();
    private final FetchWaiters consumers = new FetchWaiters();
    private final FetchWaiters followers = new FetchWaiters();

    private volatile Standing standing;
    private volatile long highWatermark;
    private @Nullable LeaderState leader;
    private @Nullable FollowerState follower;
    /** The registration of this broker that was told to lead. */
    private long leadsAs;

    /** Who is to be told what when the lock is free. */
    private record News(List<CommitWaiter> done, ErrorCode outcome, boolean highWatermarkMoved) {

        static final News NONE = new News(List.of(), ErrorCode.NONE, false);
    }

    /** A partition of which nothing is known but its name; offline until the controller gives it a role. */
    Partition(TopicPartition name, Uuid topicId, PartitionServices services, Registration registration) {
        this.name = name;
        this.services = services;
        this.registration = registration;
        var nothing = new PartitionImage(
                name.partition(),
                PartitionImage.NO_LEADER,
                NO_EPOCH,
                List.of(),
                List.of(),
                NO_EPOCH,
                PartitionImage.Moves.NONE);
        this.standing = new Standing(ReplicaRole.OFFLINE, topicId, nothing, null);
    }

    public TopicPartition name() {
        return name;
    }

    /** Where the partition stands at this moment. */
    Standing standing() {
        return standing;
    }

    /** Id of the topic's incarnation; {@link Uuid#ZERO} if it has none. */
    public Uuid topicId() {
        return standing.topicId();
    }

    /** What the controller said last of this partition. */
    public PartitionImage image() {
        return standing.image();
    }

    /** Everything below is committed. */
    public long highWatermark() {
        return highWatermark;
    }

    /** The log; null while its directory is offline. For whoever follows another leader, and for its settings. */
    public @Nullable Log log() {
        return standing.log();
    }

    /**
     * Appends what a producer sent, as the leader. With acks=all {@code waiter} is told once the records are committed
     * or will never be, unless the outcome says that the answer is due already; it may {@link #leave} before.
     */
    public ProduceOutcome append(ByteBuf records, ProduceTerms terms, @Nullable CommitWaiter waiter) {
        ProduceOutcome outcome;
        News news = News.NONE;
        lock.lock();
        try {
            Standing now = standing;
            outcome = refusal(now, terms.acks());
            if (outcome == null) {
                AppendResult result = now.openLog().appendAsLeader(records, appendTerms(now, terms));
                news = news(leading().leaderReached(now.openLog().offsets().logEndOffset()));
                outcome = outcomeOf(result, terms.acks(), waiter);
            }
        } finally {
            lock.unlock();
        }
        spread(news);
        if (outcome instanceof Stored) {
            followers.wakeAll();
        }
        return outcome;
    }

    private @Nullable ProduceOutcome refusal(Standing now, RequiredAcks acks) {
        ErrorCode access = now.admits(NO_EPOCH, Reach.LEADER_ONLY);
        if (access != ErrorCode.NONE) {
            return Refused.because(access);
        }
        if (!registration.covers(leadsAs)) {
            return Refused.because(ErrorCode.NOT_LEADER_OR_FOLLOWER);
        }
        boolean tooFew = acks == RequiredAcks.ALL && leading().inSync().size() < now.minInSync();
        return tooFew ? Refused.because(ErrorCode.NOT_ENOUGH_REPLICAS) : null;
    }

    private AppendTerms appendTerms(Standing now, ProduceTerms terms) {
        return new AppendTerms(now.image().leaderEpoch(), services.time().wallMs(), terms.origin(), terms.validation());
    }

    private ProduceOutcome outcomeOf(AppendResult result, RequiredAcks acks, @Nullable CommitWaiter waiter) {
        return result.fold(
                appended -> new Stored(
                        appended.firstOffset(),
                        appended.lastOffset() + 1,
                        appended.logAppendTimeMs(),
                        appended.logStartOffset(),
                        appended.recordCount(),
                        isAnswerDue(appended.lastOffset() + 1, acks, waiter)),
                repeated -> new Stored(
                        repeated.firstOffset(),
                        repeated.lastOffset() + 1,
                        repeated.logAppendTimeMs(),
                        repeated.logStartOffset(),
                        0,
                        isAnswerDue(repeated.lastOffset() + 1, acks, waiter)),
                refused -> {
                    services.metrics().allTopics().broken(refused.rule(), refused.offences());
                    return new Refused(refused.code(), refused.message(), refused.recordIndex());
                });
    }

    /** Whether a producer whose records end at {@code endOffset} can be answered; if not, its waiter enters. */
    private boolean isAnswerDue(long endOffset, RequiredAcks acks, @Nullable CommitWaiter waiter) {
        if (acks != RequiredAcks.ALL || waiter == null || highWatermark >= endOffset) {
            return true;
        }
        commitWaiters.await(endOffset, waiter);
        return false;
    }

    /** {@code waiter}, which waits for {@code endOffset}, gives up. */
    public void leave(long endOffset, CommitWaiter waiter) {
        lock.lock();
        try {
            commitWaiters.leave(endOffset, waiter);
        } finally {
            lock.unlock();
        }
    }

    private LeaderState leading() {
        LeaderState current = leader;
        if (current == null) {
            throw new IllegalStateException(name + " has no leader state in role " + standing.role());
        }
        return current;
    }

    /** What follows from a high watermark that has moved, or has not. */
    private News news(boolean moved) {
        if (!moved) {
            return News.NONE;
        }
        long next = leading().highWatermark();
        Invariant.check(next >= highWatermark, "high watermark", next, highWatermark);
        publish(next);
        List<CommitWaiter> done = commitWaiters.committedUpTo(next);
        boolean enough = leading().inSync().size() >= standing.minInSync();
        return new News(done, enough ? ErrorCode.NONE : ErrorCode.NOT_ENOUGH_REPLICAS_AFTER_APPEND, true);
    }

    private void publish(long next) {
        highWatermark = next;
        Log current = standing.log();
        if (current != null) {
            current.highWatermark(next);
        }
    }

    private void spread(News news) {
        for (CommitWaiter waiter : news.done()) {
            waiter.committed(news.outcome());
        }
        if (news.highWatermarkMoved()) {
            consumers.wakeAll();
        }
    }

    /** Reads from {@code span} on. The caller releases what it gets. */
    public PartitionRead read(ReadSpan span, ReadTerms terms) {
        return view().read(span, terms);
    }

    /** Answers a question for an offset. May read from disk. */
    public OffsetAnswer offsetFor(OffsetQuestion question, Reach reach) {
        return view().offsetFor(question, reach);
    }

    /** Where {@code epoch} ends in this leader's log (KIP-101, KIP-279). */
    public EpochAnswer endOffsetForEpoch(int epoch, int currentLeaderEpoch) {
        return view().endOffsetForEpoch(epoch, currentLeaderEpoch);
    }

    private ReplicaView view() {
        return new ReplicaView(standing, highWatermark);
    }

    /**
     * Lets a fetch wait here; false if there are too many. It looks once more afterwards, then nothing can be missed.
     */
    public boolean enter(FetchWaiter waiter, Isolation isolation) {
        return fetchers(isolation).enter(waiter);
    }

    /** {@code waiter} waits no more. */
    public void leave(FetchWaiter waiter, Isolation isolation) {
        fetchers(isolation).leave(waiter);
    }

    private FetchWaiters fetchers(Isolation isolation) {
        return isolation == Isolation.LOG_END ? followers : consumers;
    }

    /**
     * The controller says that this broker leads, or who else is in sync. Records are taken as long as
     * {@code brokerEpoch}, the registration that was told so, stands.
     */
    void lead(PartitionImage image, Uuid topicId, Log withLog, long checkpointedHighWatermark, long brokerEpoch) {
        News news;
        lock.lock();
        try {
            Standing before = standing;
            leadsAs = brokerEpoch;
            if (before.leads() && image.leaderEpoch() == before.image().leaderEpoch()) {
                standing = new Standing(ReplicaRole.LEADER, topicId, image, withLog);
                news = inSyncSetIs(image.isr());
            } else {
                long from = startingHighWatermark(withLog, checkpointedHighWatermark);
                beginToLead(new Standing(ReplicaRole.LEADER, topicId, image, withLog), from);
                news = News.NONE;
            }
        } finally {
            lock.unlock();
        }
        spread(news);
        wakeFetches();
    }

    private long startingHighWatermark(Log withLog, long checkpointed) {
        long known = standing.log() == null ? checkpointed : highWatermark;
        LogOffsets ends = withLog.offsets();
        return Math.max(ends.logStartOffset(), Math.min(known, ends.logEndOffset()));
    }

    private void beginToLead(Standing next, long startHighWatermark) {
        Log withLog = next.openLog();
        withLog.assignEpochStart(next.image().leaderEpoch());
        long end = withLog.offsets().logEndOffset();
        var state = new LeaderState(services.self(), brokers(next.image().isr()), end, startHighWatermark);
        state.listeningSince(services.time().wallMs());
        leader = state;
        follower = null;
        moveTo(next);
        publish(state.highWatermark());
    }

    private static List<BrokerId> brokers(Collection<Integer> ids) {
        return ids.stream().map(BrokerId::new).toList();
    }

    /** The controller says that another broker leads. */
    void follow(PartitionImage image, Uuid topicId, Log withLog, long checkpointedHighWatermark) {
        List<CommitWaiter> abandoned;
        lock.lock();
        try {
            long from = startingHighWatermark(withLog, checkpointedHighWatermark);
            leader = null;
            follower = new FollowerState(from);
            abandoned = commitWaiters.abandoned();
            moveTo(new Standing(ReplicaRole.FOLLOWER, topicId, image, withLog));
            publish(from);
        } finally {
            lock.unlock();
        }
        spread(new News(abandoned, ErrorCode.NOT_LEADER_OR_FOLLOWER, false));
        wakeFetches();
    }

    /** This broker holds the partition no more, or its directory failed; those who wait hear {@code why}. */
    void goOffline(ErrorCode why) {
        List<CommitWaiter> abandoned;
        lock.lock();
        try {
            leader = null;
            follower = null;
            abandoned = commitWaiters.abandoned();
            moveTo(new Standing(ReplicaRole.OFFLINE, standing.topicId(), standing.image(), null));
        } finally {
            lock.unlock();
        }
        spread(new News(abandoned, why, false));
        wakeFetches();
    }

    private void moveTo(Standing next) {
        Standing before = standing;
        boolean allowed = before.role() == next.role() || before.role().next().contains(next.role());
        Invariant.check(allowed, name + ": from " + before.role() + " to " + next.role());
        standing = next;
        log.info(
                "{} is {} in leader epoch {} of broker {}, in sync {}",
                name,
                next.role(),
                next.image().leaderEpoch(),
                next.image().leader(),
                next.image().isr());
    }

    private void wakeFetches() {
        followers.wakeAll();
        consumers.wakeAll();
    }

    /** As a follower: a fetch has brought what the leader had, and the leader's high watermark. */
    public void leaderSaid(long leaderHighWatermark) {
        boolean moved;
        lock.lock();
        try {
            FollowerState state = follower;
            moved = state != null
                    && state.leaderSaid(
                            leaderHighWatermark, standing.openLog().offsets().logEndOffset());
            if (state != null && moved) {
                publish(state.highWatermark());
            }
        } finally {
            lock.unlock();
        }
        spread(new News(List.of(), ErrorCode.NONE, moved));
    }

    /** As the leader: a follower fetches from {@code fetchOffset} on, which tells how far it has come. */
    public void followerFetched(BrokerId replica, long fetchOffset) {
        News news = News.NONE;
        Proposal proposal = null;
        lock.lock();
        try {
            Standing now = standing;
            if (now.leads() && now.image().replicas().contains(replica.value())) {
                news = news(leading()
                        .followerReached(replica, fetchOffset, services.time().wallMs()));
                proposal = leading().mayJoin(replica) ? proposal(leading().additionProposed(replica)) : null;
            }
        } finally {
            lock.unlock();
        }
        spread(news);
        if (proposal != null) {
            services.proposals().propose(proposal);
        }
    }

    private Proposal proposal(SortedSet<BrokerId> inSync) {
        PartitionImage image = standing.image();
        return new Proposal(name, image.leaderEpoch(), image.partitionEpoch(), inSync);
    }

    /**
     * As the leader: proposes to drop in-sync followers that have not been caught up for longer than {@code maxLagMs}.
     */
    void dropLaggards(long maxLagMs) {
        Proposal proposal;
        lock.lock();
        try {
            List<BrokerId> behind =
                    standing.leads() ? leading().laggards(services.time().wallMs(), maxLagMs) : List.of();
            if (behind.isEmpty()) {
                return;
            }
            log.info("{}: in-sync followers {} are more than {} ms behind", name, behind, maxLagMs);
            proposal = proposal(leading().removalProposed(behind));
        } finally {
            lock.unlock();
        }
        services.proposals().propose(proposal);
    }

    /** The controller answered a proposal: {@code image} is the state now. */
    public void inSyncAnswered(PartitionImage image) {
        News news = News.NONE;
        lock.lock();
        try {
            Standing now = standing;
            boolean isNews = now.leads()
                    && image.leaderEpoch() == now.image().leaderEpoch()
                    && image.partitionEpoch() > now.image().partitionEpoch();
            if (isNews) {
                standing = new Standing(now.role(), now.topicId(), image, now.log());
                news = inSyncSetIs(image.isr());
            }
        } finally {
            lock.unlock();
        }
        spread(news);
    }

    /** The controller refused the proposal of this leader epoch for good. */
    public void inSyncRefused(int leaderEpoch) {
        News news = News.NONE;
        lock.lock();
        try {
            if (standing.leads() && standing.image().leaderEpoch() == leaderEpoch) {
                services.metrics().inSyncProposalFailed();
                news = news(leading().proposalRefused());
            }
        } finally {
            lock.unlock();
        }
        spread(news);
    }

    private News inSyncSetIs(Collection<Integer> inSync) {
        int before = leading().inSync().size();
        boolean moved = leading().inSyncCommitted(brokers(inSync));
        if (inSync.size() < before) {
            services.metrics().inSyncSetShrank();
        } else if (inSync.size() > before) {
            services.metrics().inSyncSetGrew();
        }
        return news(moved);
    }

    @Override
    public String toString() {
        return name + " (" + standing.role() + ")";
    }
}
