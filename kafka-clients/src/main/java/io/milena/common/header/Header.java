package io.milena.common.header;

import org.jspecify.annotations.Nullable;

/** One header of a record. */
public interface Header {

    String key();

    /** The bytes themselves, not a copy; null is not the same as empty. */
    byte @Nullable [] value();
}
