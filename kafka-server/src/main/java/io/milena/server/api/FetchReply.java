package io.milena.server.api;

import io.milena.protocol.RecordsBuffer;
import io.milena.protocol.RecordsField;
import io.milena.protocol.messages.FetchResponse;
import io.milena.protocol.messages.FetchResponse.AbortedTransaction;
import io.milena.protocol.messages.FetchResponse.FetchableTopicResponse;
import io.milena.protocol.messages.FetchResponse.PartitionData;
import io.milena.server.api.FetchSessions.Closing;
import io.milena.server.partition.Isolation;
import io.milena.server.partition.PartitionMetrics;
import io.milena.server.partition.PartitionRead;
import io.milena.server.partition.TopicMetrics;
import io.milena.storage.EpochEndOffset;
import io.milena.storage.LogSlice;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Composes the response to one fetch from what was read. Confined to the thread that composes. */
final class FetchReply {

    private static final short FIRST_WITH_LEADER = 16;
    private static final RecordsField NO_RECORDS = new RecordsBuffer(Unpooled.EMPTY_BUFFER);

    private final Holdings holdings;
    private final FetchReader reader;
    private final PartitionMetrics metrics;
    private final List<FetchableTopicResponse> topics = new ArrayList<>(1);
    private final Map<PartitionData, String> misled = new IdentityHashMap<>();
    private @Nullable FetchKey current;
    private List<PartitionData> partitions = List.of();

    FetchReply(Holdings holdings, FetchReader reader) {
        this.holdings = holdings;
        this.reader = reader;
        this.metrics = holdings.partitions().metrics();
    }

    /**
     * The response. Takes over the references of {@code reads}.
     *
     * @param records goes with the reads one by one, and stands for their slices where these had to be converted
     */
    FetchResponse response(List<PartitionRead> reads, List<@Nullable RecordsField> records, Closing closing) {
        for (int i = 0; i < reads.size(); i++) {
            FetchWish wish = reader.wishes().get(i);
            count(reader.topicOf(wish), reads.get(i));
            if (closing.told()[i]) {
                add(wish, reads.get(i), records.get(i));
            } else {
                release(records.get(i));
            }
        }
        return new FetchResponse()
                .errorCode(closing.error().code())
                .sessionId(closing.sessionId())
                .responses(topics);
    }

    private static void release(@Nullable RecordsField records) {
        if (records != null) {
            records.release();
        }
    }

    private void add(FetchWish wish, PartitionRead read, @Nullable RecordsField records) {
        FetchKey key = wish.key();
        if (current == null || !current.isSameTopic(key)) {
            current = key;
            partitions = new ArrayList<>(1);
            topics.add(new FetchableTopicResponse()
                    .topic(key.topic())
                    .topicId(key.topicId())
                    .partitions(partitions));
        }
        var data = new PartitionData()
                .partitionIndex(key.partition())
                .errorCode(read.error().code())
                .highWatermark(read.highWatermark())
                .lastStableOffset(read.lastStableOffset())
                .logStartOffset(read.logStartOffset())
                .abortedTransactions(aborted(read))
                .records(records == null ? NO_RECORDS : records);
        EpochEndOffset diverging = read.diverging();
        if (diverging != null) {
            data.divergingEpoch(
                    new FetchResponse.EpochEndOffset().epoch(diverging.epoch()).endOffset(diverging.endOffset()));
        }
        partitions.add(data);
        String topic = reader.topicOf(wish);
        if (topic != null && Holdings.callsForLeader(read.error())) {
            misled.put(data, topic);
        }
    }

    /** For readers of committed records the aborted transactions that their records touch; null for all others. */
    private @Nullable List<AbortedTransaction> aborted(PartitionRead read) {
        if (reader.terms().isolation() != Isolation.READ_COMMITTED) {
            return null;
        }
        LogSlice slice = read.records();
        return slice == null
                ? List.of()
                : slice.abortedTransactions().stream()
                        .map(aborted -> new AbortedTransaction()
                                .producerId(aborted.producerId())
                                .firstOffset(aborted.firstOffset()))
                        .toList();
    }

    /**
     * Counts by the rules that the reference was seen to follow: every partition that is read, told or not, and the
     * bytes as they lie in the log, converted or not.
     */
    private void count(@Nullable String topic, PartitionRead read) {
        if (topic == null || Failures.isOfNoPartition(read.error())) {
            return;
        }
        TopicMetrics all = metrics.allTopics();
        TopicMetrics ofTopic = metrics.topic(topic);
        all.fetchAsked();
        ofTopic.fetchAsked();
        if (Failures.isFailedFetch(read.error())) {
            all.fetchFailed();
            ofTopic.fetchFailed();
        } else if (reader.terms().isolation() == Isolation.LOG_END) {
            all.replicated(read.sizeBytes());
        } else {
            all.sent(read.sizeBytes());
            ofTopic.sent(read.sizeBytes());
        }
    }

    /** Adds who leads the partitions that this broker does not, for a client on {@code listener}. */
    FetchResponse withLeaders(FetchResponse response, String listener) {
        if (reader.terms().version() >= FIRST_WITH_LEADER && !misled.isEmpty()) {
            new LeaderHints(holdings, listener).addTo(response, misled);
        }
        return response;
    }

    /** The slices of {@code reads} as records, unconverted. */
    static List<@Nullable RecordsField> unconverted(List<PartitionRead> reads) {
        List<@Nullable RecordsField> records = new ArrayList<>(reads.size());
        for (PartitionRead read : reads) {
            LogSlice slice = read.records();
            records.add(slice == null ? null : new SliceRecords(slice));
        }
        return records;
    }
}
