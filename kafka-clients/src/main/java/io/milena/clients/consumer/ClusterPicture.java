package io.milena.clients.consumer;

import io.milena.clients.ClusterView;
import io.milena.common.Cluster;
import io.milena.common.Node;
import io.milena.common.PartitionInfo;
import io.milena.common.errors.ErrorCode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Turns what the client knows of its cluster into the shapes that applications know. */
final class ClusterPicture {

    private ClusterPicture() {}

    static Cluster of(ClusterView view) {
        List<PartitionInfo> partitions = new ArrayList<>();
        Set<String> internal = new HashSet<>();
        Set<String> unauthorized = new HashSet<>();
        for (ClusterView.Topic topic : view.topics().values()) {
            partitions.addAll(partitions(view, topic));
            if (topic.isInternal()) {
                internal.add(topic.name());
            }
            if (topic.error() == ErrorCode.TOPIC_AUTHORIZATION_FAILED) {
                unauthorized.add(topic.name());
            }
        }
        String clusterId = view.clusterId();
        return new Cluster(clusterId, view.brokers().values(), partitions, unauthorized, internal, view.controller());
    }

    static List<PartitionInfo> partitions(ClusterView view, ClusterView.Topic topic) {
        List<PartitionInfo> partitions = new ArrayList<>();
        for (ClusterView.Partition partition : topic.partitions()) {
            partitions.add(new PartitionInfo(
                    topic.name(),
                    partition.index(),
                    view.brokers().get(partition.leader()),
                    nodes(view, partition.replicas()),
                    nodes(view, partition.inSync()),
                    nodes(view, partition.offline())));
        }
        return partitions;
    }

    private static Node[] nodes(ClusterView view, List<Integer> ids) {
        var nodes = new Node[ids.size()];
        for (int i = 0; i < nodes.length; i++) {
            Node known = view.brokers().get(ids.get(i));
            nodes[i] = known == null ? new Node(ids.get(i), "", -1, null) : known;
        }
        return nodes;
    }
}
