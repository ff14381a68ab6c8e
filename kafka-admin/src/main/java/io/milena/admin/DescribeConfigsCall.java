package io.milena.admin;

import io.milena.admin.ConfigEntry.ConfigSource;
import io.milena.admin.ConfigEntry.ConfigSynonym;
import io.milena.admin.ConfigEntry.ConfigType;
import io.milena.common.config.ConfigResource;
import io.milena.common.errors.ApiException;
import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.ApiMessage;
import io.milena.protocol.VersionRange;
import io.milena.protocol.messages.DescribeConfigsRequest;
import io.milena.protocol.messages.DescribeConfigsRequest.DescribeConfigsResource;
import io.milena.protocol.messages.DescribeConfigsResponse;
import io.milena.protocol.messages.DescribeConfigsResponse.DescribeConfigsResourceResult;
import io.milena.protocol.messages.DescribeConfigsResponse.DescribeConfigsResult;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * DescribeConfigs (key 32) of resources that one broker knows: topics, which any knows, or what belongs to a broker.
 * From version 1 on, which tells where values come from.
 */
final class DescribeConfigsCall implements AdminCall<DescribeConfigsResponse> {

    private static final short FIRST_WITH_SOURCES = 1;

    private final Route route;
    private final Answers<ConfigResource, Config> answers;
    private final DescribeConfigsOptions options;

    DescribeConfigsCall(Route route, Collection<ConfigResource> resources, DescribeConfigsOptions options) {
        this.route = route;
        this.answers = new Answers<>(resources);
        this.options = options;
    }

    /** The one broker that knows the resource; null if any does. */
    static @Nullable Integer brokerOf(ConfigResource resource) {
        boolean isItsOwn = switch (resource.type()) {
            case BROKER, BROKER_LOGGER -> !resource.isDefault();
            case TOPIC, CLIENT_METRICS, UNKNOWN -> false;
        };
        return isItsOwn ? Integer.valueOf(resource.name()) : null;
    }

    Answers<ConfigResource, Config> answers() {
        return answers;
    }

    @Override
    public String name() {
        return "describeConfigs";
    }

    @Override
    public ApiKey api() {
        return ApiKey.DESCRIBE_CONFIGS;
    }

    @Override
    public Route route() {
        return route;
    }

    @Override
    public VersionRange versions() {
        return new VersionRange(FIRST_WITH_SOURCES, api().requestVersions().highest());
    }

    @Override
    public ApiMessage request(short version, int timeoutMs) {
        return new DescribeConfigsRequest()
                .resources(answers.open().stream()
                        .map(DescribeConfigsCall::resource)
                        .toList())
                .includeSynonyms(options.includeSynonyms())
                .includeDocumentation(version >= 3 && options.includeDocumentation());
    }

    private static DescribeConfigsResource resource(ConfigResource resource) {
        return new DescribeConfigsResource()
                .resourceType(resource.type().id())
                .resourceName(resource.name())
                .configurationKeys(null);
    }

    @Override
    public Optional<ApiException> answered(DescribeConfigsResponse answer) {
        for (DescribeConfigsResult result : answer.results()) {
            var resource = new ConfigResource(ConfigResource.Type.forId(result.resourceType()), result.resourceName());
            ErrorCode error = ErrorCode.of(result.errorCode());
            if (error == ErrorCode.NONE) {
                answers.complete(
                        resource,
                        new Config(result.configs().stream()
                                .map(DescribeConfigsCall::entry)
                                .toList()));
            } else {
                answers.fail(resource, error.exception(result.errorMessage()));
            }
        }
        answers.failOpen(ErrorCode.UNKNOWN_SERVER_ERROR.exception("the broker's answer does not mention it"));
        return Optional.empty();
    }

    private static ConfigEntry entry(DescribeConfigsResourceResult config) {
        List<ConfigSynonym> synonyms = config.synonyms().stream()
                .map(synonym -> new ConfigSynonym(synonym.name(), synonym.value(), ConfigSource.of(synonym.source())))
                .toList();
        return new ConfigEntry(
                config.name(),
                config.value(),
                ConfigSource.of(config.configSource()),
                config.isSensitive(),
                config.readOnly(),
                synonyms,
                ConfigType.of(config.configType()),
                config.documentation());
    }

    @Override
    public void failed(RuntimeException cause) {
        answers.failOpen(cause);
    }
}
