package io.milena.transport;

/** A request that has left and has no outcome. Confined to the connection's event loop. */
final class SentRequest {

    private final Outgoing request;
    private final short version;
    private final int correlationId;
    private final long leftNanos;
    private boolean written;

    SentRequest(Outgoing request, short version, int correlationId, long leftNanos) {
        this.request = request;
        this.version = version;
        this.correlationId = correlationId;
        this.leftNanos = leftNanos;
    }

    Outgoing request() {
        return request;
    }

    short version() {
        return version;
    }

    int correlationId() {
        return correlationId;
    }

    long leftNanos() {
        return leftNanos;
    }

    long deadlineNanos() {
        return leftNanos + request.timeoutNanos();
    }

    /** The system has taken its last byte. */
    void wasWritten() {
        written = true;
    }

    boolean isWritten() {
        return written;
    }

    @Override
    public String toString() {
        return request.api().apiName() + " request (version " + version + ")";
    }
}
