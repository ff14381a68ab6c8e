package io.milena.server;

/** Where a broker is in its life, with the number that {@code BrokerState} shows for it. */
enum BrokerPhase {
    STARTING(1),
    RUNNING(3),
    STOPPING(7);

    private final byte code;

    BrokerPhase(int code) {
        this.code = (byte) code;
    }

    byte code() {
        return code;
    }
}
