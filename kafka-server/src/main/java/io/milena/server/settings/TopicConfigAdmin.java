package io.milena.server.settings;

import io.milena.common.config.ConfigException;
import io.milena.common.time.Scheduler;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Changes the settings of topics, one change at a time, so that two that meet do not undo each other. Thread-safe.
 */
public final class TopicConfigAdmin {

    private final DynamicConfigs configs;
    private final Scheduler lane;
    private final Consumer<Map<String, String>> check;
    private CompletableFuture<Void> last = CompletableFuture.completedFuture(null);

    /**
     * Changes {@code configs} on {@code lane}.
     *
     * @param check throws {@link ConfigException} for settings of a topic that cannot be used together
     */
    public TopicConfigAdmin(DynamicConfigs configs, Scheduler lane, Consumer<Map<String, String>> check) {
        this.configs = configs;
        this.lane = lane;
        this.check = check;
    }

    /**
     * Replaces the topic's own settings by what {@code edit} makes of them; completes when the new ones are in force,
     * and fails with {@link ConfigException} when they are not allowed.
     */
    public CompletableFuture<Void> change(String topic, UnaryOperator<Map<String, String>> edit) {
        var done = new CompletableFuture<Void>();
        lane.execute(() -> {
            last = last.thenCompose(before -> configs.write(topic, checked(topic, edit)));
            last.whenComplete((result, failure) -> {
                if (failure == null) {
                    done.complete(null);
                } else {
                    done.completeExceptionally(failure);
                }
            });
            last = last.exceptionally(failure -> null);
        });
        return done;
    }

    /**
     * Tells whether {@link #change} would be allowed, without making it.
     *
     * @throws ConfigException if not
     */
    public void validate(String topic, UnaryOperator<Map<String, String>> edit) {
        checked(topic, edit);
    }

    private Map<String, String> checked(String topic, UnaryOperator<Map<String, String>> edit) {
        Map<String, String> next = edit.apply(configs.overrides(topic));
        check.accept(next);
        return next;
    }
}
