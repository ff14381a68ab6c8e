package io.milena.common.utils;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An array of bytes that is equal to another by what is in it, and ordered by it, unsigned. Not copied. */
public final class Bytes implements Comparable<Bytes> {

    public static final byte[] EMPTY = {};

    private final byte[] bytes;

    public Bytes(byte[] bytes) {
        this.bytes = Objects.requireNonNull(bytes, "bytes");
    }

    /** As the constructor; null stays null. */
    public static @Nullable Bytes wrap(byte @Nullable [] bytes) {
        return bytes == null ? null : new Bytes(bytes);
    }

    /** The array itself. */
    public byte[] get() {
        return bytes;
    }

    /**
     * The next in order of the same length.
     *
     * @throws IndexOutOfBoundsException if {@code input} is the last
     */
    public static Bytes increment(Bytes input) {
        byte[] next = input.bytes.clone();
        for (int i = next.length - 1; i >= 0; i--) {
            if (++next[i] != 0) {
                return new Bytes(next);
            }
        }
        throw new IndexOutOfBoundsException("no bytes of this length follow " + input);
    }

    @Override
    public int compareTo(Bytes other) {
        return Arrays.compareUnsigned(bytes, other.bytes);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Bytes that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** Printable ASCII as it is, all else as {@code \xHH}. */
    @Override
    public String toString() {
        var text = new StringBuilder(bytes.length);
        for (byte value : bytes) {
            boolean isPlain = value >= ' ' && value <= '~' && value != '\\';
            text.append(isPlain ? String.valueOf((char) value) : String.format("\\x%02X", value));
        }
        return text.toString();
    }
}
