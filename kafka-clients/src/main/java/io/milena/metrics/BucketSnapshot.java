package io.milena.metrics;

import com.codahale.metrics.Snapshot;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Statistics over bucket counts, each bucket standing for its middle. Immutable.
 *
 * <p>A quantile is read as the metrics library reads it from a sorted array of n values: at position q(n + 1), counted
 * from one, linear between neighbours.
 */
final class BucketSnapshot extends Snapshot {

    private final double[] middles;
    private final long[] ranks;
    private final long min;
    private final long max;

    private BucketSnapshot(double[] middles, long[] ranks, long min, long max) {
        this.middles = middles;
        this.ranks = ranks;
        this.min = min;
        this.max = max;
    }

    @Override
    public double getValue(double quantile) {
        if (!(quantile >= 0 && quantile <= 1)) {
            throw new IllegalArgumentException("quantile: " + quantile + " (expected: 0 to 1)");
        }
        long count = count();
        if (count == 0) {
            return 0;
        }
        double position = quantile * (count + 1);
        if (position < 1) {
            return valueAt(0);
        }
        if (position >= count) {
            return valueAt(count - 1);
        }
        long index = (long) position;
        double lower = valueAt(index - 1);
        return lower + (position - index) * (valueAt(index) - lower);
    }

    private double valueAt(long index) {
        int found = Arrays.binarySearch(ranks, index);
        return middles[found >= 0 ? found + 1 : -found - 1];
    }

    private long count() {
        return ranks.length == 0 ? 0 : ranks[ranks.length - 1];
    }

    private long countOf(int bucket) {
        return bucket == 0 ? ranks[0] : ranks[bucket] - ranks[bucket - 1];
    }

    /** One value for every bucket in use, ascending: how often each came is not told. */
    @Override
    public long[] getValues() {
        return Arrays.stream(middles).mapToLong(Math::round).toArray();
    }

    @Override
    public int size() {
        return (int) Math.min(count(), Integer.MAX_VALUE);
    }

    @Override
    public long getMax() {
        return max;
    }

    @Override
    public long getMin() {
        return min;
    }

    @Override
    public double getMean() {
        double sum = 0;
        for (int i = 0; i < middles.length; i++) {
            sum += middles[i] * countOf(i);
        }
        return middles.length == 0 ? 0 : sum / count();
    }

    @Override
    public double getStdDev() {
        long count = count();
        if (count <= 1) {
            return 0;
        }
        double mean = getMean();
        double sum = 0;
        for (int i = 0; i < middles.length; i++) {
            double distance = middles[i] - mean;
            sum += distance * distance * countOf(i);
        }
        return Math.sqrt(sum / (count - 1));
    }

    @Override
    public void dump(OutputStream output) {
        var writer = new PrintWriter(output, true, StandardCharsets.UTF_8);
        for (int i = 0; i < middles.length; i++) {
            writer.println(middles[i] + " " + countOf(i));
        }
    }

    /** Gathers buckets in ascending order. Confined to one thread. */
    static final class Builder {

        private double[] middles = new double[16];
        private long[] ranks = new long[16];
        private int used;
        private long count;
        private long min;
        private long max;

        /** Adds the buckets of {@code chunk}, which is above all chunks added before. */
        void add(int chunk, long[] counts) {
            for (int bucket = 0; bucket < counts.length; bucket++) {
                if (counts[bucket] > 0) {
                    add(chunk, bucket, counts[bucket]);
                }
            }
        }

        private void add(int chunk, int bucket, long inBucket) {
            if (used == middles.length) {
                middles = Arrays.copyOf(middles, 2 * used);
                ranks = Arrays.copyOf(ranks, 2 * used);
            }
            if (used == 0) {
                min = LogLinearScale.lowest(chunk, bucket);
            }
            max = LogLinearScale.highest(chunk, bucket);
            count += inBucket;
            middles[used] = LogLinearScale.middle(chunk, bucket);
            ranks[used] = count;
            used++;
        }

        BucketSnapshot build() {
            return new BucketSnapshot(Arrays.copyOf(middles, used), Arrays.copyOf(ranks, used), min, max);
        }
    }
}
