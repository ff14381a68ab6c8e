package io.milena.server.api;

import io.milena.server.coordinator.state.Reply;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;

/**
 * Gathers the answers to the parts of one request, which come in any order and from any thread, and hands them over in
 * the order of the parts when all are there. Thread-safe.
 *
 * @param <R> the answer to a part
 */
final class Gathering<R> {

    private final AtomicReferenceArray<R> answers;
    private final AtomicInteger missing;
    private final Consumer<List<R>> whenAllAreThere;

    private Gathering(int parts, Consumer<List<R>> whenAllAreThere) {
        answers = new AtomicReferenceArray<>(parts);
        missing = new AtomicInteger(parts);
        this.whenAllAreThere = whenAllAreThere;
    }

    /** Gathers {@code parts} answers; without any part all are there at once. */
    static <R> Gathering<R> of(int parts, Consumer<List<R>> whenAllAreThere) {
        if (parts == 0) {
            whenAllAreThere.accept(List.of());
        }
        return new Gathering<>(parts, whenAllAreThere);
    }

    /** Takes the answer to part {@code index}. */
    Reply<R> part(int index) {
        return answer -> {
            answers.set(index, answer);
            if (missing.decrementAndGet() == 0) {
                whenAllAreThere.accept(all());
            }
        };
    }

    @SuppressWarnings("unchecked") // every place was set by a part, to an answer
    private List<R> all() {
        var all = (R[]) new Object[answers.length()];
        Arrays.setAll(all, answers::get);
        return Collections.unmodifiableList(Arrays.asList(all));
    }
}
