package io.milena.server.api;

import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.protocol.messages.ListOffsetsRequest;
import io.milena.protocol.messages.ListOffsetsRequest.ListOffsetsPartition;
import io.milena.protocol.messages.ListOffsetsRequest.ListOffsetsTopic;
import io.milena.protocol.messages.ListOffsetsResponse;
import io.milena.protocol.messages.ListOffsetsResponse.ListOffsetsPartitionResponse;
import io.milena.protocol.messages.ListOffsetsResponse.ListOffsetsTopicResponse;
import io.milena.server.api.DiskTrip.Errand;
import io.milena.server.partition.Isolation;
import io.milena.server.partition.OffsetAnswer;
import io.milena.server.partition.OffsetQuestion;
import io.milena.server.partition.Partition;
import io.milena.server.partition.Reach;
import io.milena.storage.Log;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * ListOffsets (key 2): the offset at a time, at the start, or at the end of a partition.
 *
 * <pre>
 * v0  an array of offsets, newest first
 * v1  one offset, and the timestamp of its record (KIP-79)
 * v2  isolation level, throttle time
 * v4  leader epochs (KIP-320)
 * v6  flexible encoding
 * v7  the record with the greatest timestamp (KIP-734)
 * v8  the start of what is on local disk (KIP-405)
 * v9  the end of what is in remote storage (KIP-1005)
 * </pre>
 *
 * <p>Looking up a time may read from disk, so it is done on threads of each partition's directory.
 */
final class ListOffsetsHandler implements ApiHandler<ListOffsetsRequest, ListOffsetsResponse> {

    private static final short FIRST_WITH_LEADER_EPOCH = 4;
    private static final short FIRST_WITH_ONE_OFFSET = 1;
    private static final short FIRST_WITH_MAX_TIMESTAMP = 7;
    private static final short FIRST_WITH_LOCAL_START = 8;
    private static final short FIRST_WITH_TIERED_END = 9;
    private static final byte READ_COMMITTED = 1;
    private static final int CONSUMER = -1;
    private static final int DEBUGGER = -2;

    /** So long disks may take; partitions whose disk takes longer are answered with an error that clients repeat. */
    private static final Duration PATIENCE_WITH_DISKS = Duration.ofSeconds(10);

    private final Holdings holdings;

    ListOffsetsHandler(Holdings holdings) {
        this.holdings = holdings;
    }

    @Override
    public void handle(ListOffsetsRequest request, Caller<ListOffsetsResponse> caller) {
        var asked = new Asked(request, caller.version());
        List<Wanted> all = wanted(request, asked);
        List<OffsetAnswer> answers = new ArrayList<>(all.size());
        List<Errand<OffsetAnswer>> errands = new ArrayList<>();
        for (Wanted each : all) {
            Log log = each.takesDisk() ? each.log() : null;
            if (log != null) {
                errands.add(new Errand<>(answers.size(), log.diskReads()::tryExecute, each::answer));
            }
            answers.add(log == null ? each.answer() : OffsetAnswer.refused(ErrorCode.REQUEST_TIMED_OUT));
        }
        if (errands.isEmpty()) {
            caller.reply(response(request, all, answers));
            return;
        }
        caller.frameRead();
        var trip = new DiskTrip<OffsetAnswer>(all.size(), caller.scheduler(), unwanted -> {}, back -> {
            addAll(back, answers);
            caller.reply(response(request, all, answers));
        });
        trip.endAfter(PATIENCE_WITH_DISKS);
        caller.onClosed(trip::abandon);
        trip.begin(errands);
    }

    private static void addAll(List<@Nullable OffsetAnswer> back, List<OffsetAnswer> answers) {
        for (int i = 0; i < back.size(); i++) {
            OffsetAnswer answer = back.get(i);
            if (answer != null) {
                answers.set(i, answer);
            }
        }
    }

    /** All partitions of the request, in its order. */
    private List<Wanted> wanted(ListOffsetsRequest request, Asked asked) {
        List<Wanted> wanted = new ArrayList<>();
        for (ListOffsetsTopic topic : request.topics()) {
            for (ListOffsetsPartition partition : topic.partitions()) {
                wanted.add(new Wanted(
                        topic.name(), partition, asked, holdings.find(topic.name(), partition.partitionIndex())));
            }
        }
        return wanted;
    }

    private ListOffsetsResponse response(ListOffsetsRequest request, List<Wanted> all, List<OffsetAnswer> answers) {
        List<ListOffsetsTopicResponse> topics = new ArrayList<>(request.topics().size());
        int next = 0;
        for (ListOffsetsTopic topic : request.topics()) {
            List<ListOffsetsPartitionResponse> partitions =
                    new ArrayList<>(topic.partitions().size());
            for (int i = 0; i < topic.partitions().size(); i++) {
                partitions.add(all.get(next).response(answers.get(next)));
                next++;
            }
            topics.add(new ListOffsetsTopicResponse().name(topic.name()).partitions(partitions));
        }
        return new ListOffsetsResponse().topics(topics);
    }

    /** What is wanted of one partition. */
    private final class Wanted {

