package io.milena.protocol;

import io.netty.util.ReferenceCounted;
import java.util.function.IntConsumer;

/**
 * A request, response or stored record of the protocol. Implementations are generated.
 *
 * <p>Mutable until it is handed over, then left alone; not thread-safe. A message with {@code records} fields owns a
 * reference of each: see {@link #release()}.
 */
public interface ApiMessage {

    /**
     * Size in bytes when written in {@code version}, records included.
     *
     * @throws IllegalArgumentException if the version cannot carry a value that this message holds
     */
    int size(short version);

    /**
     * Writes this message in {@code version}. Records are handed to the sink, each with a reference of its own; this
     * message keeps its references.
     *
     * @throws IllegalArgumentException if the version cannot carry a value that this message holds
     */
    void write(MessageSink sink, short version);

    /** Size of all {@code records} fields, without the lengths that precede them. */
    default int recordsBytes() {
        return 0;
    }

    /** Gives back the references of all {@code records} fields ({@link ReferenceCounted}); does nothing without any. */
    default void release() {}

    /** Tells every error code inside, in the order of the schema, that of no error included. */
    default void errors(IntConsumer told) {}
}
