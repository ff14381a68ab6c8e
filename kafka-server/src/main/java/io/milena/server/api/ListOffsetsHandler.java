package io.milena.server.api;

import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.protocol.messages.ListOffsetsRequest;
import io.milena.protocol.messages.ListOffsetsRequest.ListOffsetsPartition;
import io.milena.protocol.messages.ListOffsetsRequest.ListOffsetsTopic;
import io.milena.protocol.messages.ListOffsetsResponse;
import io.milena.protocol.messages.ListOffsetsResponse.ListOffsetsPartitionResponse;
import io.milena.protocol.messages.ListOffsetsResponse.ListOffsetsTopicResponse;
import io.milena.server.partition.Isolation;
import io.milena.server.partition.OffsetAnswer;
import io.milena.server.partition.OffsetQuestion;
import io.milena.server.partition.Partition;
import io.milena.server.partition.Reach;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;

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
 * <p>Looking up a time may read from disk, so it is done by workers.
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

    private final Holdings holdings;
    private final Executor workers;

    ListOffsetsHandler(Holdings holdings, Executor workers) {
        this.holdings = holdings;
        this.workers = workers;
    }

    @Override
    public void handle(ListOffsetsRequest request, Caller<ListOffsetsResponse> caller) {
        if (asksForTimes(request)) {
            caller.work(workers, () -> caller.reply(answer(request, caller.version())));
        } else {
            caller.reply(answer(request, caller.version()));
        }
    }

    private static boolean asksForTimes(ListOffsetsRequest request) {
        for (ListOffsetsTopic topic : request.topics()) {
            for (ListOffsetsPartition partition : topic.partitions()) {
                long timestamp = partition.timestamp();
                if (timestamp != OffsetQuestion.LATEST && timestamp != OffsetQuestion.EARLIEST) {
                    return true;
                }
            }
        }
        return false;
    }

    private ListOffsetsResponse answer(ListOffsetsRequest request, short version) {
        var asked = new Asked(request, version);
        List<ListOffsetsTopicResponse> topics = new ArrayList<>(request.topics().size());
        for (ListOffsetsTopic topic : request.topics()) {
            List<ListOffsetsPartitionResponse> partitions =
                    new ArrayList<>(topic.partitions().size());
            for (ListOffsetsPartition partition : topic.partitions()) {
                partitions.add(
                        asked.isRepeated(topic.name(), partition.partitionIndex())
                                ? response(partition, OffsetAnswer.refused(ErrorCode.INVALID_REQUEST), version)
                                : answer(topic.name(), partition, asked));
            }
            topics.add(new ListOffsetsTopicResponse().name(topic.name()).partitions(partitions));
        }
        return new ListOffsetsResponse().topics(topics);
    }

    private ListOffsetsPartitionResponse answer(String topic, ListOffsetsPartition wanted, Asked asked) {
        if (isFromTheFuture(wanted.timestamp(), asked.version)) {
            return response(wanted, OffsetAnswer.refused(ErrorCode.UNSUPPORTED_VERSION), asked.version);
        }
        Partition partition = holdings.find(topic, wanted.partitionIndex());
        if (partition == null) {
            ErrorCode why = holdings.whyMissing(topic, wanted.partitionIndex());
            return response(wanted, OffsetAnswer.refused(why), asked.version);
        }
        var question = new OffsetQuestion(wanted.timestamp(), wanted.currentLeaderEpoch(), asked.isolation);
        OffsetAnswer answer = partition.offsetFor(question, asked.reach);
        return asked.version < FIRST_WITH_ONE_OFFSET
                ? oldStyle(partition, wanted, answer, asked)
                : response(wanted, answer, asked.version);
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

    private static ListOffsetsPartitionResponse response(
            ListOffsetsPartition wanted, OffsetAnswer answer, short version) {
        var response = new ListOffsetsPartitionResponse()
                .partitionIndex(wanted.partitionIndex())
                .errorCode(answer.error().code());
        if (version >= FIRST_WITH_ONE_OFFSET) {
            response.timestamp(answer.timestampMs()).offset(answer.offset());
        }
        return version < FIRST_WITH_LEADER_EPOCH ? response : response.leaderEpoch(answer.leaderEpoch());
    }

    /**
     * Version 0: the end and the start of the log, newest first; for a time, the start of the log as the place to
     * search from, and the end too if all records are older.
     */
    private static ListOffsetsPartitionResponse oldStyle(
            Partition partition, ListOffsetsPartition wanted, OffsetAnswer answer, Asked asked) {
        List<Long> offsets = new ArrayList<>(2);
        if (answer.error() == ErrorCode.NONE) {
            long start = mark(OffsetQuestion.EARLIEST, partition, wanted, asked);
            long end = mark(OffsetQuestion.LATEST, partition, wanted, asked);
            boolean allOlder = wanted.timestamp() >= 0 && answer.offset() < 0;
            if (wanted.timestamp() == OffsetQuestion.LATEST || allOlder) {
                offsets.add(end);
            }
            if (offsets.isEmpty() || start != end) {
                offsets.add(start);
            }
        }
        int most = Math.max(0, Math.min(wanted.maxNumOffsets(), offsets.size()));
        return new ListOffsetsPartitionResponse()
                .partitionIndex(wanted.partitionIndex())
                .errorCode(answer.error().code())
                .oldStyleOffsets(offsets.subList(0, most));
    }

    private static long mark(long timestamp, Partition partition, ListOffsetsPartition wanted, Asked asked) {
        var question = new OffsetQuestion(timestamp, wanted.currentLeaderEpoch(), asked.isolation);
        return partition.offsetFor(question, asked.reach).offset();
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
            findRepeated(request.topics());
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
