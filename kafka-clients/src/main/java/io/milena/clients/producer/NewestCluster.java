package io.milena.clients.producer;

import io.milena.clients.ClusterMetadata;
import io.milena.clients.ClusterPicture;
import io.milena.clients.ClusterView;
import io.milena.common.Cluster;

/** The newest picture of the cluster as applications know it, made once for each. Thread-safe. */
final class NewestCluster {

    private final ClusterMetadata metadata;
    private volatile Made made = new Made(-1, Cluster.empty());

    private record Made(long version, Cluster cluster) {}

    NewestCluster(ClusterMetadata metadata) {
        this.metadata = metadata;
    }

    Cluster cluster() {
        ClusterView view = metadata.view();
        Made last = made;
        if (last.version != view.version()) {
            last = new Made(view.version(), ClusterPicture.of(view));
            made = last;
        }
        return last.cluster;
    }
}
