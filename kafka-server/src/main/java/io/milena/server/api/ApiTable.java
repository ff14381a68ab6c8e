package io.milena.server.api;

import io.milena.protocol.ApiKey;
import io.milena.protocol.ApiMessage;
import io.milena.protocol.VersionRange;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Every API that this broker serves, with its versions. The only list: ApiVersions and the dispatcher read it.
 *
 * <p>Filled by the composition root before the first request, then left alone.
 */
public final class ApiTable {

    private final Map<ApiKey, Entry> entries = new EnumMap<>(ApiKey.class);

    /**
     * One served API.
     *
     * @param key the API
     * @param versions which versions of it
     * @param handler who serves it
     */
    record Entry(ApiKey key, VersionRange versions, ApiHandler<ApiMessage, ApiMessage> handler) {}

    /** Adds an API, served in the versions {@code lowest} to {@code highest}, both included. */
    @SuppressWarnings("unchecked") // ApiKey reads messages of exactly the classes that handlers of that key declare
    <Q extends ApiMessage, A extends ApiMessage> ApiTable serve(
            ApiKey key, int lowest, int highest, ApiHandler<Q, A> handler) {
        var versions = new VersionRange((short) lowest, (short) highest);
        if (!key.requestVersions().contains(versions.lowest())
                || !key.requestVersions().contains(versions.highest())) {
            throw new IllegalArgumentException(
                    key + ": versions " + versions + " (expected: within " + key.requestVersions() + ")");
        }
        var previous = entries.put(key, new Entry(key, versions, (ApiHandler<ApiMessage, ApiMessage>) handler));
        if (previous != null) {
            throw new IllegalStateException("two handlers for " + key);
        }
        return this;
    }

    /** What is served under that key; null if nothing is. */
    @Nullable
    Entry find(ApiKey key) {
        return entries.get(key);
    }

    /** All entries, in the order of their keys. */
    Map<ApiKey, Entry> entries() {
        return Collections.unmodifiableMap(entries);
    }
}
