package io.milena.clients;

import io.milena.common.Randomness;

/**
 * How long to wait after the first, second, third ... failure in a row: twice as long each time, up to a bound, a fifth
 * more or less by chance, so that many clients do not come back at the same moment. Immutable; pure but for the chance
 * that is handed in.
 *
 * @param initialMs after the first failure; 0 for not at all
 * @param maxMs at most, chance apart; where it is below {@code initialMs}, every wait takes this long
 */
public record Backoff(long initialMs, long maxMs) {

    /** A fifth, in thousandths. */
    private static final int JITTER = (int) (CommonClientConfigs.RETRY_BACKOFF_JITTER * 1_000);

    /** By then twice as long each time has gone past any bound. */
    private static final int MOST_DOUBLINGS = 40;

    public Backoff {
        if (initialMs < 0 || maxMs < 0) {
            throw new IllegalArgumentException(
                    "backoff of " + initialMs + " to " + maxMs + " ms (expected: 0 or more of each)");
        }
    }

    /**
     * Milliseconds to wait.
     *
     * @param failures in a row, 1 or more; 0 waits not at all
     */
    public long delayMs(int failures, Randomness randomness) {
        if (failures <= 0) {
            return 0;
        }
        long plain = plainDelayMs(failures);
        long thousandths = 1_000L - JITTER + randomness.nextInt(2 * JITTER + 1);
        return plain <= Long.MAX_VALUE / 2_000 ? plain * thousandths / 1_000 : plain;
    }

    private long plainDelayMs(int failures) {
        int doublings = Math.min(failures - 1, MOST_DOUBLINGS);
        boolean isPast = initialMs >= maxMs || initialMs > maxMs >> doublings;
        return isPast ? maxMs : initialMs << doublings;
    }
}
