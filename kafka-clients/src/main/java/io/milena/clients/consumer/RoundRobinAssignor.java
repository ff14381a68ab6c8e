package io.milena.clients.consumer;

import io.milena.common.PartitionInfo;
import io.milena.common.TopicPartition;
import java.util.List;
import java.util.Map;

/** Deals the partitions of all topics out to the members in turn, leaving out those who do not want one. */
public final class RoundRobinAssignor extends TopicAssignor {

    public static final String ROUNDROBIN_ASSIGNOR_NAME = "roundrobin";

    @Override
    public String name() {
        return ROUNDROBIN_ASSIGNOR_NAME;
    }

    @Override
    Map<String, List<TopicPartition>> divide(
            Map<String, List<PartitionInfo>> topics, Map<String, Subscription> members) {
        List<String> order = inOrder(members);
        Map<String, List<TopicPartition>> given = nothingFor(order);
        int turn = 0;
        for (Map.Entry<String, List<PartitionInfo>> topic : topics.entrySet()) {
            for (TopicPartition partition : idsOf(topic.getValue())) {
                while (!members.get(order.get(turn)).topics().contains(topic.getKey())) {
                    turn = (turn + 1) % order.size();
                }
                given.get(order.get(turn)).add(partition);
                turn = (turn + 1) % order.size();
            }
        }
        return given;
    }
}
