package io.milena.clients.producer;

import io.milena.clients.ClusterView;
import io.milena.common.KafkaException;
import io.milena.common.Node;
import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.common.errors.TimeoutException;
import io.milena.common.errors.UnsupportedVersionException;
import io.milena.protocol.messages.ProduceResponse;
import io.milena.protocol.messages.ProduceResponse.LeaderIdAndEpoch;
import io.milena.protocol.messages.ProduceResponse.NodeEndpoint;
import io.milena.protocol.messages.ProduceResponse.PartitionProduceResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows each batch from its leaving to its end: what an answer, or none, means for it, whether it is sent again, and
 * when it is too old. Confined to the event loop.
 */
final class Deliveries {

    private static final Logger log = LoggerFactory.getLogger(Deliveries.class);

    /** Refusals for the id, the epoch or the sequence of a batch. */
    private static final Set<ErrorCode> OF_IDENTITY = Set.of(
            ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER,
            ErrorCode.DUPLICATE_SEQUENCE_NUMBER,
            ErrorCode.UNKNOWN_PRODUCER_ID,
            ErrorCode.INVALID_PRODUCER_EPOCH);

    /** After these the batch may be in the leader's log all the same. */
    private static final Set<ErrorCode> UNSURE =
            Set.of(ErrorCode.REQUEST_TIMED_OUT, ErrorCode.NOT_ENOUGH_REPLICAS_AFTER_APPEND);

    private final SenderRules rules;
    private final Floor floor;
    private final Idempotence idempotence;
    private final Gate gate;
    private final Endings endings;
    private final BatchSplitter splitter;
    private final ProducerMetrics metrics;

    /** What a broker said. */
    record Reading(ProduceResponse answer, short version, ClusterView view, long roundTripNanos) {}

    /** What decides of batches, and what is done with them. */
    record Parts(
            Idempotence idempotence, Gate gate, Endings endings, BatchSplitter splitter, ProducerMetrics metrics) {}

    Deliveries(SenderRules rules, Floor floor, Parts parts) {
        this.rules = rules;
        this.floor = floor;
        idempotence = parts.idempotence;
        gate = parts.gate;
        endings = parts.endings;
        splitter = parts.splitter;
        metrics = parts.metrics;
    }

    Gate gate() {
        return gate;
    }

    /** Whether {@code first} may follow what of its partition is out. */
    boolean maySend(Outbox outbox, ProducerBatch first) {
        TopicPartition partition = outbox.queue().partition();
        if (rules.isOneAtATime() && !outbox.out().isEmpty() || !gate.isOpenFor(partition)) {
            return false;
        }
        return !rules.isIdempotent() || idempotence.maySend(partition, first.identity());
    }

    /** The batches of a request leave: they get their numbers and headers. */
    void leaving(Lane.Shipment shipment, long now) {
        int records = 0;
        for (ProducerBatch batch : shipment.batches()) {
            if (rules.isIdempotent()) {
                idempotence.sending(batch.result().partition(), batch.identity());
            }
            batch.sent();
            batch.addressed(gate.flags());
            metrics.batchSent(batch, now);
            records += batch.recordCount();
        }
        metrics.requestSent(records);
    }

    /** Makes batches of {@code whole}, which is in no queue, that take its place. */
    void split(Outbox outbox, ProducerBatch whole, long now) {
        List<ProducerBatch> parts = splitter.split(whole, outbox.queue().topic().ratio());
        List<BatchIdentity> identities = new ArrayList<>(parts.size());
        for (ProducerBatch part : parts) {
            part.retryAt(now);
            identities.add(part.identity());
        }
        idempotence.split(outbox.queue().partition(), whole.identity(), identities);
        endings.split(whole, parts);
        metrics.split();
        parts.forEach(outbox.queue()::putBack);
    }

    void answered(Lane.Shipment shipment, Reading reading) {
        long now = floor.time().nanos();
        long throttledMs = reading.answer.throttleTimeMs();
        metrics.requestAnswered(reading.roundTripNanos, throttledMs);
        if (throttledMs > 0 && reading.version >= ProduceMessages.LOWEST_WITH_REST) {
            shipment.lane().throttled(now + TimeUnit.MILLISECONDS.toNanos(throttledMs));
        }
        for (int i = 0; i < shipment.batches().size(); i++) {
            ProducerBatch batch = shipment.batches().get(i);
            Outbox outbox = shipment.outboxes().get(i);
            outbox.out().remove(batch);
            answered(outbox, batch, reading, now);
        }
    }

