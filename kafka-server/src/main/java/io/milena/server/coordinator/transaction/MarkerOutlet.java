package io.milena.server.coordinator.transaction;

/** Where the markers of prepared transactions are written. Thread-safe. */
@FunctionalInterface
public interface MarkerOutlet {

    /**
     * Has each partition of the order written its marker, again and again until it is written or the partition is no
     * more, and then calls {@link TransactionMachine#markersWritten} in a turn of the machine that sent it.
     *
     * <p>When that turn comes no write of the order may be under way any more: the producer's next transaction may
     * begin after it, and a late marker would end that one. The transaction's prepared state is committed.
     */
    void send(MarkerOrder order);
}
