package io.milena.clients;

import io.milena.common.KafkaException;
import io.milena.common.errors.DisconnectException;
import io.milena.common.time.Scheduler;
import io.milena.transport.Connector;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/**
 * What the links to all brokers of one client have in common.
 *
 * @param news hears how links fare
 * @param metrics what is told of connections
 */
record LinkTerms(
        FloorParts parts,
        ConnectionSettings settings,
        Connector connector,
        BrokersListener news,
        Reachability reachability,
        ConnectionMetrics metrics) {

    Scheduler scheduler() {
        return parts.loop().scheduler();
    }

    long now() {
        return parts.loop().time().nanos();
    }

    /** Looks up {@code host} off the loop; one of the two is told on the loop. */
    void resolve(String host, Consumer<List<InetAddress>> found, Consumer<KafkaException> failed) {
        try {
            parts.blocking().execute(() -> lookUp(host, found, failed));
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            // No thread is to be had; there may be one later.
            var failure = new DisconnectException(host + ": no thread to look up its address", e);
            scheduler().execute(() -> failed.accept(failure));
        }
    }

    private void lookUp(String host, Consumer<List<InetAddress>> found, Consumer<KafkaException> failed) {
        try {
            List<InetAddress> addresses = parts.resolver().addressesOf(host);
            scheduler().execute(() -> found.accept(addresses));
        } catch (UnknownHostException e) {
            var failure = new DisconnectException(host + ": no address is known for this name", e);
            scheduler().execute(() -> failed.accept(failure));
        }
    }
}
