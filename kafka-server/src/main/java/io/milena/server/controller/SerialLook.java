package io.milena.server.controller;

import io.milena.common.time.Scheduler;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Looks at a part of ZooKeeper, never twice at the same time: changes that are reported while a look is under way lead
 * to one more after it, so that looks do not overtake each other and the last one sees the newest state. A look that
 * fails is repeated after a while, since it may have left no watch.
 *
 * <p>Confined to the lane.
 */
final class SerialLook {

    /** When to look again at what could not be read, or was being written. */
    private static final Duration LATER = Duration.ofSeconds(1);

    private final Scheduler lane;
    private final Subject subject;
    private boolean looking;
    private boolean lookAgain;
    private boolean laterDue;

    /** First looks that wait for the end of the one under way. */
    private final Deque<CompletableFuture<Void>> turns = new ArrayDeque<>();

    SerialLook(Scheduler lane, Subject subject) {
        this.lane = lane;
        this.subject = subject;
    }

    /** The first look, of which only the future tells: it neither reports changes nor is repeated when it fails. */
    CompletableFuture<Void> first() {
        if (looking) {
            var turn = new CompletableFuture<Void>();
            turns.add(turn);
            return turn.thenCompose(mine -> first());
        }
        looking = true;
        return subject.look().<Void>thenApply(changed -> null).whenComplete((done, failure) -> ended());
    }

    /** Looks at once, or after the look that is under way. */
    void again() {
        if (looking) {
            lookAgain = true;
            return;
        }
        if (subject.isOver()) {
            return;
        }
        looking = true;
        subject.look().whenComplete((changed, failure) -> {
            report(changed, failure);
            ended();
        });
    }

    private void ended() {
        looking = false;
        CompletableFuture<Void> turn = turns.poll();
        if (turn != null) {
            turn.complete(null);
        } else if (lookAgain) {
            lookAgain = false;
            again();
        }
    }

    /** Passes on what came of a look, or of reading a part of its subject. */
    void report(@Nullable Boolean changed, @Nullable Throwable failure) {
        if (failure != null) {
            subject.failed(failure);
            later();
        } else if (Boolean.TRUE.equals(changed) && !subject.isOver()) {
            subject.changed();
        }
    }

    /** Looks again in a while; once, however often this is called until then. */
    void later() {
        if (laterDue || subject.isOver()) {
            return;
        }
        laterDue = true;
        lane.after(LATER, () -> {
            laterDue = false;
            again();
        });
    }

    /** What is looked at, and what follows from it. Called on the lane. */
    interface Subject {

        /** Whether nobody needs to look any more. */
        boolean isOver();

        /** Sets watches, reads, and takes over what is new; the future holds whether anything was. */
        CompletableFuture<Boolean> look();

        /** A look has taken over something new. */
        void changed();

        /** A look has failed; it will be repeated. */
        void failed(Throwable failure);
    }
}
