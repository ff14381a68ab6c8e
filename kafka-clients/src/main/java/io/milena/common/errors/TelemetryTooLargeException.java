package io.milena.common.errors;

/** Error 118 of the protocol, TELEMETRY_TOO_LARGE. */
public final class TelemetryTooLargeException extends ApiException {

    private static final long serialVersionUID = 1L;

    public TelemetryTooLargeException(String message) {
        super(message);
    }

    public TelemetryTooLargeException(String message, Throwable cause) {
        super(message, cause);
    }
}
