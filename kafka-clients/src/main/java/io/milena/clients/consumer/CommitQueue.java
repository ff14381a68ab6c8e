package io.milena.clients.consumer;

import io.milena.clients.consumer.Commit.Stage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The commits of one consumer in their order: so they are sent, and so their callbacks are called, whatever came of
 * them first. Guarded by the consumer's lock.
 */
final class CommitQueue {

    private final Deque<Commit> commits = new ArrayDeque<>();

    void add(Commit commit) {
        commits.add(commit);
    }

    /** Those that may be sent, in order: none overtakes one that waits for its next try. */
    List<Commit> toSend(long nowNanos) {
        List<Commit> ready = new ArrayList<>();
        for (Commit commit : commits) {
            if (commit.stage() == Stage.WAITING) {
                if (commit.waitNanos(nowNanos) > 0) {
                    break;
                }
                ready.add(commit);
            }
        }
        return ready;
    }

    /** Takes those out whose callbacks may be called: done, with none before them that is not. */
    List<Commit> takeDone() {
        List<Commit> done = new ArrayList<>();
        while (!commits.isEmpty() && commits.getFirst().isDone()) {
            done.add(commits.removeFirst());
        }
        return done;
    }

    /** All that are not done, in order. */
    List<Commit> pending() {
        List<Commit> pending = new ArrayList<>();
        for (Commit commit : commits) {
            if (!commit.isDone()) {
                pending.add(commit);
            }
        }
        return pending;
    }

    boolean isEmpty() {
        return commits.isEmpty();
    }

    boolean hasDone() {
        return !commits.isEmpty() && commits.getFirst().isDone();
    }
}
