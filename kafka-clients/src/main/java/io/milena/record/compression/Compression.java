package io.milena.record.compression;

/** How a payload is to be compressed: a codec, and how hard it tries. Codecs without levels ignore theirs. */
public record Compression(Codec codec, int level) {

    public static final int GZIP_DEFAULT_LEVEL = -1;
    public static final int LZ4_DEFAULT_LEVEL = 9;
    public static final int ZSTD_DEFAULT_LEVEL = 3;

    public static final Compression NONE = of(Codec.NONE);

    private static final int GZIP_MAX_LEVEL = 9;
    private static final int LZ4_MAX_LEVEL = 17;
    private static final int ZSTD_MIN_LEVEL = -131_072;
    private static final int ZSTD_MAX_LEVEL = 22;

    public Compression {
        boolean allowed = switch (codec) {
            case NONE, SNAPPY -> true;
            case GZIP -> level == GZIP_DEFAULT_LEVEL || level >= 1 && level <= GZIP_MAX_LEVEL;
            case LZ4 -> level >= 1 && level <= LZ4_MAX_LEVEL;
            case ZSTD -> level >= ZSTD_MIN_LEVEL && level <= ZSTD_MAX_LEVEL;
        };
        if (!allowed) {
            throw new IllegalArgumentException(
                    codec.label() + " level: " + level + " (expected: " + range(codec) + ")");
        }
    }

    /** At the codec's default level. */
    public static Compression of(Codec codec) {
        return new Compression(codec, defaultLevel(codec));
    }

    private static int defaultLevel(Codec codec) {
        return switch (codec) {
            case NONE, SNAPPY -> 0;
            case GZIP -> GZIP_DEFAULT_LEVEL;
            case LZ4 -> LZ4_DEFAULT_LEVEL;
            case ZSTD -> ZSTD_DEFAULT_LEVEL;
        };
    }

    private static String range(Codec codec) {
        return switch (codec) {
            case NONE, SNAPPY -> "any";
            case GZIP -> "1 to " + GZIP_MAX_LEVEL + ", or " + GZIP_DEFAULT_LEVEL;
            case LZ4 -> "1 to " + LZ4_MAX_LEVEL;
            case ZSTD -> ZSTD_MIN_LEVEL + " to " + ZSTD_MAX_LEVEL;
        };
    }
}
