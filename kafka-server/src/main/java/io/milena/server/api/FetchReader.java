package io.milena.server.api;

import io.milena.common.BrokerId;
import io.milena.common.errors.ErrorCode;
import io.milena.record.compression.Codec;
import io.milena.record.compression.Compression;
import io.milena.server.api.DiskTrip.Errand;
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
 * loop, but for the {@link #errands}.
 *
 * <p>Bytes are counted down over all partitions in their order. Only the first batch of the first partition that has
 * one may go past the limits, so that a consumer is never stuck before a batch that is larger than it asked for.
 */
final class FetchReader {

    private static final short FIRST_WITH_ZSTD = 10;

    /**
     * Most bytes of one answer that are read from disks beside its first batch, so that what was brought to memory is
     * sent before it is forgotten again.
     */
    static final int MOST_FROM_DISK = 8 << 20;

    private final Holdings holdings;
    private final FetchTerms terms;
    private final List<FetchWish> wishes;
    private @Nullable BrokerId follower;

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

    /** Tells the partitions how far the follower {@code replica}, which is to read, has come. */
    void noteFollower(BrokerId replica) {
        follower = replica;
        for (FetchWish wish : wishes) {
            Partition partition = partitionOf(wish);
            if (partition != null) {
                partition.followerFetched(replica, wish.span().fetchOffset());
            }
        }
    }

    /**
     * Reads every partition once, from memory. The caller releases the reads, of which some may be cold: see
     * {@link #areComplete}.
     */
    List<PartitionRead> readAll() {
        return readAll(List.of());
    }

    /**
     * The same once more, with what was read from disks meanwhile. Takes over its references.
     *
     * @param fromDisk goes with the wishes one by one; null for those that were not read from a disk
     */
    List<PartitionRead> readAll(List<@Nullable PartitionRead> fromDisk) {
        List<PartitionRead> reads = new ArrayList<>(wishes.size());
        int left = terms.maxBytes();
        FirstBatch firstBatch = FirstBatch.WHOLE;
        for (int i = 0; i < wishes.size(); i++) {
            FetchWish wish = wishes.get(i);
            int limit = Math.max(0, Math.min(left, wish.maxBytes()));
            PartitionRead ready = fromDisk.isEmpty() ? null : fromDisk.get(i);
            PartitionRead read = ready == null
                    ? read(wish, new Portion(limit, firstBatch, Source.MEMORY))
                    : ready.atMost(limit, firstBatch);
            reads.add(read);
            left = Math.max(0, left - read.sizeBytes());
            firstBatch = read.sizeBytes() > 0 ? FirstBatch.WITHIN_LIMIT : firstBatch;
        }
        return reads;
    }

    /** How much to read of one partition, and where from. */
    private record Portion(int maxBytes, FirstBatch firstBatch, Source source) {}

    /** Whether nothing has to be read from a disk first. */
    static boolean areComplete(List<PartitionRead> reads) {
        for (PartitionRead read : reads) {
            if (read.cold() != null) {
                return false;
            }
        }
        return true;
    }

    /**
     * The reads that bring what {@code reads} lack, no more in all than one answer may take from disks. Their first
     * batches come whole, for which of them goes past its limit shows only when all are back.
     */
    List<Errand<PartitionRead>> errands(List<PartitionRead> reads) {
        List<Errand<PartitionRead>> errands = new ArrayList<>();
        int left = Math.min(terms.maxBytes(), MOST_FROM_DISK);
        for (int i = 0; i < reads.size(); i++) {
            Log cold = reads.get(i).cold();
            FetchWish wish = wishes.get(i);
            int limit = Math.max(0, Math.min(left, wish.maxBytes()));
            if (cold != null && (limit > 0 || errands.isEmpty())) {
                var portion = new Portion(limit, FirstBatch.WHOLE, Source.DISK);
                errands.add(new Errand<>(i, cold.diskReads()::tryExecute, () -> read(wish, portion)));
                left -= limit;
            }
        }
        return errands;
    }

    private PartitionRead read(FetchWish wish, Portion portion) {
        Partition partition = partitionOf(wish);
        if (partition == null) {
            return PartitionRead.refused(whyMissing(wish));
        }
        if (follower != null && !partition.image().replicas().contains(follower.value())) {
            return PartitionRead.refused(ErrorCode.NOT_LEADER_OR_FOLLOWER);
        }
        if (terms.version() < FIRST_WITH_ZSTD && isZstd(partition.log())) {
            return PartitionRead.refused(ErrorCode.UNSUPPORTED_COMPRESSION_TYPE);
        }
        if (follower != null && !partition.image().hasFollower(follower.value())) {
            return PartitionRead.refused(ErrorCode.NOT_LEADER_OR_FOLLOWER);
        }
        var readTerms = new ReadTerms(
                terms.isolation(), terms.reach(), portion.maxBytes(), portion.firstBatch(), portion.source());
        return partition.read(wish.span(), readTerms);
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

    /** Whether these reads, for which disks were asked, are worth an answer: there will not be more at a time. */
    boolean isEnoughFromDisk(List<PartitionRead> reads) {
        return isEnough(reads)
                || reads.stream().mapToLong(PartitionRead::sizeBytes).sum() >= MOST_FROM_DISK;
    }

    static void release(List<PartitionRead> reads) {
        reads.forEach(PartitionRead::release);
    }
}
