package io.milena.admin;

import io.milena.clients.ClusterMetadata;
import io.milena.clients.ClusterView;
import io.milena.common.KafkaException;
import io.milena.common.Node;
import io.milena.common.TopicPartition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A picture of the cluster that is what the test says. Confined to the test's thread. */
final class FakeMetadata implements ClusterMetadata {

    private final List<Consumer<ClusterView>> changes = new ArrayList<>();
    private final List<Consumer<KafkaException>> failures = new ArrayList<>();
    private ClusterView view = new ClusterView(0, null, null, Map.of(), Map.of());

    int refreshes;

    void become(ClusterView next) {
        view = next;
        changes.forEach(listener -> listener.accept(next));
    }

    void fail(KafkaException cause) {
        failures.forEach(listener -> listener.accept(cause));
    }

    @Override
    public ClusterView view() {
        return view;
    }

    @Override
    public void want(Set<String> topics) {}

    @Override
    public void wantOnly(Set<String> topics) {}

    @Override
    public void wantAll() {}

    @Override
    public void refresh() {
        refreshes++;
    }

    @Override
    public void leaderLearned(TopicPartition partition, int leaderId, int leaderEpoch, @Nullable Node leader) {}

    @Override
    public void onChange(Consumer<ClusterView> listener) {
        changes.add(listener);
    }

    @Override
    public void onFailure(Consumer<KafkaException> listener) {
        failures.add(listener);
    }
}
