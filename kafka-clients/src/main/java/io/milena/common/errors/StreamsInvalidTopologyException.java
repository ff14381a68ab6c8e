package io.milena.common.errors;

/** Error 130 of the protocol, STREAMS_INVALID_TOPOLOGY. */
public final class StreamsInvalidTopologyException extends ApiException {

    private static final long serialVersionUID = 1L;

    public StreamsInvalidTopologyException(String message) {
        super(message);
    }

    public StreamsInvalidTopologyException(String message, Throwable cause) {
        super(message, cause);
    }
}
