package io.milena.common.time;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Many time-outs, most of which are cancelled: a hashed timing wheel.
 *
 * <p>Pure: reads no clock and owns no thread. Confined to the thread of its owner, usually an event loop.
 *
 * <p>Time is cut into ticks; a task lies in the slot {@code tick % slots} of the tick at or after its deadline,
 * however many turns ahead. So scheduling and cancelling are O(1) and an advance visits each slot that passed once. A
 * task never runs before its deadline, and at most one tick late if {@link #advance} is called every tick. Deadlines
 * are compared by difference, as those of {@link System#nanoTime} must be.
 */
public final class TimerWheel {

    private final long tickNanos;
    private final long startNanos;
    private final Entry[] slots;
    private final ArrayDeque<Entry> due = new ArrayDeque<>();
    private long lastTick;
    private int pending;

    /**
     * @param tickNanos length of a tick, 1 or more: how late a task may run
     * @param slots number of slots, 1 or more; best a little more than a usual time-out has ticks
     * @param startNanos the time now
     */
    public TimerWheel(long tickNanos, int slots, long startNanos) {
        if (tickNanos < 1 || slots < 1) {
            throw new IllegalArgumentException(
                    "tick " + tickNanos + " ns, " + slots + " slots (expected: 1 or more of each)");
        }
        this.tickNanos = tickNanos;
        this.startNanos = startNanos;
        this.slots = new Entry[slots];
        for (int i = 0; i < slots; i++) {
            this.slots[i] = new Entry(0, () -> {});
        }
    }

    /**
     * Runs {@code task} in the first {@link #advance} whose time reaches {@code deadlineNanos}, rounded up to a tick; a
     * deadline that has passed means the next tick. Cancelling the returned handle is O(1) and forgets the task.
     */
    public Scheduler.Timer schedule(long deadlineNanos, Runnable task) {
        long tick = -Math.floorDiv(-(deadlineNanos - startNanos), tickNanos);
        var entry = new Entry(Math.max(tick, lastTick + 1), task);
        entry.linkBefore(slots[slotOf(entry.tick)]);
        pending++;
        return entry;
    }

    /**
     * Runs everything due at {@code nowNanos}, by tick and within a tick in the order scheduled. Tasks may schedule and
     * cancel. When one throws, the exception goes to the caller and the others run in the next call.
     *
     * @return how many tasks ran
     */
    public int advance(long nowNanos) {
        long tick = Math.floorDiv(nowNanos - startNanos, tickNanos);
        if (tick > lastTick) {
            long from = lastTick;
            lastTick = tick;
            collectDue(from);
        }
        return runDue();
    }

    private void collectDue(long from) {
        if (pending == due.size()) {
            return;
        }
        long passed = Math.min(lastTick - from, slots.length);
        var found = new ArrayList<Entry>();
        for (long i = 1; i <= passed; i++) {
            unlinkDue(slots[slotOf(from + i)], found);
        }
        if (lastTick - from > 1) {
            found.sort(Comparator.comparingLong(entry -> entry.tick));
        }
        due.addAll(found);
    }

    private void unlinkDue(Entry slot, List<Entry> found) {
        Entry entry = slot.next;
        while (entry != slot) {
            Entry next = entry.next;
            if (entry.tick <= lastTick) {
                entry.unlink();
                found.add(entry);
            }
            entry = next;
        }
    }

    private int runDue() {
        int ran = 0;
        Entry entry = due.poll();
        while (entry != null) {
            Runnable task = entry.take();
            if (task != null) {
                ran++;
                task.run();
            }
            entry = due.poll();
        }
        return ran;
    }

    /** How many tasks are waiting: neither run nor cancelled. */
    public int pending() {
        return pending;
    }

    private int slotOf(long tick) {
        return (int) Math.floorMod(tick, (long) slots.length);
    }

    /** One task in the ring of its slot; the slot itself is an entry that never runs. */
    private final class Entry implements Scheduler.Timer {

        private final long tick;
        private @Nullable Runnable task;
        private Entry previous = this;
        private Entry next = this;

        Entry(long tick, Runnable task) {
            this.tick = tick;
            this.task = task;
        }

        /** The task, once: from then on this entry is neither pending nor cancellable. */
        @Nullable
        Runnable take() {
            Runnable taken = task;
            if (taken != null) {
                task = null;
                pending--;
            }
            return taken;
        }

        @Override
        public void cancel() {
            if (take() != null) {
                unlink();
            }
        }

        void linkBefore(Entry slot) {
            previous = slot.previous;
            next = slot;
            previous.next = this;
            slot.previous = this;
        }

        void unlink() {
            previous.next = next;
            next.previous = previous;
            previous = this;
            next = this;
        }
    }
}
