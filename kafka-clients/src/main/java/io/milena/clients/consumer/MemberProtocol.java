package io.milena.clients.consumer;

import io.milena.clients.consumer.ConsumerPartitionAssignor.Assignment;
import io.milena.clients.consumer.ConsumerPartitionAssignor.Subscription;
import io.milena.common.TopicPartition;
import io.milena.common.errors.SerializationException;
import io.milena.protocol.ApiMessage;
import io.milena.protocol.MalformedMessage;
import io.milena.protocol.StoredMessage;
import io.milena.protocol.messages.ConsumerProtocolAssignment;
import io.milena.protocol.messages.ConsumerProtocolSubscription;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What members of a group tell each other: subscriptions and assignments as bytes that every Kafka client reads, with
 * their version before them. Older versions are written in full as newer ones without their last fields, and newer ones
 * than known are read as the newest known.
 */
final class MemberProtocol {

    private static final short SUBSCRIPTION_VERSION = ConsumerProtocolSubscription.HIGHEST_VERSION;
    private static final short ASSIGNMENT_VERSION = ConsumerProtocolAssignment.HIGHEST_VERSION;

    private MemberProtocol() {}

    static byte[] write(Subscription subscription) {
        List<ConsumerProtocolSubscription.TopicPartition> owned = new ArrayList<>();
        byTopic(subscription.ownedPartitions())
                .forEach((topic, indexes) -> owned.add(new ConsumerProtocolSubscription.TopicPartition()
                        .topic(topic)
                        .partitions(indexes)));
        var message = new ConsumerProtocolSubscription()
                .topics(new ArrayList<>(new TreeSet<>(subscription.topics())))
                .userData(bytes(subscription.userData()))
                .ownedPartitions(owned)
                .generationId(subscription.generationId().orElse(Membership.NO_GENERATION))
                .rackId(subscription.rackId().orElse(null));
        return StoredMessage.write(message, SUBSCRIPTION_VERSION);
    }

    /** @throws SerializationException if the bytes are no subscription */
    static Subscription readSubscription(byte[] bytes) {
        ByteBuf in = Unpooled.wrappedBuffer(bytes);
        try {
            short version = known(StoredMessage.readVersion(in), SUBSCRIPTION_VERSION);
            ConsumerProtocolSubscription message = ConsumerProtocolSubscription.read(in, version);
            List<TopicPartition> owned = new ArrayList<>();
            for (ConsumerProtocolSubscription.TopicPartition topic : message.ownedPartitions()) {
                topic.partitions().forEach(index -> owned.add(new TopicPartition(topic.topic(), index)));
            }
            return new Subscription(
                    message.topics(),
                    buffer(message.userData()),
                    owned,
                    message.generationId(),
                    Optional.ofNullable(message.rackId()).filter(rack -> !rack.isEmpty()));
        } catch (MalformedMessage e) {
            throw new SerializationException("a member's subscription cannot be read", e);
        }
    }

    static byte[] write(Assignment assignment) {
        List<ConsumerProtocolAssignment.TopicPartition> assigned = new ArrayList<>();
        byTopic(assignment.partitions())
                .forEach((topic, indexes) -> assigned.add(new ConsumerProtocolAssignment.TopicPartition()
                        .topic(topic)
                        .partitions(indexes)));
        ApiMessage message =
                new ConsumerProtocolAssignment().assignedPartitions(assigned).userData(bytes(assignment.userData()));
        return StoredMessage.write(message, ASSIGNMENT_VERSION);
    }

    /** @throws SerializationException if the bytes are no assignment; none at all stand for no partitions */
    static Assignment readAssignment(byte[] bytes) {
        if (bytes.length == 0) {
            return new Assignment(List.of());
        }
        ByteBuf in = Unpooled.wrappedBuffer(bytes);
        try {
            short version = known(StoredMessage.readVersion(in), ASSIGNMENT_VERSION);
            ConsumerProtocolAssignment message = ConsumerProtocolAssignment.read(in, version);
            List<TopicPartition> assigned = new ArrayList<>();
            for (ConsumerProtocolAssignment.TopicPartition topic : message.assignedPartitions()) {
                topic.partitions().forEach(index -> assigned.add(new TopicPartition(topic.topic(), index)));
            }
            return new Assignment(assigned, buffer(message.userData()));
        } catch (MalformedMessage e) {
            throw new SerializationException("the assignment of the group's leader cannot be read", e);
        }
    }

    private static short known(short version, short highest) throws MalformedMessage {
        if (version < 0) {
            throw new MalformedMessage("version " + version + " (expected: 0 or more)");
        }
        return version > highest ? highest : version;
    }

    /** Topics in the order of their first partition, indexes in theirs. */
    private static Map<String, List<Integer>> byTopic(List<TopicPartition> partitions) {
        Map<String, List<Integer>> byTopic = new LinkedHashMap<>();
        for (TopicPartition partition : partitions) {
            byTopic.computeIfAbsent(partition.topic(), topic -> new ArrayList<>())
                    .add(partition.partition());
        }
        return byTopic;
    }

    private static byte @Nullable [] bytes(@Nullable ByteBuffer buffer) {
        if (buffer == null) {
            return null;
        }
        var bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }

    private static @Nullable ByteBuffer buffer(byte @Nullable [] bytes) {
        return bytes == null ? null : ByteBuffer.wrap(bytes);
    }
}
