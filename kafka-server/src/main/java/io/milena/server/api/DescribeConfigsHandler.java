package io.milena.server.api;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.messages.DescribeConfigsRequest;
import io.milena.protocol.messages.DescribeConfigsRequest.DescribeConfigsResource;
import io.milena.protocol.messages.DescribeConfigsResponse;
import io.milena.protocol.messages.DescribeConfigsResponse.DescribeConfigsResourceResult;
import io.milena.protocol.messages.DescribeConfigsResponse.DescribeConfigsResult;
import io.milena.protocol.messages.DescribeConfigsResponse.DescribeConfigsSynonym;
import io.milena.server.metadata.ClusterView;
import io.milena.server.settings.ConfigDescriptions;
import io.milena.server.settings.ConfigEntry;
import io.milena.server.settings.ConfigSource;
import io.milena.server.settings.DynamicConfigs;
import java.util.List;

/**
 * DescribeConfigs (key 32): the settings in force for topics and for this broker, and where each comes from.
 *
 * <pre>
 * v1  sources and synonyms (KIP-226)
 * v2  throttled clients throttle themselves
 * v3  types and documentation (KIP-569)
 * v4  flexible encoding
 * </pre>
 */
final class DescribeConfigsHandler implements ApiHandler<DescribeConfigsRequest, DescribeConfigsResponse> {

    private static final short FIRST_WITH_SOURCES = 1;
    /** Name of the resource that stands for the defaults of all brokers. */
    private static final String ALL_BROKERS = "";

    private final int brokerId;
    private final ClusterView cluster;
    private final DynamicConfigs topics;
    private final ConfigDescriptions descriptions;

    DescribeConfigsHandler(int brokerId, ClusterView cluster, DynamicConfigs topics, ConfigDescriptions descriptions) {
        this.brokerId = brokerId;
        this.cluster = cluster;
        this.topics = topics;
        this.descriptions = descriptions;
    }

    @Override
    public void handle(DescribeConfigsRequest request, Caller<DescribeConfigsResponse> caller) {
        caller.reply(new DescribeConfigsResponse()
                .results(request.resources().stream()
                        .map(resource -> describe(resource, request.includeSynonyms(), caller.version()))
                        .toList()));
    }

    @Override
    public DescribeConfigsResponse failed(DescribeConfigsRequest request, ErrorCode error) {
        var outcome = new ConfigOutcome(error, null);
        return new DescribeConfigsResponse()
                .results(request.resources().stream()
                        .map(resource -> refused(resource, outcome))
                        .toList());
    }

    private DescribeConfigsResult describe(DescribeConfigsResource resource, boolean withSynonyms, short version) {
        return switch (resource.resourceType()) {
            case ConfigResource.TOPIC -> describeTopic(resource, withSynonyms, version);
            case ConfigResource.BROKER -> describeBroker(resource, withSynonyms, version);
            default -> refused(resource, invalid("Resource type " + resource.resourceType() + " has no settings."));
        };
    }

    private DescribeConfigsResult describeTopic(DescribeConfigsResource resource, boolean withSynonyms, short version) {
        ConfigOutcome refusal = ConfigChanges.topicRefusal(cluster, resource.resourceName());
        if (refusal.error() != ErrorCode.NONE) {
            return refused(resource, refusal);
        }
        List<ConfigEntry> entries = descriptions.topic(topics.overrides(resource.resourceName()));
        return described(resource, entries, withSynonyms, version);
    }

    private DescribeConfigsResult describeBroker(
            DescribeConfigsResource resource, boolean withSynonyms, short version) {
        if (resource.resourceName().equals(ALL_BROKERS)) {
            return described(resource, List.of(), withSynonyms, version);
        }
        if (!resource.resourceName().equals(Integer.toString(brokerId))) {
            return refused(
                    resource,
                    invalid("Unexpected broker id, expected " + brokerId + ", but received "
                            + resource.resourceName()));
        }
        return described(resource, descriptions.broker(), withSynonyms, version);
    }

    private static ConfigOutcome invalid(String why) {
        return new ConfigOutcome(ErrorCode.INVALID_REQUEST, why);
    }

    private static DescribeConfigsResult refused(DescribeConfigsResource resource, ConfigOutcome outcome) {
        return result(resource).errorCode(outcome.error().code()).errorMessage(outcome.message());
    }

    private static DescribeConfigsResult described(
            DescribeConfigsResource resource, List<ConfigEntry> entries, boolean withSynonyms, short version) {
        List<String> keys = resource.configurationKeys();
        boolean all = keys == null || keys.isEmpty();
        return result(resource)
                .configs(entries.stream()
                        .filter(entry -> all || keys.contains(entry.key().name()))
                        .map(entry -> config(entry, withSynonyms, version))
                        .toList());
    }

    private static DescribeConfigsResult result(DescribeConfigsResource resource) {
        return new DescribeConfigsResult().resourceType(resource.resourceType()).resourceName(resource.resourceName());
    }

    private static DescribeConfigsResourceResult config(ConfigEntry entry, boolean withSynonyms, short version) {
        var config = new DescribeConfigsResourceResult()
                .name(entry.key().name())
                .value(entry.value())
                .readOnly(entry.readOnly())
                .configSource(entry.source().wireId())
                .isSensitive(entry.key().isSensitive())
                .configType(entry.key().type().wireId())
                .documentation(null);
        if (version < FIRST_WITH_SOURCES) {
            config.isDefault(entry.source() == ConfigSource.DEFAULT_CONFIG);
        }
        if (withSynonyms) {
            config.synonyms(entry.synonyms().stream()
                    .map(DescribeConfigsHandler::synonym)
                    .toList());
        }
        return config;
    }

    private static DescribeConfigsSynonym synonym(ConfigEntry.Synonym synonym) {
        return new DescribeConfigsSynonym()
                .name(synonym.name())
                .value(synonym.value())
                .source(synonym.source().wireId());
    }
}
