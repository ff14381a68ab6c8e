package io.milena.transport;

import io.milena.common.KafkaException;
import io.milena.protocol.ApiKey;
import io.milena.protocol.ApiMessage;
import io.milena.protocol.VersionRange;

/**
 * A request to be sent, and who hears what came of it. Used once; called on the connection's event loop.
 *
 * <p>When one of {@link #answered} and {@link #failed} is called, the transport holds no reference of the request's
 * records any more: they have been written, or the channel is closed.
 */
public interface Outgoing {

    ApiKey api();

    /** The versions that this side speaks; the highest that the broker speaks too is taken. */
    VersionRange versions();

    /** The request in {@code version}; asked for at most once. Its references of records go to the transport. */
    ApiMessage message(short version);

    /** From the request's leaving to its answer. */
    long timeoutNanos();

    /** Whether the broker answers; one without an answer is answered when it has been written. */
    boolean expectsAnswer();

    /** The answer, whose records belong to whoever hears this. */
    void answered(ApiMessage answer, short version, long roundTripNanos);

    /** There will be no answer. */
    void failed(KafkaException cause);
}
