package io.milena.server.api;

import io.milena.protocol.messages.OffsetForLeaderEpochRequest;
import io.milena.protocol.messages.OffsetForLeaderEpochRequest.OffsetForLeaderPartition;
import io.milena.protocol.messages.OffsetForLeaderEpochRequest.OffsetForLeaderTopic;
import io.milena.protocol.messages.OffsetForLeaderEpochResponse;
import io.milena.protocol.messages.OffsetForLeaderEpochResponse.EpochEndOffset;
import io.milena.protocol.messages.OffsetForLeaderEpochResponse.OffsetForLeaderTopicResult;
import io.milena.server.partition.EpochAnswer;
import io.milena.server.partition.Partition;
import java.util.ArrayList;
import java.util.List;

/**
 * OffsetForLeaderEpoch (key 23): where a leader epoch ends in the leader's log, for followers and consumers that want
 * to know where theirs parts from it.
 *
 * <pre>
 * v1  the epoch that was found (KIP-279)
 * v2  leader epoch of the asker (KIP-320), throttle time
 * v3  who asks
 * v4  flexible encoding
 * </pre>
 */
final class OffsetForLeaderEpochHandler
        implements ApiHandler<OffsetForLeaderEpochRequest, OffsetForLeaderEpochResponse> {

    private final Holdings holdings;

    OffsetForLeaderEpochHandler(Holdings holdings) {
        this.holdings = holdings;
    }

    @Override
    public void handle(OffsetForLeaderEpochRequest request, Caller<OffsetForLeaderEpochResponse> caller) {
        List<OffsetForLeaderTopicResult> topics =
                new ArrayList<>(request.topics().size());
        for (OffsetForLeaderTopic topic : request.topics()) {
            List<EpochEndOffset> ends = new ArrayList<>(topic.partitions().size());
            for (OffsetForLeaderPartition partition : topic.partitions()) {
                ends.add(answer(topic.topic(), partition));
            }
            topics.add(new OffsetForLeaderTopicResult().topic(topic.topic()).partitions(ends));
        }
        caller.reply(new OffsetForLeaderEpochResponse().topics(topics));
    }

    private EpochEndOffset answer(String topic, OffsetForLeaderPartition asked) {
        Partition partition = holdings.find(topic, asked.partition());
        EpochAnswer answer = partition == null
                ? EpochAnswer.refused(holdings.whyMissing(topic, asked.partition()))
                : partition.endOffsetForEpoch(asked.leaderEpoch(), asked.currentLeaderEpoch());
        return new EpochEndOffset()
                .partition(asked.partition())
                .errorCode(answer.error().code())
                .leaderEpoch(answer.end().epoch())
                .endOffset(answer.end().endOffset());
    }
}
