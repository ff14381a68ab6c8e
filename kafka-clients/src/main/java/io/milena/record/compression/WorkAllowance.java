package io.milena.record.compression;

/**
 * What the work on one batch may take beside the batch itself and what is kept anyway: memory, and bytes to look
 * through. Asked before each step, and refuses by {@link WorkRefused}; then the work is given up, and may be begun anew
 * under another allowance.
 *
 * <p>An implementation need not be thread-safe: work on one batch is done by one thread.
 */
public interface WorkAllowance {

    /** Refuses nothing. For whoever bounds the work by other means. */
    WorkAllowance UNBOUNDED = new WorkAllowance() {
        @Override
        public void takeMemory(long bytes) {}

        @Override
        public void giveMemoryBack(long bytes) {}

        @Override
        public void uncompressed(long bytes) {}
    };

    /**
     * {@code bytes} of memory are about to be taken.
     *
     * @throws WorkRefused if they may not
     */
    void takeMemory(long bytes);

    /** {@code bytes} that were taken are free again. What is not given back ends with the allowance. */
    void giveMemoryBack(long bytes);

    /**
     * {@code bytes} came out of a compressed payload.
     *
     * @throws WorkRefused if it may not go on
     */
    void uncompressed(long bytes);
}
