package io.milena.server.coordinator.group;

import io.milena.common.TopicPartition;
import io.milena.server.coordinator.group.OffsetTable.Kept;
import io.milena.server.coordinator.state.UndoLog;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Offsets that hold once the transaction of their producer commits. Durable, as {@link OffsetTable} is.
 *
 * <p>A transaction is named by the producer id alone: an epoch that was raised ends what older ones began. Confined to
 * the shard's thread.
 */
final class PendingOffsets {

    private final Map<Long, Map<Place, Kept>> byProducer = new LinkedHashMap<>();
    private final Map<String, Integer> byGroup = new LinkedHashMap<>();
    private final UndoLog undo;

    PendingOffsets(UndoLog undo) {
        this.undo = undo;
    }

    /** What an offset is of. */
    record Place(String groupId, TopicPartition partition) {}

    void put(long producerId, Place place, Kept offset) {
        Kept before = set(producerId, place, offset);
        undo.note(() -> restore(producerId, place, before));
    }

    /** The group is nowhere in the partition any more, whatever a transaction would have said. */
    void remove(Place place) {
        if (!has(place.groupId())) {
            return;
        }
        for (Long producerId : byProducer.keySet().toArray(Long[]::new)) {
            Kept before = clear(producerId, place);
            if (before != null) {
                undo.note(() -> restore(producerId, place, before));
            }
        }
    }

    private void restore(long producerId, Place place, @Nullable Kept before) {
        if (before == null) {
            clear(producerId, place);
        } else {
            set(producerId, place, before);
        }
    }

    @Nullable
    private Kept set(long producerId, Place place, Kept offset) {
        Kept before = byProducer
                .computeIfAbsent(producerId, id -> new LinkedHashMap<>())
                .put(place, offset);
        if (before == null) {
            byGroup.merge(place.groupId(), 1, Integer::sum);
        }
        return before;
    }

    @Nullable
    private Kept clear(long producerId, Place place) {
        Map<Place, Kept> offsets = byProducer.get(producerId);
        Kept before = offsets == null ? null : offsets.remove(place);
        if (before != null) {
            forgetOne(place.groupId());
        }
        if (offsets != null && offsets.isEmpty()) {
            byProducer.remove(producerId);
        }
        return before;
    }

    private void forgetOne(String groupId) {
        byGroup.computeIfPresent(groupId, (id, count) -> count == 1 ? null : count - 1);
    }

    /** The producer's transaction is over; what it left is given away. For good: its marker is in the log. */
    Map<Place, Kept> ended(long producerId) {
        Map<Place, Kept> offsets = byProducer.remove(producerId);
        if (offsets == null) {
            return Collections.emptyMap();
        }
        offsets.keySet().forEach(place -> forgetOne(place.groupId()));
        return offsets;
    }

    /** Whether a transaction could still say something about the group. */
    boolean has(String groupId) {
        return byGroup.containsKey(groupId);
    }

    /** Whether a transaction could still say something about the place. */
    boolean has(String groupId, TopicPartition partition) {
        return has(groupId) && hasPlace(new Place(groupId, partition));
    }

    private boolean hasPlace(Place place) {
        for (Map<Place, Kept> offsets : byProducer.values()) {
            if (offsets.containsKey(place)) {
                return true;
            }
        }
        return false;
    }

    /** The partitions of a group about which a transaction could still say something, in the order of saying. */
    Set<TopicPartition> of(String groupId) {
        Set<TopicPartition> partitions = new LinkedHashSet<>();
        for (Map<Place, Kept> offsets : byProducer.values()) {
            for (Place place : offsets.keySet()) {
                if (place.groupId().equals(groupId)) {
                    partitions.add(place.partition());
                }
            }
        }
        return partitions;
    }

    /** Groups about which a transaction could still say something. */
    Set<String> groups() {
        return Collections.unmodifiableSet(byGroup.keySet());
    }

    /** All, by producer, as they change. */
    Map<Long, Map<Place, Kept>> all() {
        return Collections.unmodifiableMap(byProducer);
    }
}