        private final String topic;
        private final ListOffsetsPartition wanted;
        private final Asked asked;
        private final @Nullable Partition partition;

        Wanted(String topic, ListOffsetsPartition wanted, Asked asked, @Nullable Partition partition) {
            this.topic = topic;
            this.wanted = wanted;
            this.asked = asked;
            this.partition = partition;
        }

        @Nullable
        Log log() {
            return partition == null ? null : partition.log();
        }

        boolean takesDisk() {
            return refusal() == ErrorCode.NONE && question(wanted.timestamp()).takesDisk();
        }

        private ErrorCode refusal() {
            if (asked.isRepeated(topic, wanted.partitionIndex())) {
                return ErrorCode.INVALID_REQUEST;
            }
            return isFromTheFuture(wanted.timestamp(), asked.version) ? ErrorCode.UNSUPPORTED_VERSION : ErrorCode.NONE;
        }

        private OffsetQuestion question(long timestamp) {
            return new OffsetQuestion(timestamp, wanted.currentLeaderEpoch(), asked.isolation);
        }

        OffsetAnswer answer() {
            ErrorCode refusal = refusal();
            if (refusal != ErrorCode.NONE) {
                return OffsetAnswer.refused(refusal);
            }
            return partition == null
                    ? OffsetAnswer.refused(holdings.whyMissing(topic, wanted.partitionIndex()))
                    : partition.offsetFor(question(wanted.timestamp()), asked.reach);
        }

        ListOffsetsPartitionResponse response(OffsetAnswer answer) {
            var response = new ListOffsetsPartitionResponse()
                    .partitionIndex(wanted.partitionIndex())
                    .errorCode(answer.error().code());
            if (asked.version < FIRST_WITH_ONE_OFFSET) {
                return partition == null ? response : response.oldStyleOffsets(oldStyle(partition, answer));
            }
            response.timestamp(answer.timestampMs()).offset(answer.offset());
            return asked.version < FIRST_WITH_LEADER_EPOCH ? response : response.leaderEpoch(answer.leaderEpoch());
        }

        /**
         * Version 0: the end and the start of the log, newest first; for a time, the start of the log as the place to
         * search from, and the end too if all records are older.
         */
        private List<Long> oldStyle(Partition of, OffsetAnswer answer) {
            if (answer.error() != ErrorCode.NONE) {
                return List.of();
            }
            List<Long> offsets = new ArrayList<>(2);
            long start =
                    of.offsetFor(question(OffsetQuestion.EARLIEST), asked.reach).offset();
            long end =
                    of.offsetFor(question(OffsetQuestion.LATEST), asked.reach).offset();
            boolean allOlder = wanted.timestamp() >= 0 && answer.offset() < 0;
            if (wanted.timestamp() == OffsetQuestion.LATEST || allOlder) {
                offsets.add(end);
            }
            if (offsets.isEmpty() || start != end) {
                offsets.add(start);
            }
            return offsets.subList(0, Math.max(0, Math.min(wanted.maxNumOffsets(), offsets.size())));
        }
    }

    /** Marks that the version of the request does not have. */
    private static boolean isFromTheFuture(long timestamp, short version) {
        if (timestamp == OffsetQuestion.MAX_TIMESTAMP) {
            return version < FIRST_WITH_MAX_TIMESTAMP;
        }
        if (timestamp == OffsetQuestion.EARLIEST_LOCAL) {
            return version < FIRST_WITH_LOCAL_START;
        }
        if (timestamp == OffsetQuestion.LATEST_TIERED) {
            return version < FIRST_WITH_TIERED_END;
        }
        return timestamp < OffsetQuestion.LATEST_TIERED;
    }

    /** What holds for all partitions of one request, and which are named twice: these are refused. */
    private static final class Asked {

        private final short version;
        private final Isolation isolation;
        private final Reach reach;
        private final Set<TopicPartition> repeated = new HashSet<>();

        Asked(ListOffsetsRequest request, short version) {
            this.version = version;
            boolean committed = request.isolationLevel() == READ_COMMITTED;
            Isolation ofConsumer = committed ? Isolation.READ_COMMITTED : Isolation.READ_UNCOMMITTED;
            this.isolation = request.replicaId() == CONSUMER ? ofConsumer : Isolation.LOG_END;
            this.reach = request.replicaId() == DEBUGGER ? Reach.ANY_REPLICA : Reach.LEADER_ONLY;
            if (version >= FIRST_WITH_ONE_OFFSET) {
                findRepeated(request.topics());
            }
        }

        private void findRepeated(List<ListOffsetsTopic> topics) {
            Set<TopicPartition> seen = new HashSet<>();
            for (ListOffsetsTopic topic : topics) {
                for (ListOffsetsPartition partition : topic.partitions()) {
                    var name = new TopicPartition(topic.name(), partition.partitionIndex());
                    if (!seen.add(name)) {
                        repeated.add(name);
                    }
                }
            }
        }

        boolean isRepeated(String topic, int partition) {
            return !repeated.isEmpty() && repeated.contains(new TopicPartition(topic, partition));
        }
    }
}
