package io.milena.clients;

import io.milena.common.KafkaException;
import io.milena.protocol.ApiKey;
import io.milena.protocol.ApiMessage;
import io.milena.protocol.VersionRange;
import java.util.function.IntFunction;

/**
 * One request to one broker. The message is made when the versions of the broker are known, which is why it comes as a
 * maker.
 *
 * @param api what is asked
 * @param versions what this client can speak; the highest that the broker speaks too is taken
 * @param maker makes the message for a version; called once at most, on the event loop
 * @param timeoutNanos from the request's leaving to its answer, after which the connection is given up
 * @param expects whether the broker answers at all: a produce request with acks=0 is answered by its having left
 * @param reply hears what came of it
 */
public record BrokerCall<A extends ApiMessage>(
        ApiKey api,
        VersionRange versions,
        IntFunction<? extends ApiMessage> maker,
        long timeoutNanos,
        Expects expects,
        Reply<A> reply) {

    /** Whether a request has an answer. */
    public enum Expects {
        ANSWER,
        NONE
    }

    /**
     * What came of a request; one of the two is called, once, on the client's event loop.
     *
     * <p>By then the transport holds no reference of the request's records any more: they were written, or the channel
     * is closed. So a buffer whose other references are the caller's may be used again; nothing else tells so.
     */
    public interface Reply<A extends ApiMessage> {

        /**
         * The broker's answer. Its records belong to whoever hears this, who calls {@link ApiMessage#release}. Of a
         * request without an answer, {@code answer} is an empty one.
         *
         * @param version of the request and its answer
         * @param roundTripNanos from the request's leaving to the answer's coming
         */
        void answered(A answer, short version, long roundTripNanos);

        /**
         * There is no answer: {@link io.milena.common.errors.DisconnectException} (what the broker did with the request
         * is not known), {@link io.milena.common.errors.TimeoutException}, {@link
         * io.milena.common.errors.UnsupportedVersionException} (nothing was sent), an authentication error, or {@link
         * KafkaException} for an answer that could not be read.
         */
        void failed(KafkaException cause);
    }
}
