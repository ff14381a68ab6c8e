package io.milena.server.network;

/**
 * What a client runs, as it tells itself (KIP-511). Immutable.
 *
 * @param name name of the library
 * @param version its version
 */
record ClientSoftware(String name, String version) {

    static final ClientSoftware UNKNOWN = new ClientSoftware("unknown", "unknown");

    /** Longer words name no software, and would only fill the names of metrics. */
    private static final int MAX_LENGTH = 128;

    /** The unknown one if a word is too long for a metric's name. */
    static ClientSoftware of(String name, String version) {
        return name.length() > MAX_LENGTH || version.length() > MAX_LENGTH
                ? UNKNOWN
                : new ClientSoftware(name, version);
    }
}
