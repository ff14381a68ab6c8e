package io.milena.server.api;

import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.protocol.messages.OffsetFetchRequest;
import io.milena.protocol.messages.OffsetFetchRequest.OffsetFetchRequestGroup;
import io.milena.protocol.messages.OffsetFetchRequest.OffsetFetchRequestTopic;
import io.milena.protocol.messages.OffsetFetchRequest.OffsetFetchRequestTopics;
import io.milena.protocol.messages.OffsetFetchResponse;
import io.milena.protocol.messages.OffsetFetchResponse.OffsetFetchResponseGroup;
import io.milena.protocol.messages.OffsetFetchResponse.OffsetFetchResponsePartition;
import io.milena.protocol.messages.OffsetFetchResponse.OffsetFetchResponsePartitions;
import io.milena.protocol.messages.OffsetFetchResponse.OffsetFetchResponseTopic;
import io.milena.protocol.messages.OffsetFetchResponse.OffsetFetchResponseTopics;
import io.milena.server.coordinator.Gathering;
import io.milena.server.coordinator.GroupCoordinator;
import io.milena.server.coordinator.group.CommittedOffset;
import io.milena.server.coordinator.group.OffsetsAnswer;
import io.milena.server.coordinator.group.OffsetsAnswer.FetchedOffset;
import io.milena.server.coordinator.group.OffsetsAsk;
import io.milena.server.coordinator.group.OffsetsAsk.Stability;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * OffsetFetch (key 9): how far groups are.
 *
 * <pre>
 * v2  null topics mean all, error of the whole request
 * v3  throttle time
 * v5  leader epoch (KIP-320)
 * v6  flexible encoding
 * v7  only offsets that no open transaction could replace (KIP-447)
 * v8  many groups at once (KIP-709)
 * v9  member id and epoch, for the newer kind of group (KIP-848)
 * </pre>
 *
 * <p>v0 asked for offsets that groups kept in ZooKeeper, before they were kept in a topic; it is answered from the
 * topic.
 */
final class OffsetFetchHandler implements ApiHandler<OffsetFetchRequest, OffsetFetchResponse> {

    private static final short FIRST_WITH_GROUP_ERROR = 2;
    private static final short FIRST_WITH_MANY_GROUPS = 8;

    private final GroupCoordinator groups;

    OffsetFetchHandler(GroupCoordinator groups) {
        this.groups = groups;
    }

    @Override
    public void handle(OffsetFetchRequest request, Caller<OffsetFetchResponse> caller) {
        Stability stability = request.requireStable() ? Stability.STABLE_ONLY : Stability.ANY;
        if (caller.version() < FIRST_WITH_MANY_GROUPS) {
            var ask = new OffsetsAsk(request.groupId(), partitions(request.topics()), stability);
            groups.fetch(ask, answer -> caller.reply(one(ask, allowance().take(answer), caller.version())));
            return;
        }
        // Whoever asks the same again and again hears it once: a small request must not have an answer of any size.
        List<OffsetsAsk> asks = request.groups().stream()
                .map(group -> new OffsetsAsk(group.groupId(), partitionsOf(group), stability))
                .distinct()
                .toList();
        Gathering.of(asks, groups::fetch, (List<OffsetsAnswer> answers) -> {
            OffsetsAllowance allowance = allowance();
            List<OffsetFetchResponseGroup> found = new ArrayList<>(asks.size());
            for (int i = 0; i < asks.size(); i++) {
                found.add(group(asks.get(i).groupId(), allowance.take(answers.get(i))));
            }
            caller.reply(new OffsetFetchResponse().groups(found));
        });
    }

    private static OffsetsAllowance allowance() {
        return new OffsetsAllowance(OffsetsAllowance.MOST_BYTES);
    }

    private static @Nullable List<TopicPartition> partitions(@Nullable List<OffsetFetchRequestTopic> topics) {
        return partitions(topics, OffsetFetchRequestTopic::name, OffsetFetchRequestTopic::partitionIndexes);
    }

    private static @Nullable List<TopicPartition> partitionsOf(OffsetFetchRequestGroup group) {
        return partitions(group.topics(), OffsetFetchRequestTopics::name, OffsetFetchRequestTopics::partitionIndexes);
    }

