package io.milena.metrics;

import com.codahale.metrics.Counting;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * One count kept by several event loops, each adding to a place of its own with a plain store; merged on reading.
 *
 * <p>Cheaper than any shared counter because no other thread ever writes a lane's cache line. Only the thread of a lane
 * may add to it; any thread may read.
 */
public final class LaneCounters implements Counting {

    private static final VarHandle COUNTS = MethodHandles.arrayElementVarHandle(long[].class);
    /** Longs from one lane to the next: two cache lines, because processors fetch them in pairs. */
    private static final int STRIDE = 16;

    private final long[] counts;

    /** @param lanes number of event loops, 1 or more */
    public LaneCounters(int lanes) {
        counts = new long[(lanes + 1) * STRIDE];
    }

    /** Adds {@code events}; called on the thread of {@code lane} only. */
    public void add(int lane, long events) {
        int index = (lane + 1) * STRIDE;
        COUNTS.setOpaque(counts, index, counts[index] + events);
    }

    @Override
    public long getCount() {
        long sum = 0;
        for (int index = STRIDE; index < counts.length; index += STRIDE) {
            sum += (long) COUNTS.getOpaque(counts, index);
        }
        return sum;
    }
}
