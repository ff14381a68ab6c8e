package io.milena.clients.producer;

import io.milena.clients.BrokerCall;
import io.milena.clients.consumer.ConsumerGroupMetadata;
import io.milena.clients.consumer.OffsetAndMetadata;
import io.milena.clients.producer.TransactionMessages.KeyType;
import io.milena.clients.producer.TransactionState.Phase;
import io.milena.common.KafkaException;
import io.milena.common.Node;
import io.milena.common.TopicPartition;
import io.milena.common.errors.ApiException;
import io.milena.common.errors.ErrorCode;
import io.milena.common.errors.TransactionAbortedException;
import io.milena.common.errors.UnsupportedVersionException;
import io.milena.protocol.ApiKey;
import io.milena.protocol.ApiMessage;
import io.milena.protocol.messages.FindCoordinatorResponse;
import io.milena.protocol.messages.InitProducerIdResponse;
import io.milena.record.RecordBatchFormat;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Carries out what {@link TransactionState} decides: looks for coordinators, asks them, asks again, and lets those go
 * who wait for it. The gate of a transactional producer. Confined to the event loop, but for {@link #refusalToSend}.
 */
final class TransactionFlow implements Gate {

    /** A transaction that begins right after another may find the coordinator still busy with that. */
    private static final long BUSY_MS = 20;

    private final TransactionState state;
    private final SenderRules rules;
    private final int transactionTimeoutMs;
    private final Floor floor;
    private final Idempotence idempotence;
    private final BooleanSupplier batchesLeft;
    private final Map<String, Node> coordinators = new HashMap<>();
    private Work work = cause -> {};
    private Runnable changed = () -> {};
    private @Nullable Waiting waiting;
    private boolean isBusy;
    private int failures;
    private volatile @Nullable RuntimeException refusalToSend;
    private volatile boolean mayNotSend = true;

    /** What the flow does to batches. */
    interface Work {
        /** Gives up all that wait. */
        void abortWaiting(KafkaException cause);
    }

    /** A call of the application's that waits, and when it is done. */
    private record Waiting(Call call, CompletableFuture<Void> done) {}

    /** Calls that wait. */
    enum Call {
        INIT,
        SEND_OFFSETS,
        COMMIT,
        ABORT
    }

    /** Who the producer is, and whether it has batches without end. */
    record Terms(SenderRules rules, int transactionTimeoutMs, BooleanSupplier batchesLeft) {}

    TransactionFlow(Terms terms, TransactionState state, Floor floor, Idempotence idempotence) {
        this.state = state;
        this.rules = terms.rules;
        this.transactionTimeoutMs = terms.transactionTimeoutMs;
        this.batchesLeft = terms.batchesLeft;
        this.floor = floor;
        this.idempotence = idempotence;
        publish();
    }

    /** Runs {@code task} whenever more may be sent than before, and {@code batches} to give some up. */
    void connect(Runnable task, Work batches) {
        changed = task;
        work = batches;
    }

    // ---- calls of the application

    /**
     * Begins a call that waits, or goes on with one that waited too long before.
     *
     * @throws IllegalStateException if it is not allowed now
     */
    CompletableFuture<Void> call(Call call, Runnable begin) {
        Waiting known = waiting;
        if (known != null && !known.done.isDone()) {
            if (known.call != call) {
                throw new IllegalStateException(
                        call + " while " + known.call + " is not done (expected: the same call again, which goes on)");
            }
            return known.done;
        }
        begin.run();
        var fresh = new Waiting(call, new CompletableFuture<>());
        waiting = fresh;
        failures = 0;
        publish();
        changed.run();
        return fresh.done;
    }

    void begin() {
        state.begin();
        publish();
    }

    TransactionState state() {
        return state;
    }

    void sendOffsets(Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata group) {
        if (group == null) {
            throw new IllegalArgumentException(
                    "groupMetadata: null (expected: what the consumer's groupMetadata() tells)");
        }
        if (group.generationId() > 0 && group.memberId().isEmpty()) {
            throw new IllegalArgumentException("groupMetadata: " + group + " (expected: a memberId with a generation)");
        }
        state.sendOffsets(group, offsets);
    }

    /** A record of the open transaction found no place in a batch: the transaction cannot be committed without it. */
    void recordFailed(ApiException cause) {
        state.recordFailed(cause);
        publish();
        changed.run();
    }

    /** Sees that no transaction is left open; done when none is. */
    CompletableFuture<Void> abortOpen() {
        Waiting known = waiting;
        if (state.isEnding() && known != null && !known.done.isDone()) {
            return known.done;
        }
        if (!state.mayAbort()) {
            return CompletableFuture.completedFuture(null);
        }
        waiting = null;
        return call(Call.ABORT, state::abort);
    }

    /** Why a record cannot be sent now; null if it can. May be called by any thread. */
    @Nullable
    RuntimeException refusalToSend() {
        return mayNotSend ? refusalToSend : null;
    }

    private void publish() {
        refusalToSend = state.refusalToSend();
        mayNotSend = refusalToSend != null;
    }

    // ---- the gate

    @Override
    public boolean isOpenFor(TopicPartition partition) {
        boolean open = state.isOpenFor(partition);
        if (state.takeNews()) {
            changed.run();
        }
        return open;
    }

    @Override
    public int flags() {
        return RecordBatchFormat.TRANSACTIONAL_BIT;
    }

    @Override
    public boolean isWaitedFor() {
        return state.isEnding();
    }

    @Override
    public void failed(TopicPartition partition, @Nullable ErrorCode error, KafkaException cause) {
        state.batchFailed(error, cause);
        publish();
    }

    @Override
    public void gapMade() {
        state.gapMade();
    }

    @Override
    public void step(long nowNanos) {
        if (state.isGivingUp()) {
            KafkaException cause = state.error();
            work.abortWaiting(
                    cause != null
                            ? cause
                            : new TransactionAbortedException(
                                    "the record's transaction was aborted before it was sent"));
        }
        TransactionAsk ask = isBusy ? null : state.next(batchesLeft.getAsBoolean());
        if (ask != null) {
            ask(ask);
        }
        letGo();
        publish();
    }

    private void letGo() {
        Waiting known = waiting;
        if (known == null || known.done.isDone()) {
            return;
        }
        KafkaException error = state.error();
        if (error != null) {
            known.done.completeExceptionally(error);
        } else if (isDone(known.call)) {
            known.done.complete(null);
        }
    }

    private boolean isDone(Call call) {
        return switch (call) {
            case INIT, COMMIT, ABORT -> state.phase() == Phase.READY;
            case SEND_OFFSETS -> state.areOffsetsIn();
        };
    }

    // ---- asking

    private void ask(TransactionAsk ask) {
        boolean ofGroup = ask instanceof TransactionAsk.CommitOffsets;
        String key = ask instanceof TransactionAsk.CommitOffsets commit
                ? commit.group().groupId()
                : String.valueOf(rules.transactionalId());
        KeyType type = ofGroup ? KeyType.GROUP : KeyType.TRANSACTION;
        Node coordinator = coordinators.get(type.named(key));
        if (coordinator == null) {
            find(key, type);
            return;
        }
        isBusy = true;
        var sender = new TransactionMessages.Sender(
                String.valueOf(rules.transactionalId()),
                transactionTimeoutMs,
                idempotence.producerId(),
                idempotence.epoch());
        floor.brokers()
                .send(
                        coordinator,
                        new BrokerCall<ApiMessage>(
                                TransactionMessages.api(ask),
                                TransactionMessages.versions(ask),
                                version -> TransactionMessages.request(ask, sender, (short) version),
                                timeoutNanos(),
                                BrokerCall.Expects.ANSWER,
                                new Answer(ask, type.named(key))));
    }

    private long timeoutNanos() {
        return TimeUnit.MILLISECONDS.toNanos(rules.requestTimeoutMs());
    }

    private void find(String key, KeyType type) {
        Node node = floor.brokers().leastLoaded();
        if (node == null) {
            floor.metadata().refresh();
            again(BUSY_MS);
            return;
        }
        isBusy = true;
        floor.brokers()
                .send(
                        node,
                        new BrokerCall<FindCoordinatorResponse>(
                                ApiKey.FIND_COORDINATOR,
                                TransactionMessages.findVersions(type),
                                version -> TransactionMessages.find(key, type, (short) version),
                                timeoutNanos(),
                                BrokerCall.Expects.ANSWER,
                                new Found(type.named(key))));
    }

    /** Goes on after a while. */
    private void again(long delayMs) {
        isBusy = true;
        floor.loop().after(Duration.ofMillis(delayMs), this::goOn);
    }

    private void againAfterFailure() {
        failures++;
        again(rules.retry().delayMs(failures, floor.randomness()));
    }

    private void goOn() {
        isBusy = false;
        changed.run();
    }

    private void refused(TransactionAsk ask, String coordinator, ErrorCode error) {
        KafkaException cause = TransactionMessages.refusal(ask, coordinator, error);
        switch (state.refused(ask, error, cause)) {
            case GO_ON -> goOn();
            case AGAIN -> {
                if (error == ErrorCode.CONCURRENT_TRANSACTIONS) {
                    again(BUSY_MS);
                } else {
                    againAfterFailure();
                }
            }
            case FIND_COORDINATOR -> {
                coordinators.remove(coordinator);
                againAfterFailure();
            }
        }
    }

    /** A coordinator's answer. */
    private final class Answer implements BrokerCall.Reply<ApiMessage> {

        private final TransactionAsk ask;
        private final String coordinator;

        Answer(TransactionAsk ask, String coordinator) {
            this.ask = ask;
            this.coordinator = coordinator;
        }

        @Override
        public void answered(ApiMessage answer, short version, long roundTripNanos) {
            ErrorCode error = TransactionMessages.errorOf(answer);
            if (error != ErrorCode.NONE) {
                refused(ask, coordinator, error);
                return;
            }
            failures = 0;
            if (answer instanceof InitProducerIdResponse init) {
                state.idGiven(ask, init.producerId(), init.producerEpoch());
            } else {
                state.granted(ask);
            }
            goOn();
        }

        @Override
        public void failed(KafkaException cause) {
            if (cause instanceof UnsupportedVersionException) {
                state.failedForGood(ask, cause);
                goOn();
                return;
            }
            coordinators.remove(coordinator);
            againAfterFailure();
        }
    }

    /** Where a coordinator is. */
    private final class Found implements BrokerCall.Reply<FindCoordinatorResponse> {

        private static final Set<ErrorCode> FINAL =
                Set.of(ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED, ErrorCode.GROUP_AUTHORIZATION_FAILED);

        private final String coordinator;

        Found(String coordinator) {
            this.coordinator = coordinator;
        }

        @Override
        public void answered(FindCoordinatorResponse answer, short version, long roundTripNanos) {
            Node node = TransactionMessages.found(answer, version);
            if (node != null) {
                coordinators.put(coordinator, node);
                goOn();
                return;
            }
            ErrorCode error = TransactionMessages.errorOf(answer, version);
            isBusy = false;
            TransactionAsk ask = FINAL.contains(error) ? state.next(batchesLeft.getAsBoolean()) : null;
            if (ask == null) {
                againAfterFailure();
            } else {
                refused(ask, coordinator, error);
            }
        }

        @Override
        public void failed(KafkaException cause) {
            againAfterFailure();
        }
    }
}
