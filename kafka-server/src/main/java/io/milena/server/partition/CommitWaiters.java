package io.milena.server.partition;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Requests that wait until some mark, such as the high watermark, passes their last record, ordered by that offset.
 *
 * <p>Guarded by the partition's lock. Nobody is completed here: who is done is handed out, to be told when the lock is
 * free.
 */
final class CommitWaiters {

    private final NavigableMap<Long, List<CommitWaiter>> byOffset = new TreeMap<>();
    private int size;

    /** {@code waiter} waits for the mark to reach {@code endOffset}. */
    void await(long endOffset, CommitWaiter waiter) {
        byOffset.computeIfAbsent(endOffset, offset -> new ArrayList<>(1)).add(waiter);
        size++;
    }

    /** The mark is at {@code mark}: takes out, in offset order, everyone whose records lie wholly below it. */
    List<CommitWaiter> reached(long mark) {
        if (size == 0 || byOffset.firstKey() > mark) {
            return List.of();
        }
        List<CommitWaiter> done = new ArrayList<>();
        while (size > 0 && byOffset.firstKey() <= mark) {
            Map.Entry<Long, List<CommitWaiter>> first = byOffset.pollFirstEntry();
            done.addAll(first.getValue());
            size -= first.getValue().size();
        }
        return done;
    }

    /** Has everyone whose records lie wholly below {@code mark} wait for another one, at {@code others}. */
    void moveTo(CommitWaiters others, long mark) {
        while (size > 0 && byOffset.firstKey() <= mark) {
            Map.Entry<Long, List<CommitWaiter>> first = byOffset.pollFirstEntry();
            first.getValue().forEach(waiter -> others.await(first.getKey(), waiter));
            size -= first.getValue().size();
        }
    }

    /** Takes out everyone, because the mark will never reach them. */
    List<CommitWaiter> abandoned() {
        return reached(Long.MAX_VALUE);
    }

    /** {@code waiter} gave up; does nothing if it is not here. */
    void leave(long endOffset, CommitWaiter waiter) {
        List<CommitWaiter> waiters = byOffset.get(endOffset);
        if (waiters != null && waiters.remove(waiter)) {
            size--;
            if (waiters.isEmpty()) {
                byOffset.remove(endOffset);
            }
        }
    }

    int size() {
        return size;
    }
}
