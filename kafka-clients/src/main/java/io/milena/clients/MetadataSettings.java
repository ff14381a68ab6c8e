package io.milena.clients;

/**
 * When a client asks for a new picture of its cluster.
 *
 * @param maxAgeMs how old a picture may become
 * @param maxIdleMs after which topics that nobody wants any more go; {@link #NEVER} where they stay
 * @param missingTopics whether a broker may create a topic that is asked for and does not exist
 * @param recovery what is done when none of the known brokers can be reached
 */
public record MetadataSettings(long maxAgeMs, long maxIdleMs, MissingTopics missingTopics, Recovery recovery) {

    /** Topics stay in the picture until they are given up. */
    public static final long NEVER = Long.MAX_VALUE;

    /** What brokers do with a topic that does not exist, as far as the client has a say. */
    public enum MissingTopics {
        MAY_BE_CREATED,
        STAY_MISSING
    }

    /** {@code metadata.recovery.strategy}. */
    public enum Recovery {
        /** Go on trying the brokers that are known. */
        NONE,
        /** Go back to the addresses of {@code bootstrap.servers} (KIP-899). */
        REBOOTSTRAP
    }
}
