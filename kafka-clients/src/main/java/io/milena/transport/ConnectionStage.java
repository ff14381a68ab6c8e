package io.milena.transport;

import java.util.EnumSet;
import java.util.Set;

/**
 * How far a connection has come.
 *
 * <pre>
 *   CONNECTING -> SECURING -> GREETING -> READY
 *        |           |            |         |
 *        +-----------+------------+---------+----> ENDED
 * </pre>
 */
enum ConnectionStage {
    /** The system makes the connection. */
    CONNECTING,
    /** TLS and SASL, where there are any. */
    SECURING,
    /** The broker is asked for its versions. */
    GREETING,
    READY,
    ENDED;

    Set<ConnectionStage> next() {
        return switch (this) {
            case CONNECTING -> EnumSet.of(SECURING, ENDED);
            case SECURING -> EnumSet.of(GREETING, ENDED);
            case GREETING -> EnumSet.of(READY, ENDED);
            case READY -> EnumSet.of(ENDED);
            case ENDED -> EnumSet.noneOf(ConnectionStage.class);
        };
    }
}
