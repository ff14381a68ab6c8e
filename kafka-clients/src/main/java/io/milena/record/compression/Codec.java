package io.milena.record.compression;

/** The ways in which a payload may be compressed, by the number in the codec bits of a batch. */
public enum Codec {
    NONE(0, "none"),
    GZIP(1, "gzip"),
    SNAPPY(2, "snappy"),
    LZ4(3, "lz4"),
    ZSTD(4, "zstd");

    private static final Codec[] BY_ID = values();

    private final int id;
    private final String label;

    Codec(int id, String label) {
        this.id = id;
        this.label = label;
    }

    /** Whether {@code id} names a codec. */
    public static boolean isKnown(int id) {
        return id >= 0 && id < BY_ID.length;
    }

    public static Codec of(int id) {
        if (!isKnown(id)) {
            throw new IllegalArgumentException("codec id: " + id + " (expected: 0 to " + (BY_ID.length - 1) + ")");
        }
        return BY_ID[id];
    }

    /** By the name that configurations use, such as {@code lz4}. */
    public static Codec ofLabel(String label) {
        for (Codec codec : BY_ID) {
            if (codec.label.equals(label)) {
                return codec;
            }
        }
        throw new IllegalArgumentException("codec: '" + label + "' (expected: none, gzip, snappy, lz4 or zstd)");
    }

    public int id() {
        return id;
    }

    /** The name that configurations use. */
    public String label() {
        return label;
    }
}
