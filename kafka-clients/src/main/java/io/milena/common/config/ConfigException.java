package io.milena.common.config;

import io.milena.common.KafkaException;
import org.jspecify.annotations.Nullable;

/** A setting that cannot be used: says key, value and what is allowed. */
public final class ConfigException extends KafkaException {

    private static final long serialVersionUID = 1L;

    public ConfigException(String message) {
        super(message);
    }

    public ConfigException(String key, @Nullable Object value) {
        super(key + ": '" + value + "' cannot be used");
    }

    public ConfigException(String key, @Nullable Object value, String allowed) {
        super(key + ": '" + value + "' (expected: " + allowed + ")");
    }
}
