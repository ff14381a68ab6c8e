package io.milena.clients.consumer;

import java.util.Locale;

/** Where to begin in a partition that has no committed offset, or one that is gone. */
public enum OffsetResetStrategy {
    LATEST,
    EARLIEST,
    NONE;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
