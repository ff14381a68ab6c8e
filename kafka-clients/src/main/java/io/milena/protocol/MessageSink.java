package io.milena.protocol;

import io.netty.buffer.ByteBuf;

/**
 * Where a message is written to: a buffer for its own bytes, and a place for its records, which are not copied.
 *
 * <p>Confined to one thread at a time.
 */
public interface MessageSink {

    /** The buffer to append to. It may be another one after {@link #records}: ask again. */
    ByteBuf buffer();

    /** Puts {@code records} behind what has been written so far, with a reference of their own. */
    void records(RecordsField records);
}
