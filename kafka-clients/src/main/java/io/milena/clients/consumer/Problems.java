package io.milena.clients.consumer;

import io.milena.common.KafkaException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** What went wrong in the background and has to come out of the next {@code poll}. Guarded by the consumer's lock. */
final class Problems {

    /** The same trouble comes again with each try: the application needs to hear of it, not to hear all of it. */
    private static final int MAX_WAITING = 16;

    private final Deque<KafkaException> waiting = new ArrayDeque<>();

    void add(KafkaException problem) {
        KafkaException last = waiting.peekLast();
        boolean isSame = last != null
                && last.getClass() == problem.getClass()
                && String.valueOf(last.getMessage()).equals(problem.getMessage());
        if (!isSame && waiting.size() < MAX_WAITING) {
            waiting.add(problem);
        }
    }

    /** The oldest problem that was not told; null if there is none. */
    @Nullable
    KafkaException poll() {
        return waiting.poll();
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** The application said where to read: what it could not read before is history. */
    void forget() {
        waiting.clear();
    }
}