    private void answered(Outbox outbox, ProducerBatch batch, Reading reading, long now) {
        if (rules.acks() == SenderRules.ACKS_NONE) {
            appended(outbox, batch, BatchResult.NO_OFFSET, BatchResult.NO_TIMESTAMP);
            return;
        }
        PartitionProduceResponse answer =
                ProduceMessages.answerTo(batch, reading.answer, reading.version, reading.view);
        if (answer == null) {
            unsure(outbox, batch, new KafkaException("the broker's answer leaves out " + partitionOf(outbox)), now);
            return;
        }
        ErrorCode error = ErrorCode.of(answer.errorCode());
        if (error == ErrorCode.NONE) {
            appended(outbox, batch, answer.baseOffset(), answer.logAppendTimeMs());
            return;
        }
        refused(outbox, batch, new Refusal(error, answer), now);
        learnLeader(outbox, answer.currentLeader(), reading.answer.nodeEndpoints());
    }

    /** A broker's no to one batch. */
    private record Refusal(ErrorCode error, PartitionProduceResponse answer) {

        KafkaException exception(TopicPartition partition) {
            String said = answer.errorMessage();
            return error.exception(said != null ? said : error + " for records to " + partition);
        }
    }

    private static TopicPartition partitionOf(Outbox outbox) {
        return outbox.queue().partition();
    }

    private void appended(Outbox outbox, ProducerBatch batch, long baseOffset, long appendedAtMs) {
        if (rules.isIdempotent()) {
            idempotence.appended(partitionOf(outbox), batch.identity(), baseOffset);
        }
        if (!batch.isEnded()) {
            endings.appended(batch, baseOffset, appendedAtMs);
        }
    }

    private void refused(Outbox outbox, ProducerBatch batch, Refusal refusal, long now) {
        ErrorCode error = refusal.error;
        if (batch.isEnded()) {
            return;
        }
        boolean tooLarge = error == ErrorCode.MESSAGE_TOO_LARGE || error == ErrorCode.RECORD_LIST_TOO_LARGE;
        if (tooLarge && batch.recordCount() > 1) {
            log.debug(
                    "{} took a batch of {} records for too large; it is split",
                    partitionOf(outbox),
                    batch.recordCount());
            split(outbox, batch, now);
            return;
        }
        if (error.remedy() == ErrorCode.Remedy.REFRESH_AND_RETRY) {
            floor.metadata().refresh();
        }
        if (UNSURE.contains(error)) {
            unsure(outbox, batch, refusal.exception(partitionOf(outbox)), now);
        } else if (rules.isIdempotent() && OF_IDENTITY.contains(error)) {
            refusedForIdentity(outbox, batch, refusal, now);
        } else if (error.isRetriable() && mayRetry(batch)) {
            idempotence.refused(batch.identity());
            retry(outbox, batch, now);
        } else {
            idempotence.refused(batch.identity());
            fail(outbox, batch, error, refusal.exception(partitionOf(outbox)));
        }
    }

    private void refusedForIdentity(Outbox outbox, ProducerBatch batch, Refusal refusal, long now) {
        Idempotence.Verdict verdict = idempotence.refused(
                partitionOf(outbox), batch.identity(), refusal.error, refusal.answer.logStartOffset());
        if (verdict == Idempotence.Verdict.APPENDED) {
            appended(outbox, batch, BatchResult.NO_OFFSET, BatchResult.NO_TIMESTAMP);
        } else if (verdict == Idempotence.Verdict.RETRY && mayRetry(batch)) {
            retry(outbox, batch, now);
        } else {
            fail(outbox, batch, refusal.error, refusal.exception(partitionOf(outbox)));
        }
    }

