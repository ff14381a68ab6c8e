package io.milena.clients.producer;

import io.milena.clients.consumer.ConsumerGroupMetadata;
import io.milena.clients.consumer.OffsetAndMetadata;
import io.milena.clients.producer.TransactionAsk.AddOffsets;
import io.milena.clients.producer.TransactionAsk.AddPartitions;
import io.milena.clients.producer.TransactionAsk.CommitOffsets;
import io.milena.clients.producer.TransactionAsk.End;
import io.milena.clients.producer.TransactionAsk.Init;
import io.milena.clients.producer.TransactionAsk.Outcome;
import io.milena.common.Invariant;
import io.milena.common.KafkaException;
import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.common.errors.InvalidProducerEpochException;
import io.milena.common.errors.ProducerFencedException;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The transactions of one producer (KIP-98, KIP-360, KIP-447): which call is allowed when, what is to be asked of
 * coordinators next, and what an answer means.
 *
 * <pre>
 *   UNREADY --init--> STARTING --> READY --begin--> OPEN --commit--> COMMITTING --> READY
 *                                                     |                  |
 *                                                     | error            | error
 *                                                     v                  v
 *                                                   BROKEN <-------------+
 *                                                     |
 *                        OPEN or BROKEN --abort--> ABORTING --(BUMPING)--> READY
 *
 *   any --fenced, forbidden--> DEAD
 * </pre>
 *
 * <p>Pure. Confined to the event loop.
 */
final class TransactionState {

    /** Where the producer is. */
    enum Phase {
        UNREADY,
        STARTING,
        READY,
        OPEN,
        COMMITTING,
        /** Something of the transaction failed: it can only be aborted. */
        BROKEN,
        ABORTING,
        /** The transaction is over, and the next epoch asked for, because sequences of this one have gaps. */
        BUMPING,
        /** The producer can only be closed. */
        DEAD;

        Set<Phase> next() {
            return switch (this) {
                case UNREADY -> EnumSet.of(STARTING, DEAD);
                case STARTING, BUMPING -> EnumSet.of(READY, DEAD);
                case READY -> EnumSet.of(OPEN, BROKEN, DEAD);
                case OPEN -> EnumSet.of(COMMITTING, ABORTING, BROKEN, DEAD);
                case COMMITTING -> EnumSet.of(READY, BROKEN, DEAD);
                case BROKEN -> EnumSet.of(ABORTING, DEAD);
                case ABORTING -> EnumSet.of(READY, BUMPING, DEAD);
                case DEAD -> EnumSet.noneOf(Phase.class);
            };
        }
    }

    /** What is to be done after an answer. */
    enum Next {
        /** Go on. */
        GO_ON,
        /** Ask the same again in a while. */
        AGAIN,
        /** The coordinator is another, or not known: look for it, then ask the same again. */
        FIND_COORDINATOR
    }

    private static final Set<Phase> MAY_ABORT = EnumSet.of(Phase.OPEN, Phase.BROKEN);
    private static final Set<ErrorCode> OF_COORDINATOR =
            EnumSet.of(ErrorCode.COORDINATOR_NOT_AVAILABLE, ErrorCode.NOT_COORDINATOR);
    private static final Set<ErrorCode> FENCED =
            EnumSet.of(ErrorCode.INVALID_PRODUCER_EPOCH, ErrorCode.PRODUCER_FENCED);
    private static final Set<ErrorCode> ABORTABLE = EnumSet.of(
            ErrorCode.TOPIC_AUTHORIZATION_FAILED,
            ErrorCode.GROUP_AUTHORIZATION_FAILED,
            ErrorCode.OPERATION_NOT_ATTEMPTED,
            ErrorCode.TRANSACTION_ABORTABLE,
            ErrorCode.UNKNOWN_MEMBER_ID,
            ErrorCode.ILLEGAL_GENERATION,
            ErrorCode.FENCED_INSTANCE_ID,
            ErrorCode.INVALID_COMMIT_OFFSET_SIZE,
            ErrorCode.OFFSET_METADATA_TOO_LARGE,
            ErrorCode.INVALID_PRODUCER_ID_MAPPING,
            ErrorCode.UNKNOWN_PRODUCER_ID);

    private final String transactionalId;
    private final Idempotence idempotence;
    private final Set<TopicPartition> toAdd = new LinkedHashSet<>();
    private final Set<TopicPartition> added = new LinkedHashSet<>();
    private final ArrayDeque<CommitOffsets> offsets = new ArrayDeque<>();
    private Phase phase = Phase.UNREADY;
    private @Nullable TransactionAsk asked;
    private @Nullable KafkaException error;
    private boolean isGroupAdded;
    private boolean isKnownToCoordinator;
    private boolean needsBump;
    private boolean hasNews;

    TransactionState(String transactionalId, Idempotence idempotence) {
        this.transactionalId = transactionalId;
        this.idempotence = idempotence;
    }

    Phase phase() {
        return phase;
    }

    /** Why the transaction can only be aborted, or the producer only closed; null if neither is so. */
    @Nullable
    KafkaException error() {
        return error;
    }

