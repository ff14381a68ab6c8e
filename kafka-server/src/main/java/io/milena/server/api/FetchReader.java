package io.milena.server.api;

import io.milena.common.BrokerId;
import io.milena.common.errors.ErrorCode;
import io.milena.record.compression.Codec;
import io.milena.record.compression.Compression;
import io.milena.server.partition.Partition;
import io.milena.server.partition.PartitionRead;
import io.milena.server.partition.ReadTerms;
import io.milena.storage.FirstBatch;
import io.milena.storage.Log;
import io.milena.storage.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads all partitions of one fetch, as often as it takes until there is enough. Confined to the connection's event
 * loop.
 *
 * <p>Bytes are counted down over all partitions in their order. Only the first batch of the first partition that has
 * one may go past the limits, so that a consumer is never stuck before a batch that is larger than it asked for.
 */
final class FetchReader {

    private static final short FIRST_WITH_ZSTD = 10;

    private final Holdings holdings;
    private final FetchTerms terms;
    private final List<FetchWish> wishes;

    FetchReader(Holdings holdings, FetchTerms terms, List<FetchWish> wishes) {
        this.holdings = holdings;
        this.terms = terms;
        this.wishes = wishes;
    }

    FetchTerms terms() {
        return terms;
    }

    List<FetchWish> wishes() {
        return wishes;
    }

    /** Name of the wish's topic; null if no topic has its id. */
    @Nullable
    String topicOf(FetchWish wish) {
        FetchKey key = wish.key();
        return key.isById() ? holdings.cluster().current().topicNames().get(key.topicId()) : key.topic();
    }

    /** The partition of a wish, if this broker holds it in the incarnation that is wished for. */
    @Nullable
    Partition partitionOf(FetchWish wish) {
        String topic = topicOf(wish);
        Partition partition =
                topic == null ? null : holdings.find(topic, wish.key().partition());
        return partition == null || isOther(wish, partition) ? null : partition;
    }

    private static boolean isOther(FetchWish wish, Partition partition) {
        return wish.key().isById() && !partition.topicId().equals(wish.key().topicId());
    }

    /** Tells the partitions how far the follower {@code replica} has come. */
    void noteFollower(BrokerId replica) {
        for (FetchWish wish : wishes) {
            Partition partition = partitionOf(wish);
            if (partition != null) {
                partition.followerFetched(replica, wish.span().fetchOffset());
            }
        }
    }

    /** Reads every partition once. The caller releases the reads. */
    List<PartitionRead> readAll() {
        List<PartitionRead> reads = new ArrayList<>(wishes.size());
        int left = terms.maxBytes();
        boolean found = false;
        for (FetchWish wish : wishes) {
            int limit = Math.max(0, Math.min(left, wish.maxBytes()));
            PartitionRead read = read(wish, limit, found ? FirstBatch.WITHIN_LIMIT : FirstBatch.WHOLE);
            reads.add(read);
            left = Math.max(0, left - read.sizeBytes());
            found |= read.sizeBytes() > 0;
        }
        return reads;
    }

    private PartitionRead read(FetchWish wish, int maxBytes, FirstBatch firstBatch) {
        Partition partition = partitionOf(wish);
        if (partition == null) {
            return PartitionRead.refused(whyMissing(wish));
        }
        if (terms.version() < FIRST_WITH_ZSTD && isZstd(partition.log())) {
            return PartitionRead.refused(ErrorCode.UNSUPPORTED_COMPRESSION_TYPE);
        }
        return partition.read(
                wish.span(), new ReadTerms(terms.isolation(), terms.reach(), maxBytes, firstBatch, Source.DISK));
    }

    private static boolean isZstd(@Nullable Log log) {
        if (log == null) {
            return false;
        }
        Optional<Compression> forced = log.config().message().compression().forced();
        return forced.isPresent() && forced.get().codec() == Codec.ZSTD;
    }

    private ErrorCode whyMissing(FetchWish wish) {
        FetchKey key = wish.key();
        String topic = topicOf(wish);
        if (topic == null) {
            return ErrorCode.UNKNOWN_TOPIC_ID;
        }
        Partition other = holdings.find(topic, key.partition());
        return other == null ? holdings.whyMissing(topic, key.partition()) : ErrorCode.INCONSISTENT_TOPIC_ID;
    }

    /** Whether these reads are worth an answer now. */
    boolean isEnough(List<PartitionRead> reads) {
        long bytes = 0;
        for (PartitionRead read : reads) {
            if (read.isUrgent()) {
                return true;
            }
            bytes += read.sizeBytes();
        }
        return wishes.isEmpty() || bytes >= terms.minBytes();
    }

    static void release(List<PartitionRead> reads) {
        reads.forEach(PartitionRead::release);
    }
}
