package io.milena.clients.producer;

import io.milena.clients.ClusterView;
import io.milena.common.Node;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the event loop keeps of one partition: who leads it, and which batches are out. Confined to the event loop. */
final class Outbox {

    private final PartitionQueue queue;
    private final List<ProducerBatch> out = new ArrayList<>(4);
    private long viewVersion = -1;
    private @Nullable Node leader;

    Outbox(PartitionQueue queue) {
        this.queue = queue;
    }

    PartitionQueue queue() {
        return queue;
    }

    /** The broker to send to; null if none is known. */
    @Nullable
    Node leader(ClusterView view) {
        if (viewVersion != view.version()) {
            viewVersion = view.version();
            leader = view.leaderOf(queue.partition());
        }
        return leader;
    }

    /** Batches that are out, in the order of leaving; some may have been given up. */
    List<ProducerBatch> out() {
        return out;
    }

    /** Whether nothing waits and nothing is out. */
    boolean isIdle() {
        return out.isEmpty() && queue.waiting() == 0;
    }
}
