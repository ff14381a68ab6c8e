package io.milena.clients.consumer;

import io.milena.clients.consumer.StickyPlan.Claim;
import io.milena.common.TopicPartition;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What sticky assignors tell the leader beside the subscription, as every Kafka client writes it.
 *
 * <pre>
 *   sticky              int32 topics { int16 length, name, int32 partitions { int32 } }  int32 generation
 *   cooperative-sticky  int32 generation
 * </pre>
 *
 * <p>Big-endian. The oldest sticky clients leave the generation out. What cannot be read counts as nothing owned: the
 * member then gets partitions as a new one does.
 */
final class StickyUserData {

    private StickyUserData() {}

    static ByteBuffer write(List<TopicPartition> owned, int generation) {
        Map<String, List<Integer>> byTopic = new TreeMap<>();
        owned.forEach(partition -> byTopic.computeIfAbsent(partition.topic(), made -> new ArrayList<>())
                .add(partition.partition()));
        Map<byte[], List<Integer>> encoded = new LinkedHashMap<>();
        int bytes = 2 * Integer.BYTES;
        for (Map.Entry<String, List<Integer>> topic : byTopic.entrySet()) {
            byte[] name = topic.getKey().getBytes(StandardCharsets.UTF_8);
            encoded.put(name, topic.getValue());
            bytes += Short.BYTES
                    + name.length
                    + Integer.BYTES * (1 + topic.getValue().size());
        }
        ByteBuffer out = ByteBuffer.allocate(bytes).putInt(encoded.size());
        encoded.forEach((name, partitions) -> {
            out.putShort((short) name.length).put(name).putInt(partitions.size());
            partitions.forEach(out::putInt);
        });
        return out.putInt(generation).flip();
    }

    static ByteBuffer write(int generation) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(generation).flip();
    }

    /** Reads what a sticky member wrote. */
    static Claim read(List<String> topics, @Nullable ByteBuffer userData) {
        Set<String> wanted = new TreeSet<>(topics);
        var nothing = new Claim(wanted, List.of(), Membership.NO_GENERATION);
        if (userData == null || !userData.hasRemaining()) {
            return nothing;
        }
        ByteBuffer in = userData.duplicate();
        try {
            List<TopicPartition> owned = readOwned(in);
            int generation = in.remaining() >= Integer.BYTES ? in.getInt() : Membership.NO_GENERATION;
            return new Claim(wanted, owned, generation);
        } catch (BufferUnderflowException e) {
            return nothing;
        }
    }

    private static List<TopicPartition> readOwned(ByteBuffer in) {
        List<TopicPartition> owned = new ArrayList<>();
        int topics = in.getInt();
        for (int i = 0; i < topics; i++) {
            int length = in.getShort();
            if (length < 0 || length > in.remaining()) {
                throw new BufferUnderflowException();
            }
            var name = new byte[length];
            in.get(name);
            String topic = new String(name, StandardCharsets.UTF_8);
            int partitions = in.getInt();
            for (int k = 0; k < partitions; k++) {
                owned.add(new TopicPartition(topic, in.getInt()));
            }
        }
        return owned;
    }

    /** Reads the generation that a cooperative-sticky member wrote; none if it wrote nothing. */
    static int readGeneration(@Nullable ByteBuffer userData) {
        boolean hasOne = userData != null && userData.remaining() >= Integer.BYTES;
        return hasOne ? userData.getInt(userData.position()) : Membership.NO_GENERATION;
    }
}
