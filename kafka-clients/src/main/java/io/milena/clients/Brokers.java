package io.milena.clients;

import io.milena.common.Node;
import io.milena.protocol.ApiMessage;
import org.jspecify.annotations.Nullable;

/**
 * The brokers of one cluster, as a client sends to them: one connection for each, made when it is first needed.
 *
 * <p>Confined to the client's event loop; replies come on it too. Requests to one broker leave in the order in which
 * they were given, and their replies come in that order. A request is sent once: whoever wants another try sends again.
 */
public interface Brokers {

    /**
     * Sends a request, as soon as there is a connection. Its reply is told exactly once, never before this returns.
     *
     * @param node a broker of the {@link ClusterView}, or one that an answer named
     */
    <A extends ApiMessage> void send(Node node, BrokerCall<A> call);

    /**
     * Whether a request to {@code node} would leave at once. Where there is no connection, one is begun, unless the
     * last attempt is too young; {@link BrokersListener#ready} tells when it stands.
     */
    boolean isReady(Node node);

    /** Requests to {@code node} that were given and have no reply. */
    int pending(Node node);

    /** The broker with the fewest requests pending, one that is connected before others; null if none is known. */
    @Nullable
    Node leastLoaded();

    /** Ends the connection to {@code node}; what is pending there fails. The next request makes a new one. */
    void disconnect(Node node);
}
