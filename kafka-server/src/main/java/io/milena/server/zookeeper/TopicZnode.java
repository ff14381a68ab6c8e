package io.milena.server.zookeeper;

import com.fasterxml.jackson.core.JsonGenerator;
import io.milena.common.Uuid;
import java.io.IOException;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Text of {@code /brokers/topics/{topic}}: who holds which partition. Written in version 3, read from version 1.
 * Immutable.
 *
 * <pre>
 *   {"partitions":{"0":[1,2],"1":[2,1]},
 *    "topic_id":"6QVqrZXfSWG5Zp3deReIEg","adding_replicas":{},"removing_replicas":{},"version":3}
 *   v3 of a cluster on protocol 2.6, and v2: without topic_id      v1: without the two moves
 * </pre>
 *
 * @param topicId null when the topic was made by an old controller; the present one gives it an id
 * @param replicas broker ids by partition, preferred leader first
 * @param adding what a reassignment adds, by partition
 * @param removing what a reassignment removes, by partition
 */
public record TopicZnode(
        @Nullable Uuid topicId,
        SortedMap<Integer, List<Integer>> replicas,
        SortedMap<Integer, List<Integer>> adding,
        SortedMap<Integer, List<Integer>> removing) {

    private static final int VERSION = 3;

    public byte[] encode() {
        return JsonText.object(json -> {
            write(json, "partitions", replicas);
            if (topicId != null) {
                json.writeStringField("topic_id", topicId.toString());
            }
            write(json, "adding_replicas", adding);
            write(json, "removing_replicas", removing);
            json.writeNumberField("version", VERSION);
        });
    }

    private static void write(JsonGenerator json, String field, SortedMap<Integer, List<Integer>> byPartition)
            throws IOException {
        json.writeObjectFieldStart(field);
        for (var entry : byPartition.entrySet()) {
            JsonText.integers(json, entry.getKey().toString(), entry.getValue());
        }
        json.writeEndObject();
    }

    public static TopicZnode decode(byte[] data) {
        JsonObject json = JsonText.read(data);
        String id = json.stringOrNull("topic_id");
        return new TopicZnode(
                id == null ? null : topicId(id),
                byPartition(json.object("partitions")),
                byPartition(json.objectOrEmpty("adding_replicas")),
                byPartition(json.objectOrEmpty("removing_replicas")));
    }

    private static Uuid topicId(String text) {
        try {
            return Uuid.parse(text);
        } catch (IllegalArgumentException e) {
            throw new MalformedZnode("topic_id: '" + text + "'", e);
        }
    }

    private static SortedMap<Integer, List<Integer>> byPartition(JsonObject json) {
        SortedMap<Integer, List<Integer>> replicas = new TreeMap<>();
        for (String partition : json.names()) {
            try {
                replicas.put(Integer.valueOf(partition), json.integers(partition));
            } catch (NumberFormatException e) {
                throw new MalformedZnode("partition: '" + partition + "' (expected: a whole number)", e);
            }
        }
        return replicas;
    }
}
