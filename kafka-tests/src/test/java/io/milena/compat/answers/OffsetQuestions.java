package io.milena.compat.answers;

import static io.milena.compat.answers.World.EMPTY;
import static io.milena.compat.answers.World.MINUTE_MS;
import static io.milena.compat.answers.World.PLAIN;
import static io.milena.compat.answers.World.START_MS;
import static io.milena.compat.answers.World.THREE;

import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.ListOffsetsRequest;
import io.milena.protocol.messages.ListOffsetsRequest.ListOffsetsPartition;
import io.milena.protocol.messages.ListOffsetsRequest.ListOffsetsTopic;
import io.milena.protocol.messages.OffsetForLeaderEpochRequest;
import io.milena.protocol.messages.OffsetForLeaderEpochRequest.OffsetForLeaderPartition;
import io.milena.protocol.messages.OffsetForLeaderEpochRequest.OffsetForLeaderTopic;
import java.util.ArrayList;
import java.util.List;

/** ListOffsets and OffsetForLeaderEpoch. Stateless. */
final class OffsetQuestions {

    private static final int LAST = 9;

    private OffsetQuestions() {}

    static List<Question> all() {
        List<Question> questions = new ArrayList<>(List.of(
                time("the latest", -1),
                time("the earliest", -2),
                time("the greatest timestamp", -3),
                time("the earliest local", -4),
                time("the latest tiered", -5),
                time("an unknown special value", -6),
                time("before all", 1),
                time("of the first", START_MS),
                time("inside the first batch", START_MS + 1),
                time("between the batches", START_MS + 100),
                time("of the second batch", START_MS + MINUTE_MS),
                time("after all", START_MS + 2 * MINUTE_MS),
                time("the end of time", Long.MAX_VALUE),
                asking(0, "an empty topic, latest", ask(EMPTY, at(0, -1))),
                asking(0, "an empty topic, earliest", ask(EMPTY, at(0, -2))),
                asking(0, "an empty topic, greatest timestamp", ask(EMPTY, at(0, -3))),
                asking(1, "an empty topic, a time", ask(EMPTY, at(0, START_MS))),
                asking(0, "several", ask(THREE, at(2, -1), at(0, -1)), ask(PLAIN, at(0, -2)), ask(THREE, at(1, -1))),
                asking(0, "the same partition twice", ask(PLAIN, at(0, -1), at(0, -2))),
                asking(0, "the same partition twice beside another", ask(THREE, at(2, -1), at(0, -1), at(2, -2))),
                asking(0, "a topic that is not there", ask("nowhere", at(0, -1))),
                asking(0, "a partition that is not there", ask(PLAIN, at(9, -1), at(0, -1))),
                asking(0, "no topics"),
                asking(0, "a topic without partitions", ask(PLAIN)),
                asking(4, "of the epoch that is", ask(PLAIN, at(0, -1).currentLeaderEpoch(0))),
                asking(4, "of a newer epoch", ask(PLAIN, at(0, -1).currentLeaderEpoch(3))),
                many("the two latest", -1, 2),
                many("the two earliest", -2, 2),
                many("none of the latest", -1, 0),
                many("fewer than none", -1, -1),
                many("two before all", 1, 2),
                many("two of a time", START_MS + 1, 2),
                many("two after all", START_MS + 2 * MINUTE_MS, 2),
                Question.of(
                        ApiKey.LIST_OFFSETS,
                        0,
                        LAST,
                        "by a broker",
                        any -> request(ask(PLAIN, at(0, -1))).replicaId(5)),
                Question.of(
                        ApiKey.LIST_OFFSETS,
                        0,
                        LAST,
                        "by a debugging tool",
                        any -> request(ask(PLAIN, at(0, -1))).replicaId(-2)),
                Question.of(
                        ApiKey.LIST_OFFSETS,
                        2,
                        LAST,
                        "committed only",
                        any -> request(ask(PLAIN, at(0, -1))).isolationLevel((byte) 1))));
        questions.addAll(epochs());
        return questions;
    }

    private static Question time(String name, long timestamp) {
        return asking(timestamp < 0 ? 0 : 1, name, ask(PLAIN, at(0, timestamp)));
    }

    private static Question many(String name, long timestamp, int most) {
        return Question.of(
                ApiKey.LIST_OFFSETS,
                0,
                0,
                name,
                any -> request(ask(PLAIN, at(0, timestamp).maxNumOffsets(most))));
    }

    private static Question asking(int first, String name, ListOffsetsTopic... topics) {
        return Question.of(ApiKey.LIST_OFFSETS, first, LAST, name, any -> request(topics));
    }

    private static ListOffsetsRequest request(ListOffsetsTopic... topics) {
        return new ListOffsetsRequest().replicaId(-1).topics(List.of(topics));
    }

    private static ListOffsetsTopic ask(String topic, ListOffsetsPartition... partitions) {
        return new ListOffsetsTopic().name(topic).partitions(List.of(partitions));
    }

    private static ListOffsetsPartition at(int partition, long timestamp) {
        return new ListOffsetsPartition()
                .partitionIndex(partition)
                .timestamp(timestamp)
                .maxNumOffsets(1);
    }

    private static List<Question> epochs() {
        return List.of(
                epoch("the epoch that is", PLAIN, of(0, 0)),
                epoch("an epoch to come", PLAIN, of(0, 4)),
                epoch("a negative epoch", PLAIN, of(0, -1)),
                epoch("a partition that is not there", PLAIN, of(9, 0)),
                epoch("a topic that is not there", "nowhere", of(0, 0)),
                epoch("an empty topic", EMPTY, of(0, 0)),
                epoch("the same partition twice", PLAIN, of(0, 0), of(0, 4)),
                epoch("several", THREE, of(2, 0), of(0, 0), of(1, 0)),
                epoch("with a newer leader", PLAIN, of(0, 0).currentLeaderEpoch(7)));
    }

    private static Question epoch(String name, String topic, OffsetForLeaderPartition... partitions) {
        return Question.of(
                ApiKey.OFFSET_FOR_LEADER_EPOCH,
                0,
                4,
                name,
                any -> new OffsetForLeaderEpochRequest()
                        .replicaId(-1)
                        .topics(List.of(new OffsetForLeaderTopic().topic(topic).partitions(List.of(partitions)))));
    }

    private static OffsetForLeaderPartition of(int partition, int epoch) {
        return new OffsetForLeaderPartition().partition(partition).leaderEpoch(epoch);
    }
}
