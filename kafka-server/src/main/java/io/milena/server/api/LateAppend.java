package io.milena.server.api;

import io.milena.common.errors.ErrorCode;
import io.milena.common.time.Scheduler;
import io.milena.protocol.messages.ProduceResponse.PartitionProduceResponse;
import io.milena.server.partition.ProduceOutcome;
import io.milena.server.partition.ProduceOutcome.Refused;
import io.milena.server.partition.TopicMetrics;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The part of a produce request whose append another thread does, because the event loop would have had to wait for it.
 * Brings the outcome back to the loop.
 *
 * <p>Told once, on a thread of the log's directory; the loop's queue hands the outcome over, so nothing is locked.
 */
final class LateAppend implements Consumer<ProduceOutcome>, Runnable {

    private final ProduceReply reply;
    private final Scheduler loop;
    private final ProduceAttempt attempt;
    private ProduceOutcome outcome = Refused.because(ErrorCode.UNKNOWN_SERVER_ERROR);

    /**
     * One partition's records of a request, whatever becomes of them.
     *
     * @param ofTopic where they are counted
     * @param response what the producer is told of them
     * @param part waits, should they be stored and that not be enough; null if it always is
     * @param sizeBytes bytes sent
     * @param isRewritten whether they are brought into another form
     */
    record Written(
            TopicMetrics ofTopic,
            PartitionProduceResponse response,
            @Nullable ProducePart part,
            int sizeBytes,
            boolean isRewritten) {}

    LateAppend(ProduceReply reply, Scheduler loop, ProduceAttempt attempt) {
        this.reply = reply;
        this.loop = loop;
        this.attempt = attempt;
    }

    /** On the lane. */
    @Override
    public void accept(ProduceOutcome what) {
        outcome = what;
        loop.execute(this);
    }

    /** On the loop. */
    @Override
    public void run() {
        reply.appendedLate(attempt, outcome);
    }
}