    private void moveTo(Phase next) {
        Invariant.check(phase.next().contains(next), "transaction phase " + next + " after " + phase);
        phase = next;
    }

    // ---- what the application wants

    /** @throws IllegalStateException if it was called before */
    void init() {
        allow("initTransactions()", EnumSet.of(Phase.UNREADY), "once, before anything else");
        moveTo(Phase.STARTING);
    }

    /** @throws IllegalStateException if no transaction can begin now */
    void begin() {
        allow("beginTransaction()", EnumSet.of(Phase.READY), "after initTransactions(), or the last one's end");
        moveTo(Phase.OPEN);
    }

    /** @throws IllegalStateException if no transaction is open */
    void commit() {
        throwIfBroken();
        allow("commitTransaction()", EnumSet.of(Phase.OPEN), "after beginTransaction()");
        moveTo(Phase.COMMITTING);
    }

    /** Whether a transaction is open, or broken and not aborted. */
    boolean mayAbort() {
        return MAY_ABORT.contains(phase);
    }

    /** @throws IllegalStateException if no transaction is open */
    void abort() {
        allow("abortTransaction()", MAY_ABORT, "after beginTransaction()");
        moveTo(Phase.ABORTING);
        error = null;
        toAdd.clear();
        offsets.clear();
        isGroupAdded = false;
    }

    /** @throws IllegalStateException if no transaction is open */
    void sendOffsets(ConsumerGroupMetadata group, Map<TopicPartition, OffsetAndMetadata> positions) {
        throwIfBroken();
        allow("sendOffsetsToTransaction()", EnumSet.of(Phase.OPEN), "after beginTransaction()");
        if (!positions.isEmpty()) {
            offsets.addLast(new CommitOffsets(group, Map.copyOf(positions)));
        }
    }

    /** Why a record cannot be sent now; null if it can. */
    @Nullable
    RuntimeException refusalToSend() {
        KafkaException known = error;
        if (known != null) {
            return shown(known);
        }
        return phase == Phase.OPEN
                ? null
                : new IllegalStateException("a transactional producer sends within transactions only: it is " + phase
                        + " (expected: send() between beginTransaction() and commitTransaction())");
    }

    private void throwIfBroken() {
        if (error != null) {
            throw shown(error);
        }
    }

    /** The error as the application is to see it again: with advice, and the first one as its cause. */
    private KafkaException shown(KafkaException first) {
        if (first instanceof ProducerFencedException || phase == Phase.DEAD) {
            return first;
        }
        String advice = "the transaction failed and can only be aborted: call abortTransaction(), then begin again";
        if (first instanceof InvalidProducerEpochException) {
            var again = new InvalidProducerEpochException(advice);
            again.initCause(first);
            return again;
        }
        return new KafkaException(advice, first);
    }

    private void allow(String call, Set<Phase> phases, String when) {
        if (phase == Phase.DEAD && error != null) {
            throw error;
        }
        if (!phases.contains(phase)) {
            throw new IllegalStateException(call + " of transactional producer '" + transactionalId + "' while it is "
                    + phase + " (expected: " + when + ")");
        }
    }

    // ---- what batches want

    /** Whether {@code partition} is part of the open transaction; if not, it will be asked to be. */
    boolean isOpenFor(TopicPartition partition) {
        if (phase != Phase.OPEN && phase != Phase.COMMITTING) {
            return false;
        }
        if (added.contains(partition)) {
            return true;
        }
        hasNews |= toAdd.add(partition);
        return false;
    }

    /** Whether something is to be asked that was not when this was asked last. */
    boolean takeNews() {
        boolean news = hasNews;
        hasNews = false;
        return news;
    }

    /** A batch of the transaction failed; {@code cause} is why. */
    void batchFailed(@Nullable ErrorCode code, KafkaException cause) {
        needsBump = true;
        if (code == ErrorCode.PRODUCER_FENCED) {
            die(fenced(cause));
        } else if (code == ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED
                || code == ErrorCode.CLUSTER_AUTHORIZATION_FAILED
                || code == ErrorCode.UNSUPPORTED_VERSION) {
            die(cause);
        } else {
            breakOff(cause);
        }
    }

    /** A record of the transaction was refused before it was in a batch. */
    void recordFailed(KafkaException cause) {
        breakOff(cause);
    }

    /** A batch that had a sequence was given up with its transaction: sequences have a gap now. */
    void gapMade() {
        needsBump = true;
    }

    private void breakOff(KafkaException cause) {
        // Once the end is asked for, every batch has its own.
        boolean isEndAsked = asked instanceof End;
        if (phase == Phase.OPEN || phase == Phase.COMMITTING && !isEndAsked) {
            error = cause;
            moveTo(Phase.BROKEN);
        }
    }

    private void die(KafkaException cause) {
        if (phase != Phase.DEAD) {
            error = cause;
            moveTo(Phase.DEAD);
        }
    }

    // ---- what coordinators are asked

