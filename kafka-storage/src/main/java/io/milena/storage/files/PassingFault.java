package io.milena.storage.files;

import java.io.IOException;

/**
 * A call failed for want of space, of file descriptors or of memory, and everything is as it was before it: the same
 * call may succeed later, and the directory stays online.
 */
public final class PassingFault extends IOException {

    private static final long serialVersionUID = 1L;

    public PassingFault(IOException cause) {
        super(cause.getMessage(), cause);
    }

    /** For a caller that has changed nothing, or has undone it: a passing fault if it is one, else the error itself. */
    public static IOException unlessBroken(IOException error) {
        return DiskFault.of(error).isPassing() && !(error instanceof PassingFault) ? new PassingFault(error) : error;
    }
}
