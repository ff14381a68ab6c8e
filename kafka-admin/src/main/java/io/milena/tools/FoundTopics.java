package io.milena.tools;

import io.milena.admin.Admin;
import io.milena.admin.ListTopicsOptions;
import io.milena.admin.TopicListing;
import java.util.List;
import java.util.Optional;

/** The topics of the cluster that a user means. Confined to one thread. */
final class FoundTopics {

    private final Admin admin;
    private final Optional<String> wanted;
    private final boolean excludeInternal;

    FoundTopics(Admin admin, Optional<String> wanted, boolean excludeInternal) {
        this.admin = admin;
        this.wanted = wanted;
        this.excludeInternal = excludeInternal;
    }

    /** Their names, sorted. */
    List<String> names() {
        Optional<TopicPattern> pattern = wanted.map(TopicPattern::new);
        var options = new ListTopicsOptions().listInternal(!excludeInternal);
        return ConnectionOptions.await(admin.listTopics(options).listings()).stream()
                .map(TopicListing::name)
                .filter(name -> pattern.isEmpty() || pattern.get().isMeant(name))
                .sorted()
                .toList();
    }

    /** @throws ToolFailure if there are none, and that is an error */
    List<String> required(boolean ifExists) {
        List<String> names = names();
        if (names.isEmpty() && wanted.isPresent() && !ifExists) {
            throw new ToolFailure("Topic '" + wanted.get() + "' does not exist as expected");
        }
        return names;
    }
}
