package io.milena.record;

/** Arithmetic of producer sequences, which count records from 0 and go on with 0 after 2147483647. */
public final class Sequences {

    private static final long MODULUS = 1L << 31;

    private Sequences() {}

    /** The sequence {@code records} records after {@code sequence}; both zero or more. */
    public static int after(int sequence, int records) {
        return (int) (((long) sequence + records) % MODULUS);
    }

    /** The sequence {@code records} records before {@code sequence}; both zero or more. */
    public static int before(int sequence, int records) {
        return (int) Math.floorMod((long) sequence - records, MODULUS);
    }
}
