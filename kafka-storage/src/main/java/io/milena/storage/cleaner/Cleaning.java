package io.milena.storage.cleaner;

import io.milena.record.compression.Codec;
import io.milena.record.compression.Compression;
import io.milena.storage.AbortedTransaction;
import io.milena.storage.CleanerSettings;
import io.milena.storage.LogConfig;
import io.milena.storage.cleaner.CleanableLog.Snapshot;
import io.milena.storage.cleaner.SegmentGroups.Source;
import io.milena.storage.cleaner.SegmentRewriter.Knowledge;
import io.milena.storage.cleaner.SegmentRewriter.Times;
import io.milena.storage.segment.Located;
import io.milena.storage.segment.Segment;
import io.milena.storage.segment.SegmentName;
import io.milena.storage.segment.SharedFile;
import io.netty.buffer.ByteBufAllocator;
import io.netty.util.internal.OutOfDirectMemoryError;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * One cleaning of one log, from its snapshot to the last segment that is replaced. Confined to one thread.
 *
 * <pre>
 *   1  go through the dirty part: newest offset of each key, until the table is full
 *   2  go through the log from its first segment to there, group by group: write what stays
 *   3  after each group: its segment takes the place of its sources
 *   4  the clean part ends where the keys of the table end
 * </pre>
 *
 * <p>A crash after some groups is harmless: cleaning the same part again finds the same, and groups are replaced from
 * old to new, so a tombstone never goes before the values that it hides. What a crash inside a replacement leaves is
 * told in {@link io.milena.storage.recovery.DirectoryScan}.
 */
final class Cleaning {

    private static final int LEAST_SLOTS = 1 << 10;
    /** No more keys than that are in so many dirty bytes, unless they are compressed very well. */
    private static final int DIRTY_BYTES_PER_SLOT = 4;

    private final CleanableLog log;
    private final Snapshot seen;
    private final CleaningPlan plan;
    private final Means means;
    private final LogConfig config;
    private final CleaningProgress progress;
    /** Those that it looks at, and has not replaced. */
    private final Set<Segment> sources;

    private long readBytes;
    private long writtenBytes;
    private int rewrittenSegments;

    /**
     * What cleanings of all logs use.
     *
     * @param settings of the broker, as they are when it begins
     * @param services of all cleanings
     * @param allocator of native memory
     * @param gate passed with every piece that is read or written
     */
    record Means(
            CleanerSettings settings, LogCleaner.Services services, ByteBufAllocator allocator, CleanerGate gate) {}

    Cleaning(CleanableLog log, Snapshot seen, CleaningPlan plan, Means means) {
        this.log = log;
        this.seen = seen;
        this.plan = plan;
        this.means = means;
        this.config = log.config();
        progress = new CleaningProgress(means.services().time(), log);
        sources = new LinkedHashSet<>(seen.sealed());
    }

    /** Cleans; {@code hash} knows keys by what nobody else knows. */
    CleaningResult run(KeyHash hash, long nowMs) throws IOException, CleaningAborted, Uncleanable {
        int bufferBytes = means.settings().bufferBytesPerThread();
        int mostWholeBytes = means.services().mostWholeBytes();
        try (var tools = new CleanerTools(means.allocator(), bufferBytes, mostWholeBytes);
                var stream = new BatchStream(means.allocator(), means.gate(), progress, bufferBytes);
                KeyOffsets newest = table(hash)) {
            List<AbortedTransaction> aborted = looking(this::aborted);
            var dirty = new DirtyScan(tools, newest, new TransactionTracker(aborted), plan.firstDirtyOffset());
            progress.begin("looks for keys", plan.dirtyBytes());
            long end = looking(() -> scan(stream, dirty));
            var lastBatches = new LastBatches(looking(() -> log.producersToKeep(end, seen)));
            var retained = new RetainedRecords(newest, end, nowMs);
            var rewriter = new SegmentRewriter(
                    tools,
                    compression(),
                    new Knowledge(retained, new TransactionTracker(aborted), lastBatches),
                    new Times(nowMs, horizon(nowMs)));
            rewrite(stream, rewriter, tools, end);
            log.cleanedTo(end, seen);
            return new CleaningResult(
                    plan.firstDirtyOffset(),
                    end,
                    readBytes,
                    writtenBytes,
                    rewrittenSegments,
                    newest.utilization(),
                    retained.keyless());
        }
    }

