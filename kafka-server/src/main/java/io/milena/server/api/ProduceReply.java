package io.milena.server.api;

import io.milena.common.errors.ErrorCode;
import io.milena.common.time.Scheduler;
import io.milena.protocol.messages.ProduceResponse;
import io.milena.protocol.messages.ProduceResponse.BatchIndexAndErrorMessage;
import io.milena.protocol.messages.ProduceResponse.PartitionProduceResponse;
import io.milena.protocol.messages.ProduceResponse.TopicProduceResponse;
import io.milena.server.api.LateAppend.Written;
import io.milena.server.partition.ConversionWatch;
import io.milena.server.partition.Partition;
import io.milena.server.partition.PartitionMetrics;
import io.milena.server.partition.ProduceOutcome;
import io.milena.server.partition.ProduceOutcome.Refused;
import io.milena.server.partition.ProduceOutcome.Stored;
import io.milena.server.partition.ProduceOutcome.Unproven;
import io.milena.server.partition.ProduceTerms;
import io.milena.server.partition.RequiredAcks;
import io.milena.server.partition.TopicMetrics;
import io.milena.storage.AppendResult;
import io.netty.buffer.ByteBuf;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Collects what became of each partition of one produce request, and answers once everything is known.
 *
 * <p>Filled on the connection's event loop. An append that would make the loop wait is left to another thread, and the
 * request goes on when the last of these is back: until then it holds the connection. Parts that wait for the commit or
 * a force may be completed by other threads; the last one brings the reply back to the loop. Nothing is locked or timed
 * for a request that need not wait.
 */
final class ProduceReply implements ConversionWatch {

    private static final short FIRST_WITH_LEADER = 10;
    private static final long UNKNOWN_OFFSET = -1;

    private final Caller<ProduceResponse> caller;
    private final Holdings holdings;
    private final RequiredAcks acks;
    private final ProduceTransaction transaction;
    private final List<TopicProduceResponse> topics = new ArrayList<>(1);
    private final PartitionMetrics metrics;
    private final ProduceTally tally;
    private String topic = "";
    private List<PartitionProduceResponse> partitions = List.of();
    private @Nullable List<ProducePart> waiting;

    /** Appends that another thread does, or that wait for a proof; counted on the loop. */
    private int late;

    private int timeoutMs;
    private long conversionNanos;
    private long convertedBytes;

    /** Parts that may still be told something, and one more until all records are appended. */
    private final AtomicInteger open = new AtomicInteger(1);

    private Scheduler.@Nullable Timer timer;
    private ErrorCode firstError = ErrorCode.NONE;

    ProduceReply(Caller<ProduceResponse> caller, Holdings holdings, RequiredAcks acks, ProduceTransaction transaction) {
        this.caller = caller;
        this.holdings = holdings;
        this.acks = acks;
        this.transaction = transaction;
        this.metrics = holdings.partitions().metrics();
        this.tally = new ProduceTally(metrics);
    }

    RequiredAcks acks() {
        return acks;
    }

    /** Whether the request may hold transactional records. */
    boolean isOfTransaction() {
        return transaction.isOne();
    }

    /** What follows is about this topic. */
    void topic(String name, int partitionCount) {
        topic = name;
        partitions = new ArrayList<>(partitionCount);
        topics.add(new TopicProduceResponse().name(name).partitionResponses(partitions));
    }

    /** Nothing of that partition's records was written. */
    void refused(int index, Refused refusal) {
        fail(part(index), refusal.code());
        partitions.get(partitions.size() - 1).errorMessage(refusal.why());
    }

    private PartitionProduceResponse part(int index) {
        var part = new PartitionProduceResponse().index(index);
        partitions.add(part);
        return part;
    }

    /** Writes the records of one partition, now or later. */
    void append(Partition partition, ByteBuf records, ProduceTerms terms) {
        TopicMetrics ofTopic = tally.asked(topic);
        var response = part(partition.name().partition());
        ProducePart part = null;
        if (partition.mayAnswerLater(acks)) {
            // It may be told that its wait is over before the append has returned, so it is counted first.
            part = new ProducePart(this, partition, response);
            open.incrementAndGet();
        }
        int sizeBytes = records.readableBytes();
        boolean isRewritten = ProduceTally.isRewritten(partition, records);
        var written = new Written(ofTopic, response, part, sizeBytes, isRewritten);
        ByteBuf held = transaction.isOne() ? records.retain() : records;
        attempt(new ProduceAttempt(partition, held, terms, written));
    }

    private void attempt(ProduceAttempt attempt) {
        ByteBuf records = attempt.records();
        ProducePart part = attempt.written().part();
        ProduceOutcome outcome = attempt.partition().tryAppend(records, attempt.terms(), part);
        if (outcome == null) {
            late++;
            attempt.partition()
                    .appendLater(
                            records.retain(), attempt.terms(), part, new LateAppend(this, caller.scheduler(), attempt));
        } else {
            settle(attempt, outcome);
        }
    }

