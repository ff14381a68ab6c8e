package io.milena.server.api;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.messages.FetchResponse;
import io.milena.protocol.messages.ProduceResponse;
import io.milena.server.api.Holdings.Leader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tells clients that asked the wrong broker who leads, so that they need not ask for metadata first (KIP-951).
 *
 * @param holdings who leads what
 * @param listener on which the client is connected, so on which it reaches the leader too
 */
record LeaderHints(Holdings holdings, String listener) {

    /** Adds the leaders of the partitions that have failed for want of them. */
    void addTo(ProduceResponse response) {
        Map<Integer, Leader> leaders = new LinkedHashMap<>();
        response.responses()
                .forEach(topic -> topic.partitionResponses().forEach(partition -> {
                    Leader leader = leader(partition.errorCode(), topic.name(), partition.index());
                    if (leader != null) {
                        partition.currentLeader(new ProduceResponse.LeaderIdAndEpoch()
                                .leaderId(leader.id())
                                .leaderEpoch(leader.epoch()));
                        leaders.put(leader.id(), leader);
                    }
                }));
        var endpoints = new ArrayList<ProduceResponse.NodeEndpoint>(leaders.size());
        for (Leader leader : leaders.values()) {
            if (leader.endpoint() != null) {
                endpoints.add(new ProduceResponse.NodeEndpoint()
                        .nodeId(leader.id())
                        .host(leader.endpoint().host())
                        .port(leader.endpoint().port())
                        .rack(leader.rack()));
            }
        }
        response.nodeEndpoints(endpoints);
    }

    private @Nullable Leader leader(short code, String topic, int partition) {
        return Holdings.callsForLeader(ErrorCode.of(code)) ? holdings.leader(topic, partition, listener) : null;
    }

    /** Adds the leaders of {@code failed}: those partitions of {@code response} that want them, by their topic. */
    void addTo(FetchResponse response, Map<FetchResponse.PartitionData, String> failed) {
        Map<Integer, Leader> leaders = new LinkedHashMap<>();
        failed.forEach((partition, topic) -> {
            Leader leader = leader(partition.errorCode(), topic, partition.partitionIndex());
            if (leader != null) {
                partition.currentLeader(new FetchResponse.LeaderIdAndEpoch()
                        .leaderId(leader.id())
                        .leaderEpoch(leader.epoch()));
                leaders.put(leader.id(), leader);
            }
        });
        var endpoints = new ArrayList<FetchResponse.NodeEndpoint>(leaders.size());
        for (Leader leader : leaders.values()) {
            if (leader.endpoint() != null) {
                endpoints.add(new FetchResponse.NodeEndpoint()
                        .nodeId(leader.id())
                        .host(leader.endpoint().host())
                        .port(leader.endpoint().port())
                        .rack(leader.rack()));
            }
        }
        response.nodeEndpoints(endpoints);
    }
}
