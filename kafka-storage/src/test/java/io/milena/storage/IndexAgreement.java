package io.milena.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.record.ControlMarker;
import io.milena.record.RecordBatch;
import io.milena.record.RecordBatchFormat;
import io.milena.storage.disk.DiskContent;
import io.milena.storage.producer.ProducerBatch;
import io.milena.storage.producer.ProducerStates;
import io.milena.storage.segment.SegmentName;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether the index files of a log say what its log files say. Reads the disk, not our objects. */
final class IndexAgreement {

    private static final int OFFSET_ENTRY_BYTES = 8;
    private static final int TIME_ENTRY_BYTES = 12;
    private static final int TRANSACTION_ENTRY_BYTES = 34;

    private final DiskContent disk;
    private final Path directory;
    private final String where;
    private final ProducerStates states = new ProducerStates();

    private IndexAgreement(DiskContent disk, Path directory, String where) {
        this.disk = disk;
        this.directory = directory;
        this.where = where;
    }

    /** Checks each segment in the directory of a log that was recovered, or closed. */
    static void check(DiskContent disk, Path directory, String where) {
        var agreement = new IndexAgreement(disk, directory, where);
        List<Long> bases = agreement.bases();
        long end = -1;
        for (int i = 0; i < bases.size(); i++) {
            long base = bases.get(i);
            List<Placed> batches = agreement.batches(base);
            assertThat(base).as(where + ": segments do not overlap").isGreaterThanOrEqualTo(end);
            agreement.checkSizes(base, batches);
            agreement.checkOffsets(base, batches);
            agreement.checkTimes(base, batches, i < bases.size() - 1);
            agreement.checkTransactions(base, batches);
            end = batches.isEmpty() ? end : batches.get(batches.size() - 1).lastOffset() + 1;
        }
    }

    /**
     * Checks what another finds in the directory of a log that was killed. Indexes have no entry that is untrue, and
     * where the recovery point covers a segment in part they are there; where it covers all of it, they are whole.
     */
    static void checkKilled(DiskContent disk, Path directory, long recoveryPoint, String where) {
        var agreement = new IndexAgreement(disk, directory, where);
        List<Long> bases = agreement.bases();
        for (int i = 0; i < bases.size(); i++) {
            long base = bases.get(i);
            List<Placed> batches = agreement.batches(base);
            agreement.checkOffsets(base, batches);
            agreement.checkTimes(base, batches, i < bases.size() - 1 && bases.get(i + 1) < recoveryPoint);
            for (String kind : List.of(SegmentName.OFFSET_INDEX, SegmentName.TIME_INDEX)) {
                Path file = SegmentName.of(directory, base, kind);
                assertThat(base >= recoveryPoint || disk.bytes(file) != null)
                        .as(where + ": " + file + " is there, recovery point " + recoveryPoint)
                        .isTrue();
            }
        }
    }

    private List<Long> bases() {
        return disk.names(directory).stream()
                .map(name -> SegmentName.baseOffset(name, SegmentName.LOG))
                .filter(base -> base >= 0)
                .sorted()
                .toList();
    }

    private ByteBuffer read(long base, String kind) {
        byte[] bytes = disk.bytes(SegmentName.of(directory, base, kind));
        return ByteBuffer.wrap(bytes == null ? new byte[0] : bytes);
    }

    /** Those that are whole. */
    private List<Placed> batches(long base) {
        ByteBuffer bytes = read(base, SegmentName.LOG);
        List<Placed> batches = new ArrayList<>();
        ByteBuf wrapped = Unpooled.wrappedBuffer(bytes);
        RecordBatch batch = RecordBatch.at(wrapped, 0);
        int position = 0;
        while (bytes.limit() - position >= RecordBatchFormat.HEADER_BYTES) {
            int end = position + batch.moveTo(wrapped, position).sizeBytes();
            if (end > bytes.limit()) {
                break;
            }
            ProducerBatch producer = batch.hasProducerId() ? ProducerBatch.of(batch) : null;
            long newestMs = batch.maxTimestamp();
            batches.add(new Placed(position, end, batch.baseOffset(), batch.lastOffset(), newestMs, producer));
            position = end;
        }
        return batches;
    }

