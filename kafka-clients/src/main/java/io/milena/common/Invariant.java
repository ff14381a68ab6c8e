package io.milena.common;

/** Checks that stay on in production. A failed check is a bug in Milena, never bad input. */
public final class Invariant {

    private Invariant() {}

    /** Throws {@link IllegalStateException} unless {@code holds}. */
    public static void check(boolean holds, String rule) {
        if (!holds) {
            throw new IllegalStateException("broken invariant: " + rule);
        }
    }

    /** As {@link #check(boolean, String)}, naming the value found and the bound it broke. */
    public static void check(boolean holds, String rule, long actual, long bound) {
        if (!holds) {
            throw new IllegalStateException(
                    "broken invariant: " + rule + " (actual " + actual + ", bound " + bound + ")");
        }
    }
}
