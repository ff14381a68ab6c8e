package io.milena.common.errors;

/** Error 131 of the protocol, STREAMS_INVALID_TOPOLOGY_EPOCH. */
public final class StreamsInvalidTopologyEpochException extends ApiException {

    private static final long serialVersionUID = 1L;

    public StreamsInvalidTopologyEpochException(String message) {
        super(message);
    }

    public StreamsInvalidTopologyEpochException(String message, Throwable cause) {
        super(message, cause);
    }
}
