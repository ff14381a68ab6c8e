package io.milena.server.partition;

import io.milena.common.BrokerId;
import io.milena.common.Invariant;
import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.milena.common.errors.ErrorCode;
import io.milena.record.compression.WorkAllowance;
import io.milena.server.metadata.PartitionImage;
import io.milena.server.partition.InSyncProposals.Proposal;
import io.milena.server.partition.PartitionLock.Patience;
import io.milena.server.partition.ProduceDoor.Entry;
import io.milena.server.partition.ProduceOutcome.Refused;
import io.milena.server.partition.ProduceOutcome.Stored;
import io.milena.server.partition.ProduceWaits.Wait;
import io.milena.storage.ActiveProducer;
import io.milena.storage.AppendResult;
import io.milena.storage.AppendTerms;
import io.milena.storage.ForceListener;
import io.milena.storage.Log;
import io.milena.storage.LogOffsets;
import io.netty.buffer.ByteBuf;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.function.Consumer;
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

    private final TopicPartition name;
    private final PartitionServices services;
    private final Registration registration;
    private final PartitionLock lock;
    private final ProduceDoor door;
    private final ProduceWaits waits = new ProduceWaits();
    private final FetchWaiters consumers = new FetchWaiters();
    private final FetchWaiters followers = new FetchWaiters();

    private volatile Standing standing;
    private volatile long highWatermark;
    private @Nullable LeaderState leader;
    private @Nullable FollowerState follower;
    /** The registration of this broker that was told to lead. */
    private long leadsAs;

    /** A partition of which nothing is known but its name; offline until the controller gives it a role. */
    Partition(TopicPartition name, Uuid topicId, PartitionServices services, Registration registration) {
        this.name = name;
        this.services = services;
        this.registration = registration;
        this.lock = new PartitionLock(this::log, this::spread);
        this.door = new ProduceDoor(this::standing, services.time(), lock, this::enter);
        this.standing = Standing.unknown(name, topicId);
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
     * Appends what a producer sent, as the leader, and waits for what that needs: the lock, the disk, the work that the
     * batch makes. With acks=all, and where a setting has the records forced, {@code waiter} is told when the
     * producer's wish is met or never will be, unless the outcome says that the answer is due already; it may
     * {@link #leave} before.
     */
    public ProduceOutcome append(ByteBuf records, ProduceTerms terms, @Nullable CommitWaiter waiter) {
        return door.append(records, terms, waiter, WorkAllowance.UNBOUNDED);
    }

    /**
     * As {@link #append}, for an event loop: null, and nothing is done, where it would have to wait, or come before
     * what waits already. Then {@link #appendLater} does it.
     */
    public @Nullable ProduceOutcome tryAppend(ByteBuf records, ProduceTerms terms, @Nullable CommitWaiter waiter) {
        return door.tryAppend(records, terms, waiter);
    }

    /**
     * Appends after all that waits already, on a thread that may wait for the disk, where {@code done} is told.
     *
     * @param records with a reference that is given up here
     */
    public void appendLater(
            ByteBuf records, ProduceTerms terms, @Nullable CommitWaiter waiter, Consumer<ProduceOutcome> done) {
        door.appendLater(records, terms, waiter, done);
    }

    /** Whether a producer with these acks may have to be told later, so that it needs a waiter. */
    public boolean mayAnswerLater(RequiredAcks acks) {
        Log open = standing.log();
        return acks == RequiredAcks.ALL || acks == RequiredAcks.LEADER && open != null && open.isForcedByCount();
    }

    private @Nullable ProduceOutcome enter(Entry entry, Patience patience) {
        ProduceOutcome outcome;
        News news = News.NONE;
        if (!lock.lock(patience)) {
            return null;
        }
        try {
            Standing now = standing;
            outcome = refusal(now, entry);
            if (outcome == null) {
                AppendTerms how = entry.how().inEpoch(now.image().leaderEpoch());
                AppendResult result = patience == Patience.TRY
                        ? entry.log().tryAppend(entry.admission(), how)
                        : entry.log().append(entry.admission(), how);
                if (result == null) {
                    return null;
                }
                news = news(leaderReached(entry.log()));
                outcome = ProduceOutcome.of(result, end -> isAnswerDue(end, entry));
                services.metrics().appended(result);
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

    /** Between the look at the standing and the lock, the role may have gone, or the log been made anew. */
    private @Nullable ProduceOutcome refusal(Standing now, Entry entry) {
        ErrorCode access = now.admits(ReadSpan.NO_EPOCH, Reach.LEADER_ONLY);
        if (access != ErrorCode.NONE) {
            return Refused.because(access);
        }
        if (now.log() != entry.log() || !registration.covers(leadsAs)) {
            return Refused.because(ErrorCode.NOT_LEADER_OR_FOLLOWER);
        }
        boolean tooFew = entry.acks() == RequiredAcks.ALL && leading().inSync().size() < now.minInSync();
        return tooFew ? Refused.because(ErrorCode.NOT_ENOUGH_REPLICAS) : null;
    }

    private boolean leaderReached(Log open) {
        long counted = leading().endOffset();
        long end = open.offsets().logEndOffset();
        Invariant.check(end >= counted, "log end of a leader", end, counted);
        // A setting that has every record forced from now on takes nothing back.
        return leading().leaderReached(Math.max(counted, open.durableEndOffset()));
    }

    /** Whether a producer whose records end at {@code endOffset} can be answered; if not, its waiter enters. */
    private boolean isAnswerDue(long endOffset, Entry entry) {
        CommitWaiter waiter = entry.waiter();
        if (waiter == null || entry.acks() == RequiredAcks.NONE) {
            return true;
        }
        boolean isForceDue = entry.log().awaitsForce(endOffset);
        boolean isCommitDue = entry.acks() == RequiredAcks.ALL && highWatermark < endOffset;
        if (isCommitDue) {
            waits.await(isForceDue ? Wait.FORCE_THEN_COMMIT : Wait.COMMIT, endOffset, waiter);
        } else if (isForceDue) {
            waits.await(Wait.FORCE, endOffset, waiter);
        }
        return !isCommitDue && !isForceDue;
    }

    /** {@code waiter}, which waits for {@code endOffset}, gives up. */
    public void leave(long endOffset, CommitWaiter waiter) {
        lock.holdOnceFree(() -> {
            waits.leave(endOffset, waiter);
            return News.NONE;
        });
    }

    /** The log's files were forced, which may be what producers or the high watermark waited for. */
    private void forced(Log open) {
        lock.holdOnceFree(() -> {
            if (standing.log() != open || !standing.leads()) {
                return News.NONE;
            }
            List<CommitWaiter> done = waits.forcedUpTo(open.forcedEndOffset());
            boolean moved = leaderReached(open);
            return committed(moved).withForced(done);
        });
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
        return moved ? committed(true) : News.NONE;
    }

    private News committed(boolean moved) {
        if (moved) {
            long next = leading().highWatermark();
            Invariant.check(next >= highWatermark, "high watermark", next, highWatermark);
            publish(next);
        }
        List<CommitWaiter> done = waits.committedUpTo(highWatermark);
        boolean enough = leading().inSync().size() >= standing.minInSync();
        ErrorCode outcome = enough ? ErrorCode.NONE : ErrorCode.NOT_ENOUGH_REPLICAS_AFTER_APPEND;
        return new News(List.of(), done, outcome, moved, null);
    }

    private void publish(long next) {
        highWatermark = next;
        Log current = standing.log();
        if (current != null) {
            current.highWatermark(next);
        }
    }

    private void spread(News news) {
        news.tellProducers();
        if (news.highWatermarkMoved()) {
            consumers.wakeAll();
        }
        if (news.proposal() != null) {
            services.proposals().propose(news.proposal());
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

    /**
     * The producers that the leader's log remembers; null if this broker does not lead. May wait for the disk.
     */
    public @Nullable List<ActiveProducer> activeProducers() {
        Standing now = standing;
        Log open = now.log();
        return now.leads() && open != null ? open.activeProducers() : null;
    }

    /**
     * As the leader: deletes the records before {@code offset}, or all that are committed if it is -1. Waits for the
     * lock, and so for the disk.
     */
    public LowWatermark deleteRecordsBefore(long offset) {
        lock.lock(Patience.WAIT);
        try {
            return new RecordDeletion(offset).in(standing, highWatermark);
        } finally {
            lock.unlock();
        }
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
     * {@code brokerEpoch}, the registration that was told so, stands. May wait for the disk.
     */
    void lead(PartitionImage image, Uuid topicId, Log withLog, long checkpointedHighWatermark, long brokerEpoch) {
        withLog.forceIfEachRecordIs();
        lock.hold(() -> {
            Standing before = standing;
            leadsAs = brokerEpoch;
            var next = new Standing(ReplicaRole.LEADER, topicId, image, withLog);
            if (before.leads() && image.leaderEpoch() == before.image().leaderEpoch()) {
                standing = next;
                return inSyncSetIs(image.isr());
            }
            beginToLead(next, startingHighWatermark(withLog, checkpointedHighWatermark));
            return News.NONE;
        });
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

    /** The controller says that another broker leads. May wait for the disk. */
    void follow(PartitionImage image, Uuid topicId, Log withLog, long checkpointedHighWatermark) {
        withLog.forceIfEachRecordIs();
        lock.hold(() -> {
            long from = startingHighWatermark(withLog, checkpointedHighWatermark);
            leader = null;
            follower = new FollowerState(from);
            moveTo(new Standing(ReplicaRole.FOLLOWER, topicId, image, withLog));
            publish(from);
            return News.abandoned(waits.abandoned(), ErrorCode.NOT_LEADER_OR_FOLLOWER);
        });
        wakeFetches();
    }

    /** This broker holds the partition no more, or its directory failed; those who wait hear {@code why}. */
    void goOffline(ErrorCode why) {
        lock.hold(() -> {
            leader = null;
            follower = null;
            moveTo(new Standing(ReplicaRole.OFFLINE, standing.topicId(), standing.image(), null));
            return News.abandoned(waits.abandoned(), why);
        });
        wakeFetches();
    }

    /** Runs {@code task} where it may wait for the disk. */
    void onLane(Runnable task) {
        lock.onLane(task);
    }

    private void moveTo(Standing next) {
        Standing before = standing;
        boolean allowed = before.role() == next.role() || before.role().next().contains(next.role());
        Invariant.check(allowed, name + ": from " + before.role() + " to " + next.role());
        standing = next;
        listenTo(next.log(), before.log());
    }

    private void listenTo(@Nullable Log next, @Nullable Log before) {
        if (before != null && before != next) {
            before.listener(ForceListener.NOBODY);
        }
        if (next != null) {
            next.listener(this::forced);
        }
    }

    private void wakeFetches() {
        followers.wakeAll();
        consumers.wakeAll();
    }

    /** As a follower: a fetch has brought what the leader had, and the leader's high watermark. */
    public void leaderSaid(long leaderHighWatermark) {
        lock.holdOnceFree(() -> {
            FollowerState state = follower;
            boolean moved = state != null
                    && state.leaderSaid(leaderHighWatermark, standing.openLog().durableEndOffset());
            if (state != null && moved) {
                publish(state.highWatermark());
            }
            return moved ? News.HIGH_WATERMARK_MOVED : News.NONE;
        });
    }

    /** As the leader: a follower fetches from {@code fetchOffset} on, which tells how far it has come. */
    public void followerFetched(BrokerId replica, long fetchOffset) {
        lock.holdOnceFree(() -> {
            Standing now = standing;
            if (!now.leads() || !now.image().replicas().contains(replica.value())) {
                return News.NONE;
            }
            News news = news(leading()
                    .followerReached(replica, fetchOffset, services.time().wallMs()));
            return leading().mayJoin(replica) ? news.with(proposal(leading().additionProposed(replica))) : news;
        });
    }

    private Proposal proposal(SortedSet<BrokerId> inSync) {
        PartitionImage image = standing.image();
        return new Proposal(name, image.leaderEpoch(), image.partitionEpoch(), inSync);
    }

    /**
     * As the leader: proposes to drop in-sync followers that have not been caught up for longer than {@code maxLagMs}.
     */
    void dropLaggards(long maxLagMs) {
        lock.holdOnceFree(() -> {
            List<BrokerId> behind =
                    standing.leads() ? leading().laggards(services.time().wallMs(), maxLagMs) : List.of();
            if (behind.isEmpty()) {
                return News.NONE;
            }
            log.info("{}: in-sync followers {} are more than {} ms behind", name, behind, maxLagMs);
            return News.NONE.with(proposal(leading().removalProposed(behind)));
        });
    }

    /** The controller answered a proposal: {@code image} is the state now. */
    public void inSyncAnswered(PartitionImage image) {
        lock.holdOnceFree(() -> {
            Standing now = standing;
            boolean isNews = now.leads()
                    && image.leaderEpoch() == now.image().leaderEpoch()
                    && image.partitionEpoch() > now.image().partitionEpoch();
            if (!isNews) {
                return News.NONE;
            }
            standing = new Standing(now.role(), now.topicId(), image, now.log());
            return inSyncSetIs(image.isr());
        });
    }

    /** The controller refused the proposal of this leader epoch for good. */
    public void inSyncRefused(int leaderEpoch) {
        lock.holdOnceFree(() -> {
            if (!standing.leads() || standing.image().leaderEpoch() != leaderEpoch) {
                return News.NONE;
            }
            services.metrics().inSyncProposalFailed();
            return news(leading().proposalRefused());
        });
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
