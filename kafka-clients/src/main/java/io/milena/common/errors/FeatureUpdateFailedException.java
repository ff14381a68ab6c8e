package io.milena.common.errors;

/** Error 96 of the protocol, FEATURE_UPDATE_FAILED. */
public final class FeatureUpdateFailedException extends ApiException {

    private static final long serialVersionUID = 1L;

    public FeatureUpdateFailedException(String message) {
        super(message);
    }

    public FeatureUpdateFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
