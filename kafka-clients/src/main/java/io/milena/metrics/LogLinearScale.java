package io.milena.metrics;

/**
 * Cuts the numbers from 0 to 2^63 - 1 into buckets: exact below 64, then 32 of equal width for every power of two.
 *
 * <pre>
 *   chunk 0      values 0 .. 63       64 buckets, width 1
 *   chunk 1      values 64 .. 127     32 buckets, width 2
 *   chunk 2      values 128 .. 255    32 buckets, width 4
 *   ...
 *   chunk 57     up to 2^63 - 1       32 buckets, width 2^57
 * </pre>
 *
 * <p>The middle of a bucket differs from any value in it by less than 1/64 of that value. Chunks are what a reservoir
 * allocates when it first meets a value of that size.
 */
final class LogLinearScale {

    static final int CHUNKS = 58;
    private static final int FIRST_CHUNK_BUCKETS = 64;
    private static final int CHUNK_BUCKETS = 32;
    private static final int CHUNK_BITS = 5;

    private LogLinearScale() {}

    /** The chunk of {@code value}; negative values count as zero. */
    static int chunkOf(long value) {
        if (value < FIRST_CHUNK_BUCKETS) {
            return 0;
        }
        return Long.SIZE - 1 - Long.numberOfLeadingZeros(value) - CHUNK_BITS;
    }

    /** The bucket of {@code value} inside {@code chunk}, which is its chunk. */
    static int bucketOf(long value, int chunk) {
        if (chunk == 0) {
            return (int) Math.max(0, value);
        }
        return (int) (value >>> chunk) - CHUNK_BUCKETS;
    }

    static int bucketsIn(int chunk) {
        return chunk == 0 ? FIRST_CHUNK_BUCKETS : CHUNK_BUCKETS;
    }

    /** The smallest value of a bucket. */
    static long lowest(int chunk, int bucket) {
        return chunk == 0 ? bucket : (long) (CHUNK_BUCKETS + bucket) << chunk;
    }

    /** The largest value of a bucket. */
    static long highest(int chunk, int bucket) {
        return lowest(chunk, bucket) + (1L << chunk) - 1;
    }

    /** What stands for every value of a bucket. */
    static double middle(int chunk, int bucket) {
        return lowest(chunk, bucket) + ((1L << chunk) - 1) / 2.0;
    }
}
