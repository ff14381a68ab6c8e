package io.milena.record.compression;

/** Work on a batch would take more than its {@link WorkAllowance}; nothing has come of it. */
public final class WorkRefused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public WorkRefused(String message) {
        super(message, null, false, false);
    }
}