    /**
     * Looks at segments. Whatever goes wrong there does not count if one of them was taken out of the log meanwhile, as
     * truncation does without asking: what then stands in its file, or in another of its name, is something else.
     */
    private <T> T looking(Look<T> look) throws IOException, CleaningAborted, Uncleanable {
        try {
            return look.run();
        } catch (IOException | Uncleanable | RuntimeException e) {
            if (log.holds(List.copyOf(sources))) {
                throw e;
            }
            throw new CleaningAborted("a segment was taken out of the log meanwhile: " + e.getMessage());
        }
    }

    private long horizon(long nowMs) {
        long retentionMs = config.cleaner().deleteRetentionMs();
        return nowMs > Long.MAX_VALUE - retentionMs ? Long.MAX_VALUE : nowMs + retentionMs;
    }

    /** As many slots as the dirty part could fill, within the budget, and within the native memory that there is. */
    private KeyOffsets table(KeyHash hash) {
        int slots = (int) Math.min(
                Math.max(LEAST_SLOTS, plan.dirtyBytes() / DIRTY_BYTES_PER_SLOT),
                means.settings().tableBytesPerThread() / KeyOffsets.SLOT_BYTES);
        while (true) {
            try {
                return new KeyOffsets(
                        means.allocator(), hash, slots, means.settings().loadFactor());
            } catch (OutOfDirectMemoryError e) {
                if (slots <= LEAST_SLOTS) {
                    throw e;
                }
                slots /= 2;
            }
        }
    }

    /** All that the log knows of, in the order in which they began. */
    private List<AbortedTransaction> aborted() throws IOException {
        List<AbortedTransaction> all =
                new ArrayList<>(seen.active().transactionIndex().all());
        for (Segment segment : seen.sealed()) {
            all.addAll(segment.transactionIndex().all());
        }
        all.sort(Comparator.comparingLong(AbortedTransaction::firstOffset));
        return all;
    }

    /** Fills the table; returns the first offset whose key is not in it. */
    private long scan(BatchStream stream, DirtyScan scan) throws IOException, CleaningAborted, Uncleanable {
        for (int i = 0; i < seen.sealed().size() && seen.endOffset(i) <= plan.endOffset(); i++) {
            if (seen.endOffset(i) <= plan.firstDirtyOffset()) {
                continue;
            }
            Segment segment = seen.sealed().get(i);
            SharedFile file = open(segment);
            try {
                Located first = segment.locate(file.file(), plan.firstDirtyOffset(), 0, segment.sizeBytes());
                long from = first == null ? segment.sizeBytes() : first.position();
                stream.open(file.file(), from, segment.sizeBytes(), segment.baseOffset());
                long full = scan.scan(stream);
                if (full != DirtyScan.NOT_FULL) {
                    return full;
                }
            } finally {
                file.release();
            }
        }
        return plan.endOffset();
    }

    private SharedFile open(Segment segment) throws CleaningAborted {
        SharedFile file = log.open(segment);
        if (file == null) {
            throw new CleaningAborted(segment + " no longer belongs to the log");
        }
        return file;
    }

    private void rewrite(BatchStream stream, SegmentRewriter rewriter, CleanerTools tools, long end)
            throws IOException, CleaningAborted, Uncleanable {
        List<Source> facts = looking(() -> facts(end));
        progress.begin(
                "writes what stays", facts.stream().mapToLong(Source::sizeBytes).sum());
        if (!facts.isEmpty()
                && !looking(() -> log.settle(facts.get(facts.size() - 1).endOffset(), seen))) {
            throw new CleaningAborted("what it rests on could not be written, or was cut off");
        }
        long legacyHorizonMs = looking(this::legacyHorizonMs);
        int next = 0;
        for (int count : SegmentGroups.sizes(
                facts, config.segment().maxBytes(), config.segment().indexMaxBytes())) {
            rewriteGroup(seen.sealed().subList(next, next + count), stream, rewriter, tools, legacyHorizonMs);
            next += count;
        }
    }

