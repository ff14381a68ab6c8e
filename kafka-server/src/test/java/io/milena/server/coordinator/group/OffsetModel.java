package io.milena.server.coordinator.group;

import io.milena.common.TopicPartition;
import io.milena.server.coordinator.group.PendingOffsets.Place;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/** How far groups are, as simply as it can be told: the last word wins, by the order in which words were spoken. */
final class OffsetModel {

    private final Map<Place, Word> committed = new HashMap<>();
    private final Map<Long, Map<Place, Word>> pending = new HashMap<>();
    private long words;

    private record Word(long order, long offset) {}

    void commit(String groupId, List<OffsetToCommit> lines) {
        lines.forEach(line -> committed.put(place(groupId, line), new Word(words++, line.offset())));
    }

    void commitPending(long producerId, String groupId, List<OffsetToCommit> lines) {
        Map<Place, Word> said = pending.computeIfAbsent(producerId, id -> new HashMap<>());
        lines.forEach(line -> said.put(place(groupId, line), new Word(words++, line.offset())));
    }

    private static Place place(String groupId, OffsetToCommit line) {
        return new Place(groupId, line.partition());
    }

    void abort(long producerId) {
        pending.remove(producerId);
    }

    void end(long producerId) {
        Map<Place, Word> said = pending.remove(producerId);
        if (said != null) {
            said.forEach((place, word) ->
                    committed.merge(place, word, (one, other) -> one.order() > other.order() ? one : other));
        }
    }

    void forgetGroup(String groupId) {
        forgetAll(place -> place.groupId().equals(groupId));
    }

    void forgetTopics(Set<String> topics) {
        forgetAll(place -> topics.contains(place.partition().topic()));
    }

    void forget(String groupId, TopicPartition partition) {
        forgetAll(new Place(groupId, partition)::equals);
    }

    private void forgetAll(Predicate<Place> which) {
        committed.keySet().removeIf(which);
        pending.values().forEach(said -> said.keySet().removeIf(which));
    }

    Map<TopicPartition, Long> of(String groupId) {
        Map<TopicPartition, Long> offsets = new TreeMap<>();
        committed.forEach((place, word) -> {
            if (place.groupId().equals(groupId)) {
                offsets.put(place.partition(), word.offset());
            }
        });
        return offsets;
    }
}
