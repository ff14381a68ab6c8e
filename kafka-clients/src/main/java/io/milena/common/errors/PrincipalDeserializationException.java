package io.milena.common.errors;

/** Error 97 of the protocol, PRINCIPAL_DESERIALIZATION_FAILURE. */
public final class PrincipalDeserializationException extends ApiException {

    private static final long serialVersionUID = 1L;

    public PrincipalDeserializationException(String message) {
        super(message);
    }

    public PrincipalDeserializationException(String message, Throwable cause) {
        super(message, cause);
    }
}
