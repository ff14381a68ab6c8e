package io.milena.server.zookeeper;

import org.apache.zookeeper.client.ZKClientConfig;

/**
 * How the ZooKeeper client is set up: neither SASL nor TLS.
 *
 * <p>The library's own reads every property of its TLS, and for their names alone loads the JDK's TLS with all its
 * trusted certificates: a seventh of a second at every start.
 */
final class PlainClientConfig extends ZKClientConfig {

    /**
     * 64 MiB. An answer, such as the names of all topics, may be much longer than a request: servers send what there
     * is, and the library's own bound of 1 MiB would break the connection whenever it came.
     */
    private static final String LONGEST_ANSWER_BYTES = "67108864";

    PlainClientConfig() {
        setProperty(ENABLE_CLIENT_SASL_KEY, "false");
    }

    /** Called by the constructor of the library's class. */
    @Override
    protected void handleBackwardCompatibility() {
        setProperty(JUTE_MAXBUFFER, System.getProperty(JUTE_MAXBUFFER, LONGEST_ANSWER_BYTES));
    }
}
