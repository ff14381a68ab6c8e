package io.milena.clients.producer;

import java.util.concurrent.TimeUnit;

/**
 * When the first batch of a partition may go: at once if it is full, if others wait behind it, or if somebody is
 * waiting for it; else after {@code linger.ms}; and not before its backoff is over if it was out already. Pure.
 */
final class BatchDrain {

    /** Something else has to happen first. */
    static final long NOT_BY_ITSELF = Long.MAX_VALUE;

    private static final long LONGEST_REST_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final long lingerNanos;

    /** Whether somebody waits for batches that are not full: a flush, a commit, a close, a record without memory. */
    enum Pressure {
        NONE,
        SOMEONE_WAITS
    }

    BatchDrain(long lingerNanos) {
        this.lingerNanos = lingerNanos;
    }

    /**
     * Nanoseconds until {@code first} may go; 0 for now, {@link #NOT_BY_ITSELF} while it is being compressed.
     *
     * @param waiting batches of the partition, this one included
     */
    long waitNanos(ProducerBatch first, int waiting, Pressure pressure, long nowNanos) {
        if (first.attempts() > 0) {
            return Math.max(0, first.retryAtNanos() - nowNanos);
        }
        if (first.stage() == ProducerBatch.Stage.CLOSED) {
            return NOT_BY_ITSELF;
        }
        boolean lingers = first.stage() == ProducerBatch.Stage.OPEN && waiting <= 1 && pressure == Pressure.NONE;
        return lingers ? Math.max(0, first.createdNanos() + lingerNanos - nowNanos) : 0;
    }

    /** How far apart two requests to a broker are at least, while nothing presses. */
    long restNanos() {
        return Math.min(lingerNanos, LONGEST_REST_NANOS);
    }

    /**
     * For how long {@code first}, which may go now, may wait for batches of other partitions to share a request with,
     * if its leader was sent one just before. Not longer than it might have lingered, and not once a full batch is
     * behind it; the sender ends the rest when a request leaves for that leader.
     */
    long mayRestNanos(ProducerBatch first, PartitionQueue queue, Pressure pressure, long nowNanos) {
        boolean presses = first.attempts() > 0 || queue.hasBacklog() || pressure == Pressure.SOMEONE_WAITS;
        return presses ? 0 : Math.max(0, first.createdNanos() + lingerNanos - nowNanos);
    }
}
