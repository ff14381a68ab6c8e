package io.milena.clients.consumer;

/**
 * How records are fetched.
 *
 * @param minBytes how much a broker waits for
 * @param maxBytes most that one answer holds, and that is fetched ahead of the application
 * @param maxWaitMs how long a broker waits
 * @param partitionMaxBytes most of one partition in one answer
 * @param rack where this consumer is; empty if that is not told
 */
record FetchSettings(
        int minBytes, int maxBytes, int maxWaitMs, int partitionMaxBytes, Isolation isolation, String rack) {

    /** Which records of transactions are read. */
    enum Isolation {
        READ_UNCOMMITTED,
        READ_COMMITTED;

        byte code() {
            return (byte) ordinal();
        }
    }
}
