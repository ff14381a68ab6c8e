package io.milena.storage.files;

import java.io.IOException;

/** Somebody else holds the lock of a directory; the directory itself may be as it should. */
public final class AlreadyLocked extends IOException {

    private static final long serialVersionUID = 1L;

    public AlreadyLocked(String message) {
        super(message);
    }
}