    /** The request has no answer: what the broker did is not known, unless it cannot have got it. */
    void unanswered(Lane.Shipment shipment, KafkaException cause) {
        long now = floor.time().nanos();
        metrics.requestFailed();
        floor.metadata().refresh();
        for (int i = 0; i < shipment.batches().size(); i++) {
            ProducerBatch batch = shipment.batches().get(i);
            Outbox outbox = shipment.outboxes().get(i);
            outbox.out().remove(batch);
            if (batch.isEnded()) {
                continue;
            }
            if (cause instanceof UnsupportedVersionException) {
                idempotence.refused(batch.identity());
                fail(outbox, batch, ErrorCode.UNSUPPORTED_VERSION, cause);
            } else {
                unsure(outbox, batch, cause, now);
            }
        }
    }

    private void unsure(Outbox outbox, ProducerBatch batch, KafkaException cause, long now) {
        if (batch.isEnded()) {
            return;
        }
        idempotence.lost(batch.identity());
        if (mayRetry(batch)) {
            retry(outbox, batch, now);
        } else {
            fail(outbox, batch, null, cause);
        }
    }

    private boolean mayRetry(ProducerBatch batch) {
        return batch.attempts() <= rules.retries();
    }

    private void retry(Outbox outbox, ProducerBatch batch, long now) {
        long backoffMs = rules.retry().delayMs(batch.attempts(), floor.randomness());
        batch.retryAt(now + TimeUnit.MILLISECONDS.toNanos(backoffMs));
        metrics.retried(batch);
        outbox.queue().putBack(batch);
    }

    private void fail(Outbox outbox, ProducerBatch batch, @Nullable ErrorCode error, KafkaException cause) {
        if (rules.isIdempotent()) {
            idempotence.gaveUp(partitionOf(outbox), batch.identity());
        }
        metrics.failed(batch);
        endings.failed(batch, cause);
        gate.failed(partitionOf(outbox), error, cause);
    }

    private void learnLeader(Outbox outbox, LeaderIdAndEpoch leader, List<NodeEndpoint> endpoints) {
        if (leader.leaderId() < 0) {
            return;
        }
        Node node = null;
        for (NodeEndpoint endpoint : endpoints) {
            if (endpoint.nodeId() == leader.leaderId()) {
                node = new Node(endpoint.nodeId(), endpoint.host(), endpoint.port(), endpoint.rack());
            }
        }
        floor.metadata().leaderLearned(partitionOf(outbox), leader.leaderId(), leader.leaderEpoch(), node);
    }

    /** Gives up what is older than {@code delivery.timeout.ms}, whether it waits or is out. */
    void expire(Outbox outbox, long now) {
        long oldest = now - rules.deliveryNanos();
        for (ProducerBatch batch : List.copyOf(outbox.out())) {
            if (!batch.isEnded() && batch.createdNanos() - oldest <= 0) {
                fail(outbox, batch, null, tooOld(outbox, batch));
            }
        }
        ProducerBatch batch = outbox.queue().removeOlderThan(oldest);
        while (batch != null) {
            fail(outbox, batch, null, tooOld(outbox, batch));
            batch = outbox.queue().removeOlderThan(oldest);
        }
    }

    private TimeoutException tooOld(Outbox outbox, ProducerBatch batch) {
        String fate = batch.attempts() == 0
                ? "was never sent"
                : "was sent " + batch.attempts() + " times and not acknowledged";
        return new TimeoutException("a batch of " + batch.recordCount() + " records to " + partitionOf(outbox)
                + " is given up after " + TimeUnit.NANOSECONDS.toMillis(rules.deliveryNanos())
                + " ms (delivery.timeout.ms): it " + fate);
    }

    /** Gives up everything of one partition, also what is being compressed. */
    void abort(Outbox outbox, KafkaException cause) {
        List<ProducerBatch> all = new ArrayList<>(outbox.out());
        all.addAll(outbox.queue().removeAll());
        for (ProducerBatch batch : all) {
            if (!batch.isEnded()) {
                idempotence.gaveUp(partitionOf(outbox), batch.identity());
                endings.failed(batch, cause);
            }
        }
    }

    /** Gives up what waits of one partition and was never sent, or waits to be sent again. */
    void abortWaiting(Outbox outbox, KafkaException cause) {
        for (ProducerBatch batch : outbox.queue().removeAll()) {
            if (batch.identity().hasSequence()) {
                gate.gapMade();
            }
            idempotence.gaveUp(partitionOf(outbox), batch.identity());
            endings.failed(batch, cause);
        }
    }
}
