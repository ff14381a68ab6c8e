package io.milena.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.record.ControlMarker;
import io.milena.record.RecordBatch;
import io.milena.storage.disk.CrashingFileStore;
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

    private final CrashingFileStore disk;
    private final Path directory;
    private final String where;
    private final ProducerStates states = new ProducerStates();

    private IndexAgreement(CrashingFileStore disk, Path directory, String where) {
        this.disk = disk;
        this.directory = directory;
        this.where = where;
    }

    /** A batch as its file has it. */
    private record Placed(
            int position,
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

    /** Checks each segment in the directory. */
    static void check(CrashingFileStore disk, Path directory, String where) {
        var agreement = new IndexAgreement(disk, directory, where);
        List<Long> bases = disk.names(directory).stream()
                .map(name -> SegmentName.baseOffset(name, SegmentName.LOG))
                .filter(base -> base >= 0)
                .sorted()
                .toList();
        long end = -1;
        for (int i = 0; i < bases.size(); i++) {
            List<Placed> batches = agreement.batches(bases.get(i));
            assertThat(bases.get(i)).as(where + ": segments do not overlap").isGreaterThanOrEqualTo(end);
            agreement.checkOffsets(bases.get(i), batches);
            agreement.checkTimes(bases.get(i), batches, i < bases.size() - 1);
            agreement.checkTransactions(bases.get(i), batches);
            end = batches.isEmpty() ? end : batches.get(batches.size() - 1).lastOffset() + 1;
        }
    }

    private ByteBuffer read(long base, String kind) {
        byte[] bytes = disk.bytes(SegmentName.of(directory, base, kind));
        return ByteBuffer.wrap(bytes == null ? new byte[0] : bytes);
    }

    private List<Placed> batches(long base) {
        ByteBuffer bytes = read(base, SegmentName.LOG);
        List<Placed> batches = new ArrayList<>();
        ByteBuf wrapped = Unpooled.wrappedBuffer(bytes);
        RecordBatch batch = RecordBatch.at(wrapped, 0);
        int position = 0;
        while (position < bytes.limit()) {
            batch.moveTo(wrapped, position);
            ProducerBatch producer = batch.hasProducerId() ? ProducerBatch.of(batch) : null;
            batches.add(new Placed(position, batch.baseOffset(), batch.lastOffset(), batch.maxTimestamp(), producer));
            position += batch.sizeBytes();
        }
        assertThat(position).as(where + ": whole batches in " + base).isEqualTo(bytes.limit());
        return batches;
    }

    private void checkOffsets(long base, List<Placed> batches) {
        ByteBuffer index = read(base, SegmentName.OFFSET_INDEX);
        assertThat(index.limit() % OFFSET_ENTRY_BYTES).as(where).isZero();
        long before = -1;
        while (index.hasRemaining()) {
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
        assertThat(index.limit() % TIME_ENTRY_BYTES).as(where).isZero();
        long last = -1;
        while (index.hasRemaining()) {
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
}
