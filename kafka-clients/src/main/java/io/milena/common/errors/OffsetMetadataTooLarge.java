package io.milena.common.errors;

/** Error 12 of the protocol, OFFSET_METADATA_TOO_LARGE. */
public final class OffsetMetadataTooLarge extends ApiException {

    private static final long serialVersionUID = 1L;

    public OffsetMetadataTooLarge(String message) {
        super(message);
    }

    public OffsetMetadataTooLarge(String message, Throwable cause) {
        super(message, cause);
    }
}
