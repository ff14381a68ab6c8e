package io.milena.storage;

import io.milena.common.Randomness;
import java.util.Random;

/** Chance from a seed. */
final class SeededRandomness implements Randomness {

    private final Random random;

    SeededRandomness(long seed) {
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
