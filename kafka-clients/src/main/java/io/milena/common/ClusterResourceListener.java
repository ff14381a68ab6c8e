package io.milena.common;

/** For serializers, interceptors and the like that want to know of which cluster they are; called on the I/O thread. */
public interface ClusterResourceListener {

    /** The cluster's id became known, or is another than before. */
    void onUpdate(ClusterResource clusterResource);
}
