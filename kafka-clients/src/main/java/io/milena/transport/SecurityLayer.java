package io.milena.transport;

import io.milena.common.KafkaException;
import io.netty.channel.ChannelPipeline;
import java.net.InetSocketAddress;

/**
 * What stands between a socket and the protocol: TLS, SASL, both, or nothing. It puts its handlers at the head of the
 * pipeline, does what has to be done before the first request, and then says so. Thread-safe; called on the event loop
 * of each connection.
 */
public interface SecurityLayer {

    /** Nothing. */
    SecurityLayer PLAINTEXT = (pipeline, peer, progress) -> progress.secured();

    /** The socket is connected to {@code peer}; {@code progress} hears of the end once. */
    void begin(ChannelPipeline pipeline, InetSocketAddress peer, Progress progress);

    /** Where it ends. */
    interface Progress {

        /** Requests may go. */
        void secured();

        /** The broker is not who it should be, or does not take us for who we say we are. */
        void refused(KafkaException cause);
    }
}
