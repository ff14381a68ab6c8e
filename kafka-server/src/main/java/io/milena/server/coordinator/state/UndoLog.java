package io.milena.server.coordinator.state;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Takes back the changes of a batch whose append was refused before a byte entered the log.
 *
 * <p>A shard applies each decision of a batch at once, so that the next one decides on the newest state, and notes here
 * how to undo it. A batch that is in the log stands, whatever happens to it later, and its notes are forgotten; a
 * refused one is unwound, newest first. While a shard is loaded nothing can be refused, and nothing is noted.
 *
 * <p>Confined to the shard's thread.
 */
public final class UndoLog {

    private final Deque<Runnable> steps = new ArrayDeque<>();
    private boolean isOpen;

    /** From here on changes are noted. */
    public void open() {
        isOpen = true;
    }

    /** Something changed that {@code undo} restores. */
    public void note(Runnable undo) {
        if (isOpen) {
            steps.addLast(undo);
        }
    }

    /** All that was noted is in the log. */
    public void forget() {
        steps.clear();
    }

    /** Of what was noted, the oldest {@code count} changes are in the log. */
    public void forgetOldest(int count) {
        for (int i = 0; i < count; i++) {
            steps.removeFirst();
        }
    }

    /** All that was noted is refused. */
    public void unwind() {
        unwindTo(0);
    }

    /** What was noted after the oldest {@code count} changes is refused. */
    public void unwindTo(int count) {
        while (steps.size() > count) {
            steps.removeLast().run();
        }
    }

    /** Changes that can be taken back. */
    public int pending() {
        return steps.size();
    }
}
