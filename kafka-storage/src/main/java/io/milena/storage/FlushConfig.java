package io.milena.storage;

import static io.milena.common.config.ConfigKey.longKey;

import io.milena.common.config.ConfigKey;
import java.util.List;
import java.util.Map;

/**
 * When a log is forced to disk besides at roll and stop.
 *
 * @param maxMessages most records that are written and not forced
 * @param maxAgeMs most time for which a written record is not forced
 */
public record FlushConfig(long maxMessages, long maxAgeMs) {

    static final ConfigKey<Long> FLUSH_MESSAGES = longKey(
            "flush.messages",
            Long.MAX_VALUE,
            1,
            Long.MAX_VALUE,
            "Most records that are written and not forced to disk.");
    static final ConfigKey<Long> FLUSH_MS = longKey(
            "flush.ms",
            Long.MAX_VALUE,
            0,
            Long.MAX_VALUE,
            "Most milliseconds for which a written record is not forced to disk.");

    static final List<ConfigKey<?>> KEYS = List.of(FLUSH_MESSAGES, FLUSH_MS);

    /** Whether records are forced after so many of them; without it nobody waits for a force. */
    boolean isByCount() {
        return maxMessages != Long.MAX_VALUE;
    }

    /** Whether every record is forced before it counts as written. */
    boolean isEachRecord() {
        return maxMessages == 1;
    }

    static FlushConfig from(Map<String, String> properties) {
        return new FlushConfig(FLUSH_MESSAGES.read(properties), FLUSH_MS.read(properties));
    }
}
