package io.milena.clients.producer;

/**
 * When the first batch of a partition may go: at once if it is full, if others wait behind it, or if somebody is
 * waiting for it; else after {@code linger.ms}; and not before its backoff is over if it was out already. Pure.
 */
final class BatchDrain {

    /** Something else has to happen first. */
    static final long NOT_BY_ITSELF = Long.MAX_VALUE;

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
}
