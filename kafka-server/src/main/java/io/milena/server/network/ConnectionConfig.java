package io.milena.server.network;

import io.milena.common.config.ConfigKey;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How many connections there may be, and how long one may be silent.
 *
 * @param maxIdle a connection that was silent this long is closed
 * @param maxStalled a connection whose incomplete frame made no progress for this long is closed
 * @param max most connections of all listeners together; more wait to be accepted
 * @param maxPerIp most connections from one address; more are closed
 * @param maxPerIpOverrides other limits for some addresses or host names
 */
public record ConnectionConfig(
        Duration maxIdle, Duration maxStalled, int max, int maxPerIp, Map<String, Integer> maxPerIpOverrides) {

    public static final Duration DEFAULT_MAX_STALLED = Duration.ofSeconds(30);

    public static final ConfigKey<Long> MAX_IDLE_MS = ConfigKey.longKey(
            "connections.max.idle.ms",
            600_000,
            Long.MIN_VALUE,
            Long.MAX_VALUE,
            "A connection on which nothing was asked or answered for this many milliseconds is closed; negative for"
                    + " never.");
    public static final ConfigKey<Integer> MAX = ConfigKey.intKey(
            "max.connections",
            Integer.MAX_VALUE,
            0,
            Integer.MAX_VALUE,
            "Most connections at the same time; further ones wait to be accepted.");
    public static final ConfigKey<Integer> MAX_PER_IP = ConfigKey.intKey(
            "max.connections.per.ip",
            Integer.MAX_VALUE,
            0,
            Integer.MAX_VALUE,
            "Most connections from one address at the same time; further ones are closed.");
    public static final ConfigKey<Map<String, Integer>> MAX_PER_IP_OVERRIDES = new ConfigKey<>(
            "max.connections.per.ip.overrides",
            Map.of(),
            "Other limits for some addresses: a list of address:count or hostname:count.",
            ConnectionConfig::parseOverrides);

    /** Longer than any uptime, short enough to be counted in nanoseconds. */
    private static final Duration NEVER = Duration.ofDays(36_500);

    public ConnectionConfig {
        maxPerIpOverrides = Map.copyOf(maxPerIpOverrides);
    }

    /** Reads the keys of this record. */
    public static ConnectionConfig from(Map<String, String> properties) {
        long idleMs = MAX_IDLE_MS.read(properties);
        boolean bounded = idleMs >= 0 && idleMs < NEVER.toMillis();
        return new ConnectionConfig(
                bounded ? Duration.ofMillis(idleMs) : NEVER,
                DEFAULT_MAX_STALLED,
                MAX.read(properties),
                MAX_PER_IP.read(properties),
                MAX_PER_IP_OVERRIDES.read(properties));
    }

    private static Map<String, Integer> parseOverrides(String text) {
        Map<String, Integer> overrides = new LinkedHashMap<>();
        for (String entry : text.split(",")) {
            if (!entry.isBlank()) {
                int colon = entry.lastIndexOf(':');
                overrides.put(entry.substring(0, Math.max(0, colon)).trim(), parseCount(entry.substring(colon + 1)));
            }
        }
        return overrides;
    }

    private static int parseCount(String text) {
        try {
            return Integer.parseUnsignedInt(text.trim());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("a list of address:count", e);
        }
    }
}
