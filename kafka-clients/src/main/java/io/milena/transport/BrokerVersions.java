package io.milena.transport;

import io.milena.common.errors.UnsupportedVersionException;
import io.milena.protocol.ApiKey;
import io.milena.protocol.VersionRange;
import io.milena.protocol.messages.ApiVersionsResponse;
import io.milena.protocol.messages.ApiVersionsResponse.ApiVersion;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which requests a broker understands, and in which versions. Immutable. */
public final class BrokerVersions {

    private final Map<ApiKey, VersionRange> ranges = new EnumMap<>(ApiKey.class);

    private BrokerVersions() {}

    /** As the broker told; what this library does not know is left out. */
    static BrokerVersions of(ApiVersionsResponse answer) {
        var versions = new BrokerVersions();
        for (ApiVersion told : answer.apiKeys()) {
            ApiKey api = ApiKey.of(told.apiKey());
            boolean isRange = told.minVersion() >= 0 && told.minVersion() <= told.maxVersion();
            if (api != null && isRange) {
                versions.ranges.put(api, new VersionRange(told.minVersion(), told.maxVersion()));
            }
        }
        return versions;
    }

    /** Those of one API; null if the broker does not know it. */
    public @Nullable VersionRange of(ApiKey api) {
        return ranges.get(api);
    }

    /**
     * The highest version that both sides speak.
     *
     * @param broker to be named in the error
     * @throws UnsupportedVersionException if there is none
     */
    short choose(ApiKey api, VersionRange ours, String broker) {
        VersionRange theirs = ranges.get(api);
        if (theirs == null) {
            throw new UnsupportedVersionException(broker + " does not know " + api.apiName() + " requests");
        }
        short highest = (short) Math.min(ours.highest(), theirs.highest());
        if (highest < ours.lowest() || highest < theirs.lowest()) {
            throw new UnsupportedVersionException(
                    broker + " speaks versions " + theirs + " of " + api.apiName() + ", this client " + ours);
        }
        return highest;
    }
}
