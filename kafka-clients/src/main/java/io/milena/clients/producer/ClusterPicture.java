package io.milena.clients.producer;

import io.milena.clients.ClusterMetadata;
import io.milena.clients.ClusterView;
import io.milena.common.Cluster;
import io.milena.common.Node;
import io.milena.common.PartitionInfo;
import io.milena.common.errors.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** The newest picture of the cluster as applications know it, made once for each. Thread-safe. */
final class ClusterPicture {

    private final ClusterMetadata metadata;
    private volatile Made made = new Made(-1, Cluster.empty());

    private record Made(long version, Cluster cluster) {}

    ClusterPicture(ClusterMetadata metadata) {
        this.metadata = metadata;
    }

    Cluster cluster() {
        ClusterView view = metadata.view();
        Made last = made;
        if (last.version != view.version()) {
            last = new Made(view.version(), cluster(view));
            made = last;
        }
        return last.cluster;
    }

    private static Cluster cluster(ClusterView view) {
        List<PartitionInfo> partitions = new ArrayList<>();
        Set<String> internal = new TreeSet<>();
        Set<String> forbidden = new TreeSet<>();
        view.topics().forEach((name, topic) -> {
            partitions.addAll(partitions(view, topic));
            if (topic.isInternal()) {
                internal.add(name);
            }
            if (topic.error() == ErrorCode.TOPIC_AUTHORIZATION_FAILED) {
                forbidden.add(name);
            }
        });
        return new Cluster(
                view.clusterId(), view.brokers().values(), partitions, forbidden, internal, view.controller());
    }

    static List<PartitionInfo> partitions(ClusterView view, ClusterView.Topic topic) {
        List<PartitionInfo> all = new ArrayList<>();
        for (ClusterView.Partition partition : topic.partitions()) {
            all.add(new PartitionInfo(
                    topic.name(),
                    partition.index(),
                    view.brokers().get(partition.leader()),
                    nodes(view, partition.replicas()),
                    nodes(view, partition.inSync()),
                    nodes(view, partition.offline())));
        }
        return all;
    }

    /** A broker that is down is in no picture: only its id is known. */
    private static Node[] nodes(ClusterView view, List<Integer> ids) {
        return ids.stream()
                .map(id -> Objects.requireNonNullElseGet(view.brokers().get(id), () -> new Node(id, "", -1, null)))
                .toArray(Node[]::new);
    }
}
