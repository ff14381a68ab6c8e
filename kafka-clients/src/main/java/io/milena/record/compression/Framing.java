package io.milena.record.compression;

/**
 * Whose framing a payload follows. They differ for LZ4 only: message format 0 was born with a header checksum over the
 * wrong bytes, and its readers expect it to this day.
 */
public enum Framing {
    /** Message format 0: the broken LZ4 header checksum is written; both are read. */
    MAGIC_0,
    /** Formats 1 and 2: the frame as its specification has it. */
    STANDARD,
    /**
     * As {@link #STANDARD}, and refuses what consumers in the field cannot read: LZ4 blocks that refer to earlier
     * ones.
     */
    STRICT;

    public static Framing ofMagic(byte magic) {
        return magic == 0 ? MAGIC_0 : STANDARD;
    }
}
