package io.milena.common.config;

/**
 * What has settings: a topic, a broker. Immutable.
 *
 * @param type what kind of thing
 * @param name of the topic, or the broker's id; empty for the default of all brokers
 */
public record ConfigResource(Type type, String name) {

    /** What kind of thing has settings. */
    public enum Type {
        CLIENT_METRICS(16),
        BROKER_LOGGER(8),
        BROKER(4),
        TOPIC(2),
        /** One that this client does not know. */
        UNKNOWN(0);

        private final byte id;

        Type(int id) {
            this.id = (byte) id;
        }

        /** The number on the wire. */
        public byte id() {
            return id;
        }

        /** The kind of a number; {@link #UNKNOWN} if no release knows it. */
        public static Type forId(byte id) {
            for (Type type : values()) {
                if (type.id == id) {
                    return type;
                }
            }
            return UNKNOWN;
        }
    }

    /** Whether it stands for all things of its kind that have no settings of their own. */
    public boolean isDefault() {
        return name.isEmpty();
    }
}
