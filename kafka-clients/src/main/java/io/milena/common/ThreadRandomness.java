package io.milena.common;

import java.util.concurrent.ThreadLocalRandom;

/** Quick chance for jitter and for choices that no one may gain by guessing; not for ids. Thread-safe. */
public final class ThreadRandomness implements Randomness {

    @Override
    public long nextLong() {
        return ThreadLocalRandom.current().nextLong();
    }

    @Override
    public int nextInt(int bound) {
        return ThreadLocalRandom.current().nextInt(bound);
    }
}
