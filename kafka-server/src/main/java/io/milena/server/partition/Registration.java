package io.milena.server.partition;

/**
 * Which orders of controllers are meant for this life of the broker, by broker epoch, which rises from registration to
 * registration. Losing the registration makes void at once whatever was ordered before.
 *
 * <p>Written on one thread; read by any, without a lock.
 */
final class Registration {

    private volatile long leastEpoch;

    /** The broker is registered under {@code brokerEpoch}. */
    void gained(long brokerEpoch) {
        leastEpoch = brokerEpoch;
    }

    /** The broker is registered no more; its next epoch is higher than the last. */
    void lost() {
        leastEpoch = leastEpoch + 1;
    }

    /** Whether an order that means {@code brokerEpoch} holds. */
    boolean covers(long brokerEpoch) {
        return brokerEpoch >= leastEpoch;
    }
}
