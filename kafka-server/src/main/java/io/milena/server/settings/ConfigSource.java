package io.milena.server.settings;

/** Where the value of a setting comes from, with its number in DescribeConfigs responses (KIP-226). */
public enum ConfigSource {
    DYNAMIC_TOPIC_CONFIG(1),
    DYNAMIC_BROKER_CONFIG(2),
    DYNAMIC_DEFAULT_BROKER_CONFIG(3),
    STATIC_BROKER_CONFIG(4),
    DEFAULT_CONFIG(5);

    private final byte wireId;

    ConfigSource(int wireId) {
        this.wireId = (byte) wireId;
    }

    /** Number of this source on the wire. */
    public byte wireId() {
        return wireId;
    }
}
