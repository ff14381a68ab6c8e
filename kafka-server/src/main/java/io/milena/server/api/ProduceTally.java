package io.milena.server.api;

import io.milena.common.errors.ErrorCode;
import io.milena.record.RecordBatchFormat;
import io.milena.record.compression.Compression;
import io.milena.server.partition.Partition;
import io.milena.server.partition.PartitionMetrics;
import io.milena.server.partition.ProduceOutcome.Stored;
import io.milena.server.partition.TopicMetrics;
import io.milena.storage.Log;
import io.netty.buffer.ByteBuf;
import java.util.Optional;

/**
 * Counts what is asked of partitions by Produce requests and what becomes of it, by the rules that the reference was
 * seen to follow: what is refused before its partition is asked does not count, and what a producer repeats counts
 * again. Immutable; allocates and locks nothing.
 */
record ProduceTally(PartitionMetrics metrics) {

    /** Records come to a partition of {@code topic}, whose meters are given back. */
    TopicMetrics asked(String topic) {
        TopicMetrics ofTopic = metrics.topic(topic);
        metrics.allTopics().produceAsked();
        ofTopic.produceAsked();
        return ofTopic;
    }

    /**
     * Whether the log will hold these records, which must be as they were sent, in another format or codec than they
     * came in.
     */
    static boolean isRewritten(Partition partition, ByteBuf records) {
        int index = records.readerIndex();
        if (records.readableBytes() < RecordBatchFormat.HEADER_BYTES
                || records.getByte(index + RecordBatchFormat.MAGIC_AT) < RecordBatchFormat.MAGIC_V2) {
            return true;
        }
        Log log = partition.log();
        if (log == null) {
            return false;
        }
        Optional<Compression> forced = log.config().message().compression().forced();
        int codec = records.getShort(index + RecordBatchFormat.ATTRIBUTES_AT) & RecordBatchFormat.CODEC_MASK;
        return forced.isPresent() && forced.get().codec().id() != codec;
    }

    void stored(TopicMetrics ofTopic, Stored stored, int sizeBytes, boolean isRewritten) {
        int records = (int) (stored.endOffset() - stored.firstOffset());
        metrics.allTopics().appended(records, sizeBytes);
        ofTopic.appended(records, sizeBytes);
        if (isRewritten) {
            metrics.allTopics().convertedOnAppend(records);
            ofTopic.convertedOnAppend(records);
        }
    }

    void refused(TopicMetrics ofTopic, ErrorCode error, int sizeBytes) {
        if (Failures.isFailedProduce(error)) {
            metrics.allTopics().produceFailed();
            ofTopic.produceFailed();
        }
        if (error == ErrorCode.MESSAGE_TOO_LARGE) {
            metrics.allTopics().rejected(sizeBytes);
            ofTopic.rejected(sizeBytes);
        }
    }
}
