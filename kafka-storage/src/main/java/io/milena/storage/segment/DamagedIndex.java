package io.milena.storage.segment;

import java.io.IOException;

/** An index file of a sealed segment is gone, too short, or says what cannot be. The batches are as they were. */
final class DamagedIndex extends IOException {

    private static final long serialVersionUID = 1L;

    DamagedIndex(String message) {
        super(message);
    }
}
