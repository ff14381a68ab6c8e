package io.milena.clients.consumer;

import io.milena.clients.consumer.StickyPlan.Claim;
import io.milena.common.PartitionInfo;
import io.milena.common.TopicPartition;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * As {@link StickyAssignor}, while members go on reading what they keep (KIP-429): a partition that moves is first
 * given to nobody, so that its owner gives it up, and to its new owner in the rebalance after.
 *
 * <p>Remembers in which generation its own member was given something last.
 */
public final class CooperativeStickyAssignor extends TopicAssignor {

    public static final String COOPERATIVE_STICKY_ASSIGNOR_NAME = "cooperative-sticky";

    private int generation = Membership.NO_GENERATION;

    @Override
    public String name() {
        return COOPERATIVE_STICKY_ASSIGNOR_NAME;
    }

    @Override
    public List<RebalanceProtocol> supportedProtocols() {
        return List.of(RebalanceProtocol.COOPERATIVE, RebalanceProtocol.EAGER);
    }

    @Override
    public ByteBuffer subscriptionUserData(Set<String> topics) {
        return StickyUserData.write(generation);
    }

    @Override
    public void onAssignment(Assignment assignment, @Nullable ConsumerGroupMetadata metadata) {
        generation = metadata == null ? Membership.NO_GENERATION : metadata.generationId();
    }

    @Override
    Map<String, List<TopicPartition>> divide(
            Map<String, List<PartitionInfo>> topics, Map<String, Subscription> members) {
        Map<String, Claim> claims = new LinkedHashMap<>();
        for (String member : inOrder(members)) {
            Subscription said = members.get(member);
            int since = said.generationId().orElseGet(() -> StickyUserData.readGeneration(said.userData()));
            claims.put(member, new Claim(new TreeSet<>(said.topics()), said.ownedPartitions(), since));
        }
        List<TopicPartition> partitions = new ArrayList<>();
        topics.values().forEach(infos -> partitions.addAll(idsOf(infos)));
        Map<String, List<TopicPartition>> given = new StickyPlan(partitions, claims).result();
        holdBackMoving(given, members);
        return given;
    }

    /** Nobody gets what another still has. */
    private static void holdBackMoving(Map<String, List<TopicPartition>> given, Map<String, Subscription> members) {
        Map<TopicPartition, Integer> owners = new HashMap<>();
        members.values()
                .forEach(said -> said.ownedPartitions().forEach(partition -> owners.merge(partition, 1, Integer::sum)));
        given.forEach((member, partitions) -> {
            Set<TopicPartition> own = Set.copyOf(members.get(member).ownedPartitions());
            partitions.removeIf(partition -> {
                int others = owners.getOrDefault(partition, 0) - (own.contains(partition) ? 1 : 0);
                return others > 0 && !own.contains(partition);
            });
        });
    }
}
