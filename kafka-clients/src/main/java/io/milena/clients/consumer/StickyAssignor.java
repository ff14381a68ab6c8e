package io.milena.clients.consumer;

import io.milena.clients.consumer.StickyPlan.Claim;
import io.milena.common.PartitionInfo;
import io.milena.common.TopicPartition;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Gives members as many partitions as each other, and lets them keep what they have as far as that allows. All
 * partitions are given up before a rebalance; {@link CooperativeStickyAssignor} does without that.
 *
 * <p>Remembers what its own member was given last.
 */
public final class StickyAssignor extends TopicAssignor {

    public static final String STICKY_ASSIGNOR_NAME = "sticky";

    private static final short VERSION = 1;

    private @Nullable List<TopicPartition> owned;
    private int generation = Membership.NO_GENERATION;

    @Override
    public String name() {
        return STICKY_ASSIGNOR_NAME;
    }

    @Override
    public short version() {
        return VERSION;
    }

    @Override
    public @Nullable ByteBuffer subscriptionUserData(Set<String> topics) {
        return owned == null ? null : StickyUserData.write(owned, generation);
    }

    @Override
    public void onAssignment(Assignment assignment, @Nullable ConsumerGroupMetadata metadata) {
        owned = assignment.partitions();
        generation = metadata == null ? Membership.NO_GENERATION : metadata.generationId();
    }

    @Override
    Map<String, List<TopicPartition>> divide(
            Map<String, List<PartitionInfo>> topics, Map<String, Subscription> members) {
        Map<String, Claim> claims = new LinkedHashMap<>();
        for (String member : inOrder(members)) {
            Subscription said = members.get(member);
            claims.put(member, StickyUserData.read(said.topics(), said.userData()));
        }
        List<TopicPartition> partitions = new ArrayList<>();
        topics.values().forEach(infos -> partitions.addAll(idsOf(infos)));
        return new StickyPlan(partitions, claims).result();
    }
}
