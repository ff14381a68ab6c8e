package io.milena.server;

import io.milena.common.Randomness;
import java.security.SecureRandom;

/** Chance from the machine. Thread-safe. */
final class SystemRandomness implements Randomness {

    private final SecureRandom random = new SecureRandom();

    @Override
    public long nextLong() {
        return random.nextLong();
    }

    @Override
    public int nextInt(int bound) {
        return random.nextInt(bound);
    }
}