    private void settle(ProduceAttempt attempt, ProduceOutcome outcome) {
        if (outcome instanceof Unproven unproven && !attempt.isProven()) {
            late++;
            prove(attempt.with(unproven.proof()));
            return;
        }
        if (transaction.isOne()) {
            attempt.records().release();
        }
        // The transaction ended while its coordinator was asked.
        store(attempt.written(), outcome instanceof Unproven ? Refused.because(ErrorCode.INVALID_TXN_STATE) : outcome);
    }

    private void prove(ProduceAttempt attempt) {
        transaction.verify(
                attempt, caller.version(), error -> caller.scheduler().execute(() -> proven(attempt, error)));
    }

    private void proven(ProduceAttempt attempt, ErrorCode error) {
        if (error == ErrorCode.NONE) {
            attempt(attempt);
        } else {
            settle(attempt, Refused.because(error));
        }
        lateIsDone();
    }

    private void store(Written written, ProduceOutcome outcome) {
        if (outcome instanceof Stored stored) {
            written.response()
                    .baseOffset(stored.firstOffset())
                    .logAppendTimeMs(stored.logAppendTimeMs())
                    .logStartOffset(stored.logStartOffset());
            tally.stored(written.ofTopic(), stored, written.sizeBytes(), written.isRewritten());
        } else {
            blame(written.response(), (Refused) outcome);
            tally.refused(written.ofTopic(), ((Refused) outcome).code(), written.sizeBytes());
        }
        ProducePart part = written.part();
        if (part == null) {
            return;
        }
        if (outcome instanceof Stored stored && !stored.answerDue()) {
            part.awaiting(stored.endOffset());
            waiting = waiting == null ? new ArrayList<>(1) : waiting;
            waiting.add(part);
        } else {
            open.decrementAndGet();
        }
    }

    /** An append that another thread has done. On the loop. */
    void appendedLate(ProduceAttempt attempt, ProduceOutcome outcome) {
        settle(attempt, outcome);
        lateIsDone();
    }

    private void lateIsDone() {
        late--;
        if (late == 0) {
            allAppended();
        }
    }

    private void blame(PartitionProduceResponse response, Refused refusal) {
        fail(response, refusal.code());
        response.errorMessage(refusal.why());
        if (refusal.recordIndex() != AppendResult.NO_RECORD) {
            response.recordErrors(List.of(new BatchIndexAndErrorMessage()
                    .batchIndex(refusal.recordIndex())
                    .batchIndexErrorMessage(refusal.why())));
        }
    }

    private void fail(PartitionProduceResponse response, ErrorCode error) {
        response.errorCode(error.code()).baseOffset(UNKNOWN_OFFSET);
        firstError = firstError == ErrorCode.NONE ? error : firstError;
    }

    /** All records are on their way into the logs: answers when they are there, and what the producer waits for is. */
    void handled(int timeLimitMs) {
        timeoutMs = timeLimitMs;
        if (late == 0) {
            allAppended();
        }
    }

    /** Comes before the append of these records, and so before {@link #allAppended}. */
    @Override
    public synchronized void converted(long nanos, long bytes) {
        conversionNanos += nanos;
        convertedBytes += bytes;
    }

    /** Answers now, or when the last part is committed, or when the time is up. */
    private void allAppended() {
        if (convertedBytes > 0) {
            caller.converted(conversionNanos, convertedBytes);
        }
        if (acks == RequiredAcks.NONE) {
            finishUnanswered();
            return;
        }
        List<ProducePart> parts = waiting;
        if (parts == null) {
            caller.reply(response());
            return;
        }
        beginWaiting(parts);
        partSettled();
    }

    private void finishUnanswered() {
        if (firstError == ErrorCode.NONE) {
            caller.noReply();
        } else {
            caller.close("a Produce with acks=0 failed with " + firstError, response());
        }
    }

    private void beginWaiting(List<ProducePart> parts) {
        metrics.produceWaitBegan();
        caller.proceed();
        caller.onClosed(() -> parts.forEach(ProducePart::giveUp));
        timer = caller.scheduler()
                .after(Duration.ofMillis(Math.max(0, timeoutMs)), () -> parts.forEach(ProducePart::giveUp));
    }

    /** One part knows its end. From any thread. */
    void partSettled() {
        if (open.decrementAndGet() == 0) {
            caller.scheduler().execute(this::finish);
        }
    }

    private void finish() {
        metrics.produceWaitEnded();
        if (timer != null) {
            timer.cancel();
        }
        if (waiting != null) {
            waiting.forEach(this::conclude);
        }
        caller.reply(response());
    }

    private void conclude(ProducePart part) {
        if (part.outcome() != ErrorCode.NONE) {
            fail(part.response(), part.outcome());
        }
    }

    private ProduceResponse response() {
        var response = new ProduceResponse().responses(topics);
        if (firstError != ErrorCode.NONE && caller.version() >= FIRST_WITH_LEADER) {
            new LeaderHints(holdings, caller.peer().listener()).addTo(response);
        }
        return response;
    }
}
