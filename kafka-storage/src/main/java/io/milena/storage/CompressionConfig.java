package io.milena.storage;

import static io.milena.common.config.ConfigKey.intKey;

import io.milena.common.config.ConfigKey;
import io.milena.record.compression.Codec;
import io.milena.record.compression.Compression;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a log compresses.
 *
 * @param forced codec and level of every batch; empty to keep what the producer sent
 */
public record CompressionConfig(Optional<Compression> forced) {

    private static final String PRODUCER = "producer";
    private static final String UNCOMPRESSED = "uncompressed";

    static final ConfigKey<Optional<Codec>> TYPE = new ConfigKey<>(
            "compression.type",
            Optional.empty(),
            "Codec of every batch: uncompressed, gzip, snappy, lz4, zstd; or producer, to keep what was sent.",
            CompressionConfig::parseType);
    static final ConfigKey<Integer> GZIP_LEVEL = new ConfigKey<>(
            "compression.gzip.level", -1, "Level of gzip: 1 to 9, or -1.", CompressionConfig::parseGzipLevel);
    static final ConfigKey<Integer> LZ4_LEVEL = intKey("compression.lz4.level", 9, 1, 17, "Level of lz4: 1 to 17.");
    static final ConfigKey<Integer> ZSTD_LEVEL =
            intKey("compression.zstd.level", 3, -131_072, 22, "Level of zstd: -131072 to 22.");

    static final List<ConfigKey<?>> KEYS = List.of(TYPE, GZIP_LEVEL, LZ4_LEVEL, ZSTD_LEVEL);

    static CompressionConfig from(Map<String, String> properties) {
        int gzip = GZIP_LEVEL.read(properties);
        int lz4 = LZ4_LEVEL.read(properties);
        int zstd = ZSTD_LEVEL.read(properties);
        return new CompressionConfig(TYPE.read(properties).map(codec -> switch (codec) {
            case NONE, SNAPPY -> Compression.of(codec);
            case GZIP -> new Compression(codec, gzip);
            case LZ4 -> new Compression(codec, lz4);
            case ZSTD -> new Compression(codec, zstd);
        }));
    }

    private static Optional<Codec> parseType(String text) {
        return switch (text) {
            case PRODUCER -> Optional.empty();
            case UNCOMPRESSED -> Optional.of(Codec.NONE);
            case "gzip", "snappy", "lz4", "zstd" -> Optional.of(Codec.ofLabel(text));
            default -> throw new IllegalArgumentException("uncompressed, gzip, snappy, lz4, zstd or producer");
        };
    }

    private static int parseGzipLevel(String text) {
        String expected = "a whole number from 1 to 9, or -1";
        int level;
        try {
            level = Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(expected, e);
        }
        if (level != -1 && (level < 1 || level > 9)) {
            throw new IllegalArgumentException(expected);
        }
        return level;
    }
}
