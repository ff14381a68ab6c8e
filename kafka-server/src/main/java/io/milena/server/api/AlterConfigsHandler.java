package io.milena.server.api;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.messages.AlterConfigsRequest;
import io.milena.protocol.messages.AlterConfigsRequest.AlterConfigsResource;
import io.milena.protocol.messages.AlterConfigsRequest.AlterableConfig;
import io.milena.protocol.messages.AlterConfigsResponse;
import io.milena.protocol.messages.AlterConfigsResponse.AlterConfigsResourceResponse;
import io.milena.server.settings.TopicConfigRules;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * AlterConfigs (key 33): replaces all settings that a resource has of its own; what is not named goes back to its
 * default.
 *
 * <pre>
 * v1  throttled clients throttle themselves
 * v2  flexible encoding
 * </pre>
 */
final class AlterConfigsHandler implements ApiHandler<AlterConfigsRequest, AlterConfigsResponse> {

    private final ConfigChanges changes;
    private final TopicConfigRules rules;

    AlterConfigsHandler(ConfigChanges changes, TopicConfigRules rules) {
        this.changes = changes;
        this.rules = rules;
    }

    @Override
    public void handle(AlterConfigsRequest request, Caller<AlterConfigsResponse> caller) {
        ConfigChanges.each(
                        request.resources(),
                        resource -> List.of(resource.resourceType(), resource.resourceName()),
                        resource -> replace(resource, request.validateOnly()),
                        AlterConfigsHandler::answer)
                .thenAccept(answers -> caller.reply(new AlterConfigsResponse().responses(answers)));
    }

    @Override
    public AlterConfigsResponse failed(AlterConfigsRequest request, ErrorCode error) {
        var outcome = new ConfigOutcome(error, null);
        return new AlterConfigsResponse()
                .responses(request.resources().stream()
                        .map(resource -> answer(resource, outcome))
                        .toList());
    }

    private CompletableFuture<ConfigOutcome> replace(AlterConfigsResource resource, boolean validateOnly) {
        Map<String, String> settings = new TreeMap<>();
        for (AlterableConfig config : resource.configs()) {
            String value = config.value();
            if (value == null) {
                return ConfigChanges.refused("Null value not supported for : " + config.name());
            }
            if (settings.put(config.name(), value) != null) {
                return ConfigChanges.refused(config.name() + " is named twice.");
            }
        }
        var target = new ConfigChanges.Target(resource.resourceType(), resource.resourceName(), validateOnly);
        return changes.change(target, current -> {
            rules.check(settings);
            return settings;
        });
    }

    private static AlterConfigsResourceResponse answer(AlterConfigsResource resource, ConfigOutcome outcome) {
        return new AlterConfigsResourceResponse()
                .errorCode(outcome.error().code())
                .errorMessage(outcome.message())
                .resourceType(resource.resourceType())
                .resourceName(resource.resourceName());
    }
}
