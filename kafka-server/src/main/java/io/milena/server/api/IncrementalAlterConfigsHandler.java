package io.milena.server.api;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.messages.IncrementalAlterConfigsRequest;
import io.milena.protocol.messages.IncrementalAlterConfigsRequest.AlterConfigsResource;
import io.milena.protocol.messages.IncrementalAlterConfigsRequest.AlterableConfig;
import io.milena.protocol.messages.IncrementalAlterConfigsResponse;
import io.milena.protocol.messages.IncrementalAlterConfigsResponse.AlterConfigsResourceResponse;
import io.milena.server.settings.ConfigEdit;
import io.milena.server.settings.TopicConfigRules;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * IncrementalAlterConfigs (key 44): changes some settings and leaves the others as they are (KIP-339).
 *
 * <pre>
 * v1  flexible encoding
 * </pre>
 */
final class IncrementalAlterConfigsHandler
        implements ApiHandler<IncrementalAlterConfigsRequest, IncrementalAlterConfigsResponse> {

    private final ConfigChanges changes;
    private final TopicConfigRules rules;

    IncrementalAlterConfigsHandler(ConfigChanges changes, TopicConfigRules rules) {
        this.changes = changes;
        this.rules = rules;
    }

    @Override
    public void handle(IncrementalAlterConfigsRequest request, Caller<IncrementalAlterConfigsResponse> caller) {
        ConfigChanges.each(
                        request.resources(),
                        resource -> List.of(resource.resourceType(), resource.resourceName()),
                        resource -> change(resource, request.validateOnly()),
                        IncrementalAlterConfigsHandler::answer)
                .thenAccept(answers -> caller.reply(new IncrementalAlterConfigsResponse().responses(answers)));
    }

    @Override
    public IncrementalAlterConfigsResponse failed(IncrementalAlterConfigsRequest request, ErrorCode error) {
        var outcome = new ConfigOutcome(error, null);
        return new IncrementalAlterConfigsResponse()
                .responses(request.resources().stream()
                        .map(resource -> answer(resource, outcome))
                        .toList());
    }

    private CompletableFuture<ConfigOutcome> change(AlterConfigsResource resource, boolean validateOnly) {
        List<ConfigEdit> edits = new ArrayList<>();
        Set<String> keys = new HashSet<>();
        for (AlterableConfig config : resource.configs()) {
            ConfigEdit.Operation operation = ConfigEdit.Operation.of(config.configOperation());
            if (operation == null) {
                return ConfigChanges.refused(
                        config.name() + ": operation " + config.configOperation() + " is unknown.");
            }
            if (!keys.add(config.name())) {
                return ConfigChanges.refused(config.name() + " is named twice.");
            }
            if (config.value() == null && operation != ConfigEdit.Operation.DELETE) {
                return ConfigChanges.refused("Null value not supported for : " + config.name());
            }
            edits.add(new ConfigEdit(config.name(), operation, config.value()));
        }
        var target = new ConfigChanges.Target(resource.resourceType(), resource.resourceName(), validateOnly);
        return changes.change(target, current -> rules.edited(current, edits));
    }

    private static AlterConfigsResourceResponse answer(AlterConfigsResource resource, ConfigOutcome outcome) {
        return new AlterConfigsResourceResponse()
                .errorCode(outcome.error().code())
                .errorMessage(outcome.message())
                .resourceType(resource.resourceType())
                .resourceName(resource.resourceName());
    }
}
