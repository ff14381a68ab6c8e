package io.milena.common.header.internals;

import io.milena.common.header.Header;
import io.milena.common.header.Headers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The headers of one record. Takes no memory for them until there is one. Not thread-safe. */
public final class RecordHeaders implements Headers {

    private static final Header[] NONE = {};

    private List<Header> headers = List.of();
    private volatile boolean isReadOnly;

    public RecordHeaders() {}

    public RecordHeaders(Header @Nullable [] headers) {
        this(headers == null ? null : Arrays.asList(headers));
    }

    public RecordHeaders(@Nullable Iterable<Header> headers) {
        if (headers != null) {
            headers.forEach(this::add);
        }
    }

    @Override
    public Headers add(Header header) {
        Objects.requireNonNull(header, "header");
        forChange().add(header);
        return this;
    }

    @Override
    public Headers add(String key, byte @Nullable [] value) {
        return add(new RecordHeader(key, value));
    }

    @Override
    public Headers remove(String key) {
        requireKey(key);
        forChange().removeIf(header -> header.key().equals(key));
        return this;
    }

    @Override
    public @Nullable Header lastHeader(String key) {
        requireKey(key);
        for (int i = headers.size() - 1; i >= 0; i--) {
            if (headers.get(i).key().equals(key)) {
                return headers.get(i);
            }
        }
        return null;
    }

    @Override
    public Iterable<Header> headers(String key) {
        requireKey(key);
        return () -> headers.stream().filter(header -> header.key().equals(key)).iterator();
    }

    /** Goes through all in order; its {@code remove} works until they can no longer be changed. */
    @Override
    public Iterator<Header> iterator() {
        Iterator<Header> inner = headers.iterator();
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return inner.hasNext();
            }

            @Override
            public Header next() {
                return inner.next();
            }

            @Override
            public void remove() {
                requireOpen();
                inner.remove();
            }
        };
    }

    /** From now on a change is an {@link IllegalStateException}. */
    public void setReadOnly() {
        isReadOnly = true;
    }

    @Override
    public Header[] toArray() {
        return headers.isEmpty() ? NONE : headers.toArray(Header[]::new);
    }

    private List<Header> forChange() {
        requireOpen();
        if (!(headers instanceof ArrayList)) {
            headers = new ArrayList<>(4);
        }
        return headers;
    }

    private void requireOpen() {
        if (isReadOnly) {
            throw new IllegalStateException("the headers of a record that was sent cannot be changed");
        }
    }

    private static void requireKey(@Nullable String key) {
        if (key == null) {
            throw new IllegalArgumentException("header key: null (expected: a text)");
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RecordHeaders that && headers.equals(that.headers);
    }

    @Override
    public int hashCode() {
        return headers.hashCode();
    }

    @Override
    public String toString() {
        return "RecordHeaders(headers = " + headers + ", isReadOnly = " + isReadOnly + ")";
    }
}
