package io.milena.common.errors;

/** Error 106 of the protocol, FETCH_SESSION_TOPIC_ID_ERROR. The same call, made again later, may succeed. */
public final class FetchSessionTopicIdException extends RetriableException {

    private static final long serialVersionUID = 1L;

    public FetchSessionTopicIdException(String message) {
        super(message);
    }

    public FetchSessionTopicIdException(String message, Throwable cause) {
        super(message, cause);
    }
}
