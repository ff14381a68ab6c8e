package io.milena.server.metadata;

/** Holds the newest {@link ClusterImage}: one writer swaps it whole, everyone reads it. Thread-safe. */
public final class ClusterView {

    private volatile ClusterImage image;

    public ClusterView(ClusterImage first) {
        image = first;
    }

    /** The newest image. Take it once per request. */
    public ClusterImage current() {
        return image;
    }

    /** Replaces the image; whoever calls {@link #current()} afterwards sees {@code next}. */
    public void publish(ClusterImage next) {
        image = next;
    }
}
