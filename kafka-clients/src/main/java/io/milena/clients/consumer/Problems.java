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

    /** The application reads something else: whatever went wrong before is history. */
    void forget() {
        waiting.clear();
    }

    /** The application said where to read on: what could not be read before is history; all else is not. */
    void forgetPlaces() {
        waiting.removeIf(Problems::isOfPlace);
    }

    /** Those of places have a class of their own, or, for a log that its broker finds corrupt, the plainest. */
    private static boolean isOfPlace(KafkaException problem) {
        return problem instanceof InvalidOffsetException || problem.getClass() == KafkaException.class;
    }
}