    /** Each once, however often it is named; null, which means all, if there are no topics to name them. */
    private static <T> @Nullable List<TopicPartition> partitions(
            @Nullable List<T> topics, Function<T, String> name, Function<T, List<Integer>> indexes) {
        if (topics == null) {
            return null;
        }
        Set<TopicPartition> partitions = new LinkedHashSet<>();
        for (T topic : topics) {
            indexes.apply(topic).forEach(index -> partitions.add(new TopicPartition(name.apply(topic), index)));
        }
        return List.copyOf(partitions);
    }

    /**
     * Before v2 there is no place for an error of the whole but with each partition; v0 knows no partition without an
     * offset.
     */
    private static OffsetFetchResponse one(OffsetsAsk ask, OffsetsAnswer answer, short version) {
        List<TopicPartition> asked = ask.partitions();
        if (answer.error() != ErrorCode.NONE && version < FIRST_WITH_GROUP_ERROR && asked != null) {
            return new OffsetFetchResponse().topics(topics(refused(asked, answer.error())));
        }
        if (version == 0) {
            return new OffsetFetchResponse().topics(topics(ofOld(answer.offsets())));
        }
        return new OffsetFetchResponse().errorCode(answer.error().code()).topics(topics(answer.offsets()));
    }

    private static List<FetchedOffset> ofOld(List<FetchedOffset> offsets) {
        return offsets.stream()
                .map(line -> line.offset() == CommittedOffset.NO_OFFSET && line.error() == ErrorCode.NONE
                        ? FetchedOffset.none(line.partition(), ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
                        : line)
                .toList();
    }

    private static List<FetchedOffset> refused(List<TopicPartition> partitions, ErrorCode error) {
        return partitions.stream()
                .map(partition -> FetchedOffset.none(partition, error))
                .toList();
    }

    private static List<OffsetFetchResponseTopic> topics(List<FetchedOffset> offsets) {
        List<OffsetFetchResponseTopic> topics = new ArrayList<>();
        byTopic(offsets)
                .forEach((name, lines) -> topics.add(new OffsetFetchResponseTopic()
                        .name(name)
                        .partitions(lines.stream()
                                .map(line -> new OffsetFetchResponsePartition()
                                        .partitionIndex(line.partition().partition())
                                        .committedOffset(line.offset())
                                        .committedLeaderEpoch(line.leaderEpoch())
                                        .metadata(line.metadata())
                                        .errorCode(line.error().code()))
                                .toList())));
        return topics;
    }

    private static OffsetFetchResponseGroup group(String groupId, OffsetsAnswer answer) {
        List<OffsetFetchResponseTopics> topics = new ArrayList<>();
        byTopic(answer.offsets())
                .forEach((name, lines) -> topics.add(new OffsetFetchResponseTopics()
                        .name(name)
                        .partitions(lines.stream()
                                .map(line -> new OffsetFetchResponsePartitions()
                                        .partitionIndex(line.partition().partition())
                                        .committedOffset(line.offset())
                                        .committedLeaderEpoch(line.leaderEpoch())
                                        .metadata(line.metadata())
                                        .errorCode(line.error().code()))
                                .toList())));
        return new OffsetFetchResponseGroup()
                .groupId(groupId)
                .errorCode(answer.error().code())
                .topics(topics);
    }

    private static Map<String, List<FetchedOffset>> byTopic(List<FetchedOffset> offsets) {
        Map<String, List<FetchedOffset>> lines = new LinkedHashMap<>();
        for (FetchedOffset offset : offsets) {
            lines.computeIfAbsent(offset.partition().topic(), name -> new ArrayList<>())
                    .add(offset);
        }
        return lines;
    }

    @Override
    public OffsetFetchResponse failed(OffsetFetchRequest request, ErrorCode error) {
        OffsetsAnswer refused = OffsetsAnswer.refused(error);
        return new OffsetFetchResponse()
                .errorCode(error.code())
                .groups(request.groups().stream()
                        .map(group -> group(group.groupId(), refused))
                        .toList());
    }
}
