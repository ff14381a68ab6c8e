package io.milena.server.api;

import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.protocol.messages.DeleteRecordsRequest;
import io.milena.protocol.messages.DeleteRecordsRequest.DeleteRecordsPartition;
import io.milena.protocol.messages.DeleteRecordsRequest.DeleteRecordsTopic;
import io.milena.protocol.messages.DeleteRecordsResponse;
import io.milena.protocol.messages.DeleteRecordsResponse.DeleteRecordsPartitionResult;
import io.milena.protocol.messages.DeleteRecordsResponse.DeleteRecordsTopicResult;
import io.milena.server.api.DiskTrip.Errand;
import io.milena.server.metadata.TopicImage;
import io.milena.server.partition.LowWatermark;
import io.milena.server.partition.Partition;
import io.milena.storage.DirectoryLane;
import io.milena.storage.Log;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * DeleteRecords (key 21): partitions that this broker leads begin at a later offset from now on (KIP-107).
 *
 * <pre>
 * v1  throttled clients throttle themselves
 * v2  flexible encoding
 * </pre>
 *
 * <p>Who cuts a log waits for whoever appends to it, so that is done on the lane of each log. Topics of coordinators
 * keep their records: the state that a coordinator holds in memory could not be loaded again.
 */
final class DeleteRecordsHandler implements ApiHandler<DeleteRecordsRequest, DeleteRecordsResponse> {

    /** So long disks may take at the least: a client may leave no time at all, since no replica is waited for. */
    private static final int LEAST_PATIENCE_MS = 10_000;

    private final Holdings holdings;

    DeleteRecordsHandler(Holdings holdings) {
        this.holdings = holdings;
    }

    @Override
    public void handle(DeleteRecordsRequest request, Caller<DeleteRecordsResponse> caller) {
        Map<TopicPartition, Long> wanted = wanted(request);
        List<LowWatermark> answers = new ArrayList<>(wanted.size());
        List<Errand<LowWatermark>> errands = new ArrayList<>(wanted.size());
        wanted.forEach((name, before) -> {
            Partition partition = holdings.find(name.topic(), name.partition());
            Log log = partition == null ? null : partition.log();
            if (TopicImage.isInternal(name.topic()) || partition == null || log == null) {
                answers.add(LowWatermark.refused(refusal(name, partition)));
            } else {
                errands.add(errand(answers.size(), log.lane(), () -> partition.deleteRecordsBefore(before)));
                answers.add(LowWatermark.refused(ErrorCode.REQUEST_TIMED_OUT));
            }
        });
        if (errands.isEmpty()) {
            caller.reply(response(wanted.keySet(), answers));
            return;
        }
        caller.frameRead();
        var trip = new DiskTrip<LowWatermark>(answers.size(), caller.scheduler(), unwanted -> {}, back -> {
            putAll(back, answers);
            caller.reply(response(wanted.keySet(), answers));
        });
        trip.endAfter(Duration.ofMillis(Math.max(request.timeoutMs(), LEAST_PATIENCE_MS)));
        caller.onClosed(trip::abandon);
        trip.begin(errands);
    }

    /** Each partition once; where it is named again, the last word counts. */
    private static Map<TopicPartition, Long> wanted(DeleteRecordsRequest request) {
        Map<TopicPartition, Long> wanted = new LinkedHashMap<>();
        for (DeleteRecordsTopic topic : request.topics()) {
            for (DeleteRecordsPartition partition : topic.partitions()) {
                wanted.put(new TopicPartition(topic.name(), partition.partitionIndex()), partition.offset());
            }
        }
        return wanted;
    }

    private ErrorCode refusal(TopicPartition name, @Nullable Partition partition) {
        if (partition == null) {
            return holdings.whyMissing(name.topic(), name.partition());
        }
        return TopicImage.isInternal(name.topic()) ? ErrorCode.INVALID_TOPIC_EXCEPTION : ErrorCode.KAFKA_STORAGE_ERROR;
    }

    private static Errand<LowWatermark> errand(int index, DirectoryLane lane, Supplier<LowWatermark> deletion) {
        return new Errand<>(
                index,
                task -> {
                    lane.execute(task);
                    return true;
                },
                deletion);
    }

    private static void putAll(List<@Nullable LowWatermark> back, List<LowWatermark> answers) {
        for (int i = 0; i < back.size(); i++) {
            LowWatermark answer = back.get(i);
            if (answer != null) {
                answers.set(i, answer);
            }
        }
    }

    private static DeleteRecordsResponse response(Set<TopicPartition> wanted, List<LowWatermark> answers) {
        Map<String, List<DeleteRecordsPartitionResult>> byTopic = new LinkedHashMap<>();
        Iterator<LowWatermark> next = answers.iterator();
        for (TopicPartition name : wanted) {
            LowWatermark answer = next.next();
            byTopic.computeIfAbsent(name.topic(), topic -> new ArrayList<>())
                    .add(new DeleteRecordsPartitionResult()
                            .partitionIndex(name.partition())
                            .lowWatermark(answer.offset())
                            .errorCode(answer.error().code()));
        }
        return new DeleteRecordsResponse()
                .topics(byTopic.entrySet().stream()
                        .map(topic -> new DeleteRecordsTopicResult()
                                .name(topic.getKey())
                                .partitions(topic.getValue()))
                        .toList());
    }

    @Override
    public DeleteRecordsResponse failed(DeleteRecordsRequest request, ErrorCode error) {
        Set<TopicPartition> wanted = wanted(request).keySet();
        return response(wanted, Collections.nCopies(wanted.size(), LowWatermark.refused(error)));
    }
}
