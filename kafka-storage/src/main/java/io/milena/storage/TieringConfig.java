package io.milena.storage;

import static io.milena.common.config.ConfigKey.longKey;

import io.milena.common.config.ConfigKey;
import java.util.List;
import java.util.Map;

/** Topic keys of tiered storage. It is not supported, so only their defaults are allowed. Holds no value. */
final class TieringConfig {

    private static final long FOLLOW_RETENTION = -2;

    static final List<ConfigKey<?>> KEYS = List.of(
            off("remote.storage.enable"),
            off("remote.log.copy.disable"),
            off("remote.log.delete.on.disable"),
            longKey("local.retention.ms", FOLLOW_RETENTION, FOLLOW_RETENTION, FOLLOW_RETENTION, "As retention.ms."),
            longKey(
                    "local.retention.bytes",
                    FOLLOW_RETENTION,
                    FOLLOW_RETENTION,
                    FOLLOW_RETENTION,
                    "As retention.bytes."));

    private TieringConfig() {}

    static void check(Map<String, String> properties) {
        KEYS.forEach(key -> key.read(properties));
    }

    private static ConfigKey<Boolean> off(String name) {
        return new ConfigKey<>(name, false, "Tiered storage.", text -> {
            if (!text.equalsIgnoreCase("false")) {
                throw new IllegalArgumentException("false; tiered storage is not supported in this version");
            }
            return false;
        });
    }
}
