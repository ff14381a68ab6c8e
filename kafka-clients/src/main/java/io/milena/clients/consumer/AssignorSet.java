package io.milena.clients.consumer;

import io.milena.clients.consumer.ConsumerPartitionAssignor.Assignment;
import io.milena.clients.consumer.ConsumerPartitionAssignor.GroupSubscription;
import io.milena.clients.consumer.ConsumerPartitionAssignor.RebalanceProtocol;
import io.milena.clients.consumer.ConsumerPartitionAssignor.Subscription;
import io.milena.common.Cluster;
import io.milena.common.KafkaException;
import io.milena.common.TopicPartition;
import io.milena.common.config.ConfigException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The assignors of one consumer, in the order of preference. Confined to the application's thread. */
final class AssignorSet {

    private final Map<String, ConsumerPartitionAssignor> byName = new LinkedHashMap<>();
    private final RebalanceProtocol protocol;
    private final String rack;

    /**
     * @throws ConfigException if they have no way in common to move partitions, or two have the same name
     */
    AssignorSet(List<ConsumerPartitionAssignor> assignors, String rack) {
        this.rack = rack;
        EnumSet<RebalanceProtocol> common = EnumSet.allOf(RebalanceProtocol.class);
        for (ConsumerPartitionAssignor assignor : assignors) {
            if (byName.put(assignor.name(), assignor) != null) {
                throw new ConfigException(
                        ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
                        assignor.name(),
                        "assignors with different names");
            }
            common.retainAll(assignor.supportedProtocols());
        }
        if (common.isEmpty()) {
            throw new ConfigException(
                    ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
                    byName.keySet().toString(),
                    "assignors that have a rebalance protocol in common");
        }
        protocol = common.contains(RebalanceProtocol.COOPERATIVE)
                ? RebalanceProtocol.COOPERATIVE
                : RebalanceProtocol.EAGER;
    }

    /** How this consumer gives up partitions. */
    RebalanceProtocol protocol() {
        return protocol;
    }

    boolean isEmpty() {
        return byName.isEmpty();
    }

    /** What this member says to the group in the name of each assignor. */
    Map<String, byte[]> offer(Set<String> topics, Set<TopicPartition> owned, int generation) {
        Map<String, byte[]> offered = new LinkedHashMap<>();
        byName.forEach((name, assignor) -> {
            ByteBuffer userData = assignor.subscriptionUserData(topics);
            Optional<String> inRack = rack.isEmpty() ? Optional.empty() : Optional.of(rack);
            offered.put(
                    name,
                    MemberProtocol.write(new Subscription(
                            new ArrayList<>(topics), userData, new ArrayList<>(owned), generation, inRack)));
        });
        return offered;
    }

    /** What the members of a group said, by member id. */
    static Map<String, Subscription> read(List<Membership.Joined> members) {
        Map<String, Subscription> group = new LinkedHashMap<>();
        for (Membership.Joined member : members) {
            Subscription subscription = MemberProtocol.readSubscription(member.metadata());
            subscription.setGroupInstanceId(Optional.ofNullable(member.instanceId()));
            group.put(member.memberId(), subscription);
        }
        return group;
    }

    /** What each member gets. */
    Map<String, byte[]> decide(String name, Cluster cluster, Map<String, Subscription> group) {
        Map<String, byte[]> decided = new LinkedHashMap<>();
        find(name)
                .assign(cluster, new GroupSubscription(group))
                .groupAssignment()
                .forEach((member, assignment) -> decided.put(member, MemberProtocol.write(assignment)));
        return decided;
    }

    void assigned(String name, Assignment assignment, @Nullable ConsumerGroupMetadata metadata) {
        find(name).onAssignment(assignment, metadata);
    }

    private ConsumerPartitionAssignor find(String name) {
        ConsumerPartitionAssignor found = byName.get(name);
        if (found == null) {
            throw new KafkaException(
                    "the group chose the assignor '" + name + "', and this consumer has only " + byName.keySet());
        }
        return found;
    }
}
