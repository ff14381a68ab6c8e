package io.milena.server.api;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.messages.ApiVersionsRequest;
import io.milena.protocol.messages.ApiVersionsResponse;
import io.milena.protocol.messages.ApiVersionsResponse.ApiVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * ApiVersions (key 18): what this broker serves, and who the client is.
 *
 * <pre>
 * v1  throttle time in the response
 * v2  throttled clients throttle themselves
 * v3  flexible encoding, name and version of the client's software (KIP-511), features (KIP-584)
 * v4  a feature's lowest version may be 0
 * </pre>
 *
 * <p>A version above is answered by {@link ApiDispatcher}, which reads nothing of it.
 */
final class ApiVersionsHandler implements ApiHandler<ApiVersionsRequest, ApiVersionsResponse> {

    /** Letters, digits, dots and dashes, beginning and ending with a letter or digit (KIP-511). */
    private static final Pattern SOFTWARE = Pattern.compile("[a-zA-Z0-9](?:[a-zA-Z0-9\\-.]*[a-zA-Z0-9])?");

    private static final short FIRST_WITH_SOFTWARE = 3;

    private final ApiTable table;
    private final long finalizedFeaturesEpoch;

    /** @param finalizedFeaturesEpoch version of the cluster's feature record; -1 if the cluster has none */
    ApiVersionsHandler(ApiTable table, long finalizedFeaturesEpoch) {
        this.table = table;
        this.finalizedFeaturesEpoch = finalizedFeaturesEpoch;
    }

    @Override
    public void handle(ApiVersionsRequest request, Caller<ApiVersionsResponse> caller) {
        if (caller.version() >= FIRST_WITH_SOFTWARE) {
            boolean wellFormed = SOFTWARE.matcher(request.clientSoftwareName()).matches()
                    && SOFTWARE.matcher(request.clientSoftwareVersion()).matches();
            if (!wellFormed) {
                caller.reply(failed(request, ErrorCode.INVALID_REQUEST));
                return;
            }
            caller.peer().software(request.clientSoftwareName(), request.clientSoftwareVersion());
        }
        caller.reply(new ApiVersionsResponse().apiKeys(served()).finalizedFeaturesEpoch(finalizedFeaturesEpoch));
    }

    private List<ApiVersion> served() {
        List<ApiVersion> served = new ArrayList<>(table.entries().size());
        for (ApiTable.Entry entry : table.entries().values()) {
            served.add(new ApiVersion()
                    .apiKey(entry.key().id())
                    .minVersion(entry.versions().lowest())
                    .maxVersion(entry.versions().highest()));
        }
        return served;
    }

    @Override
    public ApiVersionsResponse failed(ApiVersionsRequest request, ErrorCode error) {
        return new ApiVersionsResponse().errorCode(error.code());
    }
}
