package io.milena.admin;

import org.jspecify.annotations.Nullable;

/**
 * What a caller may say about any call. Not thread-safe.
 *
 * @param <T> the options of one call
 */
public abstract class AbstractOptions<T extends AbstractOptions<T>> {

    private @Nullable Integer timeoutMs;

    /** Milliseconds from the call to its end; null, the default, for {@code default.api.timeout.ms}. */
    @SuppressWarnings("unchecked") // each subclass names itself
    public T timeoutMs(@Nullable Integer timeoutMs) {
        this.timeoutMs = timeoutMs;
        return (T) this;
    }

    /** Milliseconds from the call to its end; null for {@code default.api.timeout.ms}. */
    public @Nullable Integer timeoutMs() {
        return timeoutMs;
    }
}
