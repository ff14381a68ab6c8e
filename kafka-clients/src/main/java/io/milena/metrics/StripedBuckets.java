package io.milena.metrics;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Counts per bucket of {@link LogLinearScale}, in stripes so that threads seldom touch the same cache line.
 *
 * <p>A stripe, and a chunk of a stripe, takes memory when its first value arrives. Thread-safe; counting never locks.
 */
final class StripedBuckets {

    private final AtomicReferenceArray<@Nullable Stripe> stripes;

    /** @param stripes a power of two */
    StripedBuckets(int stripes) {
        this.stripes = new AtomicReferenceArray<>(stripes);
    }

    void count(long value) {
        int index = (int) Thread.currentThread().getId() & (stripes.length() - 1);
        Stripe stripe = stripes.get(index);
        if (stripe == null) {
            stripes.compareAndSet(index, null, new Stripe());
            stripe = stripes.get(index);
        }
        stripe.count(value);
    }

    /** Whether a value of {@code chunk} has been counted. */
    boolean holds(int chunk) {
        for (int i = 0; i < stripes.length(); i++) {
            Stripe stripe = stripes.get(i);
            if (stripe != null && stripe.chunks.get(chunk) != null) {
                return true;
            }
        }
        return false;
    }

    /** Adds all counts of {@code chunk} to {@code totals}. */
    void addTo(int chunk, long[] totals) {
        for (int i = 0; i < stripes.length(); i++) {
            Stripe stripe = stripes.get(i);
            if (stripe != null) {
                stripe.addTo(chunk, totals);
            }
        }
    }

    /** What the threads of one stripe counted. */
    private static final class Stripe {

        private final AtomicReferenceArray<@Nullable AtomicLongArray> chunks =
                new AtomicReferenceArray<>(LogLinearScale.CHUNKS);

        void count(long value) {
            int chunk = LogLinearScale.chunkOf(value);
            AtomicLongArray buckets = chunks.get(chunk);
            if (buckets == null) {
                chunks.compareAndSet(chunk, null, new AtomicLongArray(LogLinearScale.bucketsIn(chunk)));
                buckets = chunks.get(chunk);
            }
            buckets.getAndIncrement(LogLinearScale.bucketOf(value, chunk));
        }

        void addTo(int chunk, long[] totals) {
            AtomicLongArray buckets = chunks.get(chunk);
            if (buckets == null) {
                return;
            }
            for (int bucket = 0; bucket < buckets.length(); bucket++) {
                totals[bucket] += buckets.get(bucket);
            }
        }
    }
}
