package io.milena.common.errors;

/** Error 132 of the protocol, STREAMS_TOPOLOGY_FENCED. */
public final class StreamsTopologyFencedException extends ApiException {

    private static final long serialVersionUID = 1L;

    public StreamsTopologyFencedException(String message) {
        super(message);
    }

    public StreamsTopologyFencedException(String message, Throwable cause) {
        super(message, cause);
    }
}
