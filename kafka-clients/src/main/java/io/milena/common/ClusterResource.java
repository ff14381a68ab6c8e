package io.milena.common;

import org.jspecify.annotations.Nullable;

/** Names a cluster, as {@link ClusterResourceListener} is told. */
public record ClusterResource(@Nullable String clusterId) {

    @Override
    public String toString() {
        return "ClusterResource(clusterId=" + clusterId + ")";
    }
}
