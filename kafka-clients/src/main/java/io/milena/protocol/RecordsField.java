package io.milena.protocol;

import io.netty.util.ReferenceCounted;

/**
 * The value of a field of type {@code records}: bytes that are passed on without being looked at or copied.
 *
 * <p>When a message is read it is a {@link RecordsBuffer}, a retained slice of the frame. When a response is written it
 * may also be a region of a file, which the transport hands to {@code sendfile}. Whoever holds a message owns one
 * reference of each of its fields.
 */
public interface RecordsField extends ReferenceCounted {

    /** Size on the wire in bytes, without the length that precedes it. */
    int sizeBytes();

    @Override
    RecordsField retain();
}
