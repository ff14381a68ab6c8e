package io.milena.clients.producer;

import io.milena.common.Randomness;

/**
 * Chooses partitions for records of one topic that have no key (KIP-480, KIP-794): stays with one until as many bytes
 * went to it as a batch holds, so that batches become full, and then draws the next. What waits for a partition counts
 * against it, so that a slow broker gets less; where nothing waits, all are equal.
 *
 * <p>Pure but for the chance that is handed in. Guarded by itself: one draw for each batch.
 */
final class StickyChoice {

    /** Stands for a partition that is not to be chosen, because its broker cannot be reached. */
    static final int OUT_OF_REACH = -1;

    private static final int NONE = -1;

    private final Randomness randomness;
    private final int stickyBytes;
    private volatile int current = NONE;
    private int bytes;

    /** Batches that wait for each partition, or {@link #OUT_OF_REACH}. */
    @FunctionalInterface
    interface Loads {
        int of(int partition);
    }

    /** @param stickyBytes after which another partition is drawn */
    StickyChoice(int stickyBytes, Randomness randomness) {
        this.stickyBytes = Math.max(1, stickyBytes);
        this.randomness = randomness;
    }

    /** The partition to send to now, of {@code partitions}. */
    int partition(int partitions, Loads loads) {
        int known = current;
        return known >= 0 && known < partitions ? known : redraw(partitions, loads);
    }

    private synchronized int redraw(int partitions, Loads loads) {
        if (current < 0 || current >= partitions) {
            draw(partitions, loads);
        }
        return current;
    }

    /** {@code sent} bytes went to {@code partition}, which was chosen here. */
    synchronized void sent(int partition, int sent, int partitions, Loads loads) {
        if (partition != current) {
            return;
        }
        bytes += sent;
        if (bytes >= stickyBytes) {
            draw(partitions, loads);
        }
    }

    private void draw(int partitions, Loads loads) {
        int[] load = new int[partitions];
        int most = 0;
        int reachable = 0;
        for (int i = 0; i < partitions; i++) {
            load[i] = loads.of(i);
            most = Math.max(most, load[i]);
            reachable += load[i] == OUT_OF_REACH ? 0 : 1;
        }
        bytes = 0;
        current = reachable == 0 ? randomness.nextInt(partitions) : weighted(load, most);
    }

    /** Each partition has one chance, and one more for each batch that it has waiting less than the fullest. */
    private int weighted(int[] load, int most) {
        long total = 0;
        for (int one : load) {
            total += weight(one, most);
        }
        long drawn = randomness.nextInt((int) Math.min(total, Integer.MAX_VALUE));
        int partition = 0;
        for (int i = 0; i < load.length; i++) {
            drawn -= weight(load[i], most);
            if (drawn < 0) {
                return i;
            }
            partition = load[i] == OUT_OF_REACH ? partition : i;
        }
        return partition;
    }

    private static int weight(int load, int most) {
        return load == OUT_OF_REACH ? 0 : most - load + 1;
    }
}
