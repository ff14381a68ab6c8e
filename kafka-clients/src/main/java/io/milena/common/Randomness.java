package io.milena.common;

/** Where chance comes from: ids, jitter, placement. Given by the root; seeded in a simulation. Thread-safe. */
public interface Randomness {

    /** Any long. */
    long nextLong();

    /** An int from 0 (inclusive) to {@code bound} (exclusive); {@code bound} is 1 or more. */
    int nextInt(int bound);
}