    /** Of the segments that begin before {@code end}. */
    private List<Source> facts(long end) throws IOException {
        List<Source> facts = new ArrayList<>();
        for (int i = 0; i < seen.sealed().size() && seen.sealed().get(i).baseOffset() < end; i++) {
            Segment segment = seen.sealed().get(i);
            facts.add(new Source(segment.baseOffset(), seen.endOffset(i), segment.sizeBytes(), segment.indexBytes()));
        }
        return facts;
    }

    /** Tombstones of old formats stay in segments that were written after it. */
    private long legacyHorizonMs() throws IOException {
        long horizonMs = 0;
        for (int i = 0; i < seen.sealed().size() && seen.endOffset(i) <= plan.firstDirtyOffset(); i++) {
            horizonMs = seen.sealed().get(i).lastModifiedMs() - config.cleaner().deleteRetentionMs();
        }
        return horizonMs;
    }

    private void rewriteGroup(
            List<Segment> group, BatchStream stream, SegmentRewriter rewriter, CleanerTools tools, long legacyHorizonMs)
            throws IOException, CleaningAborted, Uncleanable {
        Segment cleaned = Segment.cleaned(
                means.services().store(),
                means.services().indexBlocks(),
                log.segmentDirectory(),
                group.get(0).baseOffset());
        boolean superfluous = true;
        try (var target = new CleanedSegment(
                cleaned,
                config.segment().indexIntervalBytes(),
                tools.output(),
                means.settings().bufferBytesPerThread(),
                means.gate())) {
            long modifiedMs = looking(() -> rewriteSources(group, target, stream, rewriter, legacyHorizonMs));
            writtenBytes += target.sizeBytes();
            List<AbortedTransaction> aborted = rewriter.takeAborted();
            if (!target.isSame()) {
                complete(target, aborted, modifiedMs);
                superfluous = false;
                superfluous = !log.replace(group, cleaned);
                if (superfluous) {
                    throw new CleaningAborted("a source of " + cleaned + " no longer belongs to the log");
                }
                rewrittenSegments += group.size();
                sources.removeAll(group);
            }
        } finally {
            if (superfluous) {
                discard(cleaned);
            }
        }
    }

    /** Returns when the last of them was written. */
    private long rewriteSources(
            List<Segment> group,
            CleanedSegment target,
            BatchStream stream,
            SegmentRewriter rewriter,
            long legacyHorizonMs)
            throws IOException, CleaningAborted, Uncleanable {
        long modifiedMs = 0;
        for (Segment source : group) {
            modifiedMs = source.lastModifiedMs();
            rewriteSource(source, target, stream, rewriter, modifiedMs > legacyHorizonMs);
        }
        return modifiedMs;
    }

    private void rewriteSource(
            Segment source, CleanedSegment target, BatchStream stream, SegmentRewriter rewriter, boolean tombstonesStay)
            throws IOException, CleaningAborted, Uncleanable {
        SharedFile file = open(source);
        try {
            target.from(file.file());
            stream.open(file.file(), 0, source.sizeBytes(), source.baseOffset());
            rewriter.rewrite(stream, target, tombstonesStay);
            readBytes += source.sizeBytes();
        } finally {
            file.release();
        }
    }

    private void complete(CleanedSegment target, List<AbortedTransaction> aborted, long modifiedMs)
            throws IOException, CleaningAborted {
        for (AbortedTransaction each : aborted) {
            target.segment().transactionIndex().add(each);
        }
        target.complete();
        means.services().store().setLastModifiedMs(target.segment().path(SegmentName.LOG), modifiedMs);
        target.force();
    }

    /** Never after a replacement that failed half-way: the log may need the files, and the next start decides. */
    private void discard(Segment cleaned) throws IOException {
        cleaned.close();
        for (String kind : SegmentName.KINDS) {
            means.services().store().delete(cleaned.path(kind));
        }
    }

    private Function<Codec, Compression> compression() {
        return codec -> config.message()
                .compression()
                .forced()
                .filter(forced -> forced.codec() == codec)
                .orElse(Compression.of(codec));
    }

    /** A look at segments of the log. */
    @FunctionalInterface
    private interface Look<T> {
        T run() throws IOException, CleaningAborted, Uncleanable;
    }
}
