package io.milena.server.zookeeper;

/** Remembers the newest registration, and counts those that were lost. Thread-safe. */
public final class RegistrationLog implements BrokerRegistration.Listener {

    private volatile long epoch;
    private volatile int losses;

    @Override
    public void registered(long brokerEpoch) {
        epoch = brokerEpoch;
    }

    @Override
    public void lost() {
        losses = losses + 1;
    }

    long epoch() {
        return epoch;
    }

    int losses() {
        return losses;
    }
}