    /**
     * What is to be asked now; null for nothing, or not before the last ask has its answer.
     *
     * @param batchesLeft whether batches of the transaction have no end yet
     */
    @Nullable
    TransactionAsk next(boolean batchesLeft) {
        if (asked == null) {
            asked = wanted(batchesLeft);
        }
        return asked;
    }

    private @Nullable TransactionAsk wanted(boolean batchesLeft) {
        return switch (phase) {
            case STARTING, BUMPING -> new Init(idempotence.producerId(), idempotence.epoch());
            case OPEN -> wantedOfContent();
            case COMMITTING -> {
                TransactionAsk content = wantedOfContent();
                yield content != null || batchesLeft ? content : end(Outcome.COMMIT);
            }
            case ABORTING -> batchesLeft ? null : end(Outcome.ABORT);
            case UNREADY, READY, BROKEN, DEAD -> null;
        };
    }

    private @Nullable TransactionAsk wantedOfContent() {
        if (!toAdd.isEmpty()) {
            return new AddPartitions(Collections.unmodifiableSet(new LinkedHashSet<>(toAdd)));
        }
        CommitOffsets first = offsets.peekFirst();
        if (first == null) {
            return null;
        }
        return isGroupAdded ? first : new AddOffsets(first.group().groupId());
    }

    /** The ask that ends the transaction; null if the coordinator never heard of it, which ends it at once. */
    private @Nullable TransactionAsk end(Outcome outcome) {
        if (isKnownToCoordinator) {
            return new End(outcome);
        }
        ended();
        return phase == Phase.BUMPING ? wanted(false) : null;
    }

    private void ended() {
        added.clear();
        toAdd.clear();
        isKnownToCoordinator = false;
        boolean bump = phase == Phase.ABORTING && needsBump;
        needsBump = false;
        moveTo(bump ? Phase.BUMPING : Phase.READY);
    }

    /** The coordinator said yes. */
    void granted(TransactionAsk ask) {
        Invariant.check(ask == asked, "an answer belongs to what was asked");
        asked = null;
        if (ask instanceof AddPartitions add) {
            isKnownToCoordinator = true;
            added.addAll(add.partitions());
            toAdd.removeAll(add.partitions());
        } else if (ask instanceof AddOffsets) {
            isKnownToCoordinator = true;
            isGroupAdded = true;
        } else if (ask instanceof CommitOffsets) {
            offsets.pollFirst();
            isGroupAdded = false;
        } else if (ask instanceof End) {
            ended();
        }
    }

    /** The coordinator gave an id and epoch. */
    void idGiven(TransactionAsk ask, long producerId, short epoch) {
        Invariant.check(ask == asked, "an answer belongs to what was asked");
        asked = null;
        idempotence.idGiven(producerId, epoch);
        moveTo(Phase.READY);
    }

    /** The coordinator said no. */
    Next refused(TransactionAsk ask, ErrorCode code, KafkaException cause) {
        Invariant.check(ask == asked, "an answer belongs to what was asked");
        boolean isEnd = ask instanceof End || ask instanceof Init;
        if (code.isRetriable() && isGivingUp() && !isEnd) {
            // Nobody needs it any more, and a refusal leaves nothing behind: all partitions are added, or none.
            asked = null;
            return Next.GO_ON;
        }
        if (OF_COORDINATOR.contains(code)) {
            return Next.FIND_COORDINATOR;
        }
        if (code.isRetriable()) {
            return Next.AGAIN;
        }
        asked = null;
        if (FENCED.contains(code)) {
            die(fenced(cause));
        } else if (ABORTABLE.contains(code) && !isEnd) {
            needsBump |= code == ErrorCode.INVALID_PRODUCER_ID_MAPPING || code == ErrorCode.UNKNOWN_PRODUCER_ID;
            breakOff(cause);
        } else if (ask instanceof End && code == ErrorCode.TRANSACTION_ABORTABLE && phase == Phase.COMMITTING) {
            breakOff(cause);
        } else {
            die(cause);
        }
        return Next.GO_ON;
    }

    /** Nobody answers any more, or in words that cannot be read: the ask cannot be granted. */
    void failedForGood(TransactionAsk ask, KafkaException cause) {
        asked = null;
        die(cause);
    }

    private ProducerFencedException fenced(KafkaException cause) {
        return new ProducerFencedException(
                "another producer has taken over transactional.id '" + transactionalId
                        + "', or the coordinator aborted a transaction that was open for longer than"
                        + " transaction.timeout.ms. This one cannot go on: close it; if it is the one that is to go on,"
                        + " create it anew, call initTransactions(), and do the work of its last transaction again",
                cause);
    }

    // ---- what is waited for

    /** Whether all offsets that were sent to the transaction are part of it. */
    boolean areOffsetsIn() {
        return offsets.isEmpty();
    }

    /** Whether somebody waits for batches, so that they do not linger. */
    boolean isEnding() {
        return phase == Phase.COMMITTING || phase == Phase.ABORTING;
    }

    /** Whether batches that wait are to be given up. */
    boolean isGivingUp() {
        return phase == Phase.BROKEN || phase == Phase.ABORTING || phase == Phase.DEAD;
    }
}
