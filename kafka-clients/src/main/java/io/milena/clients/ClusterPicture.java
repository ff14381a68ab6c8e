package io.milena.clients;

import io.milena.common.Cluster;
import io.milena.common.Node;
import io.milena.common.PartitionInfo;
import io.milena.common.errors.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** Turns what a client knows of its cluster into the shapes that applications know. */
public final class ClusterPicture {

    private ClusterPicture() {}

    /** All that the view has. */
    public static Cluster of(ClusterView view) {
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

    /** The partitions of one of its topics. */
    public static List<PartitionInfo> partitions(ClusterView view, ClusterView.Topic topic) {
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
