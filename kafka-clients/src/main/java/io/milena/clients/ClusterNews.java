package io.milena.clients;

import io.milena.common.ClusterResource;
import io.milena.common.ClusterResourceListener;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells those plug-ins of an application that want to know it of which cluster they are: as soon as its id is known,
 * and when it is another. What one throws is logged. Confined to the event loop.
 */
public final class ClusterNews {

    private static final Logger log = LoggerFactory.getLogger(ClusterNews.class);

    private final List<ClusterResourceListener> listeners;
    private @Nullable String told;

    private ClusterNews(List<ClusterResourceListener> listeners) {
        this.listeners = listeners;
    }

    /** Has those of {@code plugIns} told that listen; by any thread. */
    public static void tell(ClientFloor floor, Collection<?> plugIns) {
        var listening = new ClusterNews(plugIns.stream()
                .filter(ClusterResourceListener.class::isInstance)
                .map(ClusterResourceListener.class::cast)
                .toList());
        if (!listening.listeners.isEmpty()) {
            floor.scheduler().execute(() -> {
                floor.metadata().onChange(listening::changed);
                listening.changed(floor.metadata().view());
            });
        }
    }

    private void changed(ClusterView view) {
        String id = view.clusterId();
        if (id == null || Objects.equals(id, told)) {
            return;
        }
        told = id;
        for (ClusterResourceListener listener : listeners) {
            try {
                listener.onUpdate(new ClusterResource(id));
            } catch (RuntimeException e) {
                log.warn("{} threw when it was told of cluster {}", listener, id, e);
            }
        }
    }
}
