package io.milena.common.errors;

/** Error 135 of the protocol, STREAMS_TOPOLOGY_DESCRIPTION_UPDATE_FAILED. */
public final class StreamsTopologyDescriptionUpdateFailedException extends ApiException {

    private static final long serialVersionUID = 1L;

    public StreamsTopologyDescriptionUpdateFailedException(String message) {
        super(message);
    }

    public StreamsTopologyDescriptionUpdateFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
