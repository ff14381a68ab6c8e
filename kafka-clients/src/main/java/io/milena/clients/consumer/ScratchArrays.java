package io.milena.clients.consumer;

import org.jspecify.annotations.Nullable;

/**
 * Keeps the array of the last batch for the next one: batches are read one after the other. One is kept, of at most
 * {@link #MAX_KEPT_BYTES}. Confined to the application's thread.
 */
final class ScratchArrays {

    private static final int MAX_KEPT_BYTES = 4 << 20;
    private static final int LEAST_BYTES = 16 << 10;

    private byte @Nullable [] kept;

    /** An array of {@code length} or more, with anything in it. */
    byte[] take(int length) {
        byte[] array = kept;
        if (array != null && array.length >= length) {
            kept = null;
            return array;
        }
        return new byte[Math.max(length, LEAST_BYTES)];
    }

    void giveBack(byte[] array) {
        byte[] before = kept;
        boolean isBetter = before == null || before.length < array.length;
        if (isBetter && array.length <= MAX_KEPT_BYTES) {
            kept = array;
        }
    }
}
