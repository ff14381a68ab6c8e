package io.milena.storage;

import static io.milena.common.config.ConfigKey.booleanKey;
import static io.milena.common.config.ConfigKey.intKey;

import io.milena.common.config.ConfigKey;
import java.util.List;
import java.util.Map;

/**
 * Which batches a log takes, and to whom it gives them.
 *
 * @param maxBytes most bytes of one batch
 * @param downConversion whether clients of old formats are served
 * @param timestamps whose clock counts, and how wrong it may be
 * @param compression how batches are compressed
 */
public record MessageConfig(
        int maxBytes, boolean downConversion, TimestampConfig timestamps, CompressionConfig compression) {

    static final ConfigKey<Integer> MAX_MESSAGE_BYTES =
            intKey("max.message.bytes", 1_048_588, 0, Integer.MAX_VALUE, "Most bytes of one batch, compressed.");
    static final ConfigKey<Boolean> DOWN_CONVERSION = booleanKey(
            "message.downconversion.enable", true, "Whether batches are converted for consumers of old formats.");

    /**
     * Read and ignored, as by a 3.9 broker whose inter-broker protocol is 3.0 or newer: new batches are of format 2.
     */
    static final ConfigKey<String> FORMAT_VERSION = new ConfigKey<>(
            "message.format.version",
            "3.0-IV1",
            "Format of new batches, by the release that brought it.",
            text -> text);

    static final List<ConfigKey<?>> KEYS = List.of(MAX_MESSAGE_BYTES, DOWN_CONVERSION, FORMAT_VERSION);

    static MessageConfig from(Map<String, String> properties) {
        FORMAT_VERSION.read(properties);
        return new MessageConfig(
                MAX_MESSAGE_BYTES.read(properties),
                DOWN_CONVERSION.read(properties),
                TimestampConfig.from(properties),
                CompressionConfig.from(properties));
    }
}
