package io.milena.common.header;

import org.jspecify.annotations.Nullable;

/**
 * The headers of one record, in order; keys may repeat. Not thread-safe. Those of a record that was sent cannot be
 * changed any more: changing them is an {@link IllegalStateException}.
 */
public interface Headers extends Iterable<Header> {

    /** Puts {@code header} behind the others; returns this. */
    Headers add(Header header);

    /** Puts a header behind the others; returns this. */
    Headers add(String key, byte @Nullable [] value);

    /** Takes all headers of {@code key} out; returns this. */
    Headers remove(String key);

    /** The last header of {@code key}; null if there is none. */
    @Nullable
    Header lastHeader(String key);

    /** All headers of {@code key}, in order. */
    Iterable<Header> headers(String key);

    /** All headers, in order, in an array of the caller's own. */
    Header[] toArray();
}
