package io.milena.transport;

import io.milena.common.KafkaException;

/** Hears how a connection fares; called on its event loop. */
public interface ConnectionListener {

    /** Requests can be sent. */
    void ready(BrokerConnection connection);

    /** It is gone, or was never made; what was in flight has been told. */
    void ended(BrokerConnection connection, KafkaException cause);
}
