package io.milena.server.coordinator;

import io.milena.server.coordinator.state.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Waits for several answers and hands them over together. Thread-safe.
 *
 * @param <R> one answer
 */
public final class Gathering<R> {

    private final AtomicReferenceArray<R> answers;
    private final AtomicInteger missing;
    private final Consumer<List<R>> whenDone;

    /** With no parts at all it is done at once. */
    Gathering(int parts, Consumer<List<R>> whenDone) {
        this.answers = new AtomicReferenceArray<>(parts);
        this.missing = new AtomicInteger(parts);
        this.whenDone = whenDone;
        if (parts == 0) {
            whenDone.accept(List.of());
        }
    }

    /** Has {@code ask} called for each of the {@code parts}, and hands over the answers in their order. */
    public static <P, R> void of(List<P> parts, BiConsumer<P, Reply<R>> ask, Consumer<List<R>> whenDone) {
        var gathering = new Gathering<R>(parts.size(), whenDone);
        for (int i = 0; i < parts.size(); i++) {
            ask.accept(parts.get(i), gathering.part(i));
        }
    }

    /** Takes the answer that comes at this place. */
    Reply<R> part(int index) {
        return answer -> {
            answers.set(index, answer);
            if (missing.decrementAndGet() == 0) {
                whenDone.accept(inOrder());
            }
        };
    }

    private List<R> inOrder() {
        List<R> all = new ArrayList<>(answers.length());
        for (int i = 0; i < answers.length(); i++) {
            all.add(answers.get(i));
        }
        return all;
    }
}
