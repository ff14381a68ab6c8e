package io.milena.common;

import java.nio.ByteBuffer;
import java.util.Base64;

/**
 * A 128-bit id as the protocol knows it: 16 bytes on the wire, 22 characters of URL-safe base64 in text.
 *
 * @param mostSignificantBits the first eight bytes
 * @param leastSignificantBits the last eight bytes
 */
public record Uuid(long mostSignificantBits, long leastSignificantBits) implements Comparable<Uuid> {

    /** Stands for "no id". */
    public static final Uuid ZERO = new Uuid(0L, 0L);

    /** Reserved by the protocol for the metadata topic; never given to a topic. */
    public static final Uuid ONE = new Uuid(0L, 1L);

    /** {@link #ZERO}, by the name that applications know. */
    public static final Uuid ZERO_UUID = ZERO;

    /** {@link #ONE}, by the name that applications know. */
    public static final Uuid ONE_UUID = ONE;

    private static final int BYTES = 2 * Long.BYTES;

    /**
     * A new random id (RFC 4122, version 4) that is not reserved and, so that tools may take it as an argument, whose
     * text does not begin with a dash.
     */
    public static Uuid random(Randomness randomness) {
        while (true) {
            long most = randomness.nextLong() & 0xffff_ffff_ffff_0fffL | 0x4000L;
            long least = randomness.nextLong() & 0x3fff_ffff_ffff_ffffL | 0x8000_0000_0000_0000L;
            var candidate = new Uuid(most, least);
            if (!candidate.toString().startsWith("-")) {
                return candidate;
            }
        }
    }

    /**
     * Reads the text form.
     *
     * @throws IllegalArgumentException if {@code text} is not the base64 form of 16 bytes
     */
    public static Uuid parse(String text) {
        byte[] bytes = Base64.getUrlDecoder().decode(text);
        if (bytes.length != BYTES) {
            throw new IllegalArgumentException("uuid: '" + text + "' (expected: base64 of " + BYTES + " bytes)");
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return new Uuid(buffer.getLong(), buffer.getLong());
    }

    /** As {@link #parse}, by the name that applications know. */
    public static Uuid fromString(String text) {
        return parse(text);
    }

    public long getMostSignificantBits() {
        return mostSignificantBits;
    }

    public long getLeastSignificantBits() {
        return leastSignificantBits;
    }

    @Override
    public int compareTo(Uuid other) {
        int byMost = Long.compare(mostSignificantBits, other.mostSignificantBits);
        return byMost != 0 ? byMost : Long.compare(leastSignificantBits, other.leastSignificantBits);
    }

    @Override
    public String toString() {
        ByteBuffer buffer =
                ByteBuffer.allocate(BYTES).putLong(mostSignificantBits).putLong(leastSignificantBits);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(buffer.array());
    }
}