    /** Whether the files consist of whole batches and whole entries. */
    private void checkSizes(long base, List<Placed> batches) {
        int end = batches.isEmpty() ? 0 : batches.get(batches.size() - 1).endPosition();
        assertThat(end)
                .as(where + ": whole batches in " + base)
                .isEqualTo(read(base, SegmentName.LOG).limit());
        assertThat(read(base, SegmentName.OFFSET_INDEX).limit() % OFFSET_ENTRY_BYTES)
                .as(where)
                .isZero();
        assertThat(read(base, SegmentName.TIME_INDEX).limit() % TIME_ENTRY_BYTES)
                .as(where)
                .isZero();
    }

    private void checkOffsets(long base, List<Placed> batches) {
        ByteBuffer index = read(base, SegmentName.OFFSET_INDEX);
        long before = -1;
        while (index.remaining() >= OFFSET_ENTRY_BYTES) {
            long offset = base + index.getInt();
            int position = index.getInt();
            assertThat(offset)
                    .as(where + ": offsets rise in the index of " + base)
                    .isGreaterThan(before);
            assertThat(batches)
                    .as(where + ": entry " + offset + " at " + position + " of the index of " + base)
                    .anyMatch(batch -> batch.position() == position && batch.baseOffset() <= offset)
                    .anyMatch(batch -> batch.position() >= position && batch.lastOffset() == offset);
            before = offset;
        }
    }

    private void checkTimes(long base, List<Placed> batches, boolean isSealed) {
        ByteBuffer index = read(base, SegmentName.TIME_INDEX);
        long last = -1;
        while (index.remaining() >= TIME_ENTRY_BYTES) {
            last = index.getLong();
            long offset = base + index.getInt();
            assertThat(newest(batches, offset))
                    .as(where + ": newest up to " + offset + " in the time index of " + base)
                    .isEqualTo(last);
        }
        if (isSealed) {
            assertThat(last)
                    .as(where + ": last entry of the time index of " + base)
                    .isEqualTo(newest(batches, Long.MAX_VALUE));
        }
    }

    /** What was aborted of the records before the first segment is not known; nor where, if it is compacted away. */
    private void checkTransactions(long base, List<Placed> batches) {
        ByteBuffer index = read(base, SegmentName.TRANSACTION_INDEX);
        assertThat(index.limit() % TRANSACTION_ENTRY_BYTES).as(where).isZero();
        List<AbortedTransaction> found = new ArrayList<>();
        while (index.hasRemaining()) {
            assertThat(index.getShort()).as(where + ": version").isZero();
            var aborted = new AbortedTransaction(index.getLong(), index.getLong(), index.getLong(), index.getLong());
            found.add(aborted);
            assertThat(batches)
                    .as(where + ": " + aborted + " in the index of transactions of " + base)
                    .anyMatch(batch -> batch.isAbortOf(aborted));
        }
        List<AbortedTransaction> expected = new ArrayList<>();
        for (Placed each : batches) {
            AbortedTransaction aborted = each.producer() == null ? null : states.appended(each.producer());
            if (aborted != null) {
                expected.add(aborted);
            }
        }
        assertThat(found)
                .as(where + ": index of transactions of " + base)
                .usingElementComparator(Comparator.comparingLong(AbortedTransaction::lastOffset))
                .containsAll(expected);
    }

    private static long newest(List<Placed> batches, long upTo) {
        return batches.stream()
                .filter(batch -> batch.lastOffset() <= upTo)
                .mapToLong(Placed::maxTimestampMs)
                .max()
                .orElse(-1);
    }

    /** A batch as its file has it. */
    private record Placed(
            int position,
            int endPosition,
            long baseOffset,
            long lastOffset,
            long maxTimestampMs,
            @Nullable ProducerBatch producer) {

        boolean isAbortOf(AbortedTransaction aborted) {
            return producer != null
                    && producer.marker() != null
                    && producer.marker().type() == ControlMarker.Type.ABORT
                    && producer.identity().id() == aborted.producerId()
                    && lastOffset == aborted.lastOffset();
        }
    }
}
