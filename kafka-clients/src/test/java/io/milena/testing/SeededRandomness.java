package io.milena.testing;

import io.milena.common.Randomness;
import java.util.Random;

/** Chance from a seed. Thread-safe. */
public final class SeededRandomness implements Randomness {

    private final Random random;

    public SeededRandomness(long seed) {
        random = new Random(seed);
    }

    @Override
    public long nextLong() {
        return random.nextLong();
    }

    @Override
    public int nextInt(int bound) {
        return random.nextInt(bound);
    }
}
