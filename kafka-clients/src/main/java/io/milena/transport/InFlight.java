package io.milena.transport;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one connection that have left and have no outcome, oldest first. Answers come in that order, and so
 * do outcomes: that of a request without an answer waits for those before it.
 *
 * <p>Pure: reads no clock. Confined to the connection's event loop.
 */
final class InFlight {

    private final Deque<SentRequest> sent = new ArrayDeque<>();

    void left(SentRequest request) {
        sent.add(request);
    }

    int count() {
        return sent.size();
    }

    /** The request that an answer with this correlation id belongs to; null if none is due. */
    @Nullable
    SentRequest answerCame(int correlationId) {
        SentRequest oldest = sent.peek();
        boolean isDue = oldest != null
                && oldest.correlationId() == correlationId
                && oldest.isWritten()
                && oldest.request().expectsAnswer();
        return isDue ? sent.poll() : null;
    }

    /** A request without an answer that has been written, and nothing before it is open; null if there is none. */
    @Nullable
    SentRequest doneWithoutAnswer() {
        SentRequest oldest = sent.peek();
        boolean isDone =
                oldest != null && oldest.isWritten() && !oldest.request().expectsAnswer();
        return isDone ? sent.poll() : null;
    }

    /** The first moment at which a request has waited too long, by difference from {@code nowNanos}; null for never. */
    @Nullable
    Long nextDeadlineNanos(long nowNanos) {
        Long next = null;
        for (SentRequest request : sent) {
            long deadline = request.deadlineNanos();
            if (next == null || deadline - nowNanos < next - nowNanos) {
                next = deadline;
            }
        }
        return next;
    }

    /** The oldest request that has waited too long; null if there is none. */
    @Nullable
    SentRequest overdue(long nowNanos) {
        for (SentRequest request : sent) {
            if (request.deadlineNanos() - nowNanos <= 0) {
                return request;
            }
        }
        return null;
    }

    /** What is left when the connection has ended, oldest first. */
    List<SentRequest> drain() {
        List<SentRequest> left = new ArrayList<>(sent);
        sent.clear();
        return left;
    }
}
