package io.milena.clients.consumer;

import io.milena.common.KafkaException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** What went wrong in the background and has to come out of the next {@code poll}. Guarded by the consumer's lock. */
final class Problems {

    /** The same trouble comes again with each try: the application needs to hear of it, not to hear all of it. */
    private static final int MAX_WAITING = 16;

    private final Deque<Waiting> waiting = new ArrayDeque<>();

    /** One that was not told; of a place if a seek makes it history. */
    private record Waiting(KafkaException problem, boolean isOfPlace) {}

    /** Something is wrong wherever the application reads. */
    void add(KafkaException problem) {
        add(new Waiting(problem, false));
    }

    /** A partition cannot be read where the application is in it. */
    void addOfPlace(KafkaException problem) {
        add(new Waiting(problem, true));
    }

    private void add(Waiting next) {
        Waiting last = waiting.peekLast();
        boolean isSame = last != null
                && last.problem.getClass() == next.problem.getClass()
                && String.valueOf(last.problem.getMessage()).equals(next.problem.getMessage());
        if (!isSame && waiting.size() < MAX_WAITING) {
            waiting.add(next);
        }
    }

    /** The oldest problem that was not told; null if there is none. */
    @Nullable
    KafkaException poll() {
        Waiting oldest = waiting.poll();
        return oldest == null ? null : oldest.problem;
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
        waiting.removeIf(Waiting::isOfPlace);
    }
}
