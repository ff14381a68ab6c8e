package io.milena.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.record.compression.Codec;
import io.milena.record.compression.Compression;
import io.milena.record.compression.Compressor;
import io.milena.record.compression.Decompressor;
import io.milena.record.compression.MeteredWork;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Of a batch, exactly the records that are to stay are written, and however large it is that takes little memory. */
class BatchFilterProperties {

    private static final int MIB = 1 << 20;
    private static final long HORIZON_MS = 1_800_000_000_123L;

    private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(true);
    private final Compressor compressor = new Compressor(allocator);
    private final Decompressor decompressor = new Decompressor(allocator, 512 * MIB);
    private final BatchFilter filter = new BatchFilter(allocator, compressor, decompressor);

    @AfterEach
    void close() {
        compressor.close();
        decompressor.close();
        assertThat(allocator.metric().usedDirectMemory()).isZero();
    }

    /** A record that is drawn. */
    private record Drawn(long timestampMs, byte @Nullable [] key, byte @Nullable [] value, List<RecordHeader> headers) {

        static Drawn of(SplittableRandom random) {
            List<RecordHeader> headers =
                    random.nextInt(4) == 0 ? List.of(new RecordHeader("h", bytes(random, 2_000))) : List.of();
            byte[] key = random.nextInt(5) == 0 ? null : bytes(random, random.nextInt(30) == 0 ? 150_000 : 40);
            byte[] value = random.nextInt(5) == 0 ? null : bytes(random, random.nextInt(9) == 0 ? 200_000 : 100);
            return new Drawn(1_700_000_000_000L + random.nextInt(100_000), key, value, headers);
        }

        private static byte[] bytes(SplittableRandom random, int most) {
            var bytes = new byte[random.nextInt(most)];
            if (random.nextBoolean()) {
                random.nextBytes(bytes);
            }
            return bytes;
        }

        String told(long offset) {
            return offset + " " + timestampMs + " " + Arrays.hashCode(key) + " " + Arrays.hashCode(value) + " "
                    + headers.size();
        }
    }

    private ByteBuf batch(Codec codec, List<Drawn> records) {
        try (var builder = new RecordBatchBuilder(allocator, Compression.of(codec), BatchTerms.PLAIN, 64)) {
            records.forEach(each -> builder.append(each.timestampMs, each.key, each.value, each.headers));
            return builder.seal(compressor);
        }
    }

    private List<String> told(ByteBuf bytes) throws MalformedRecords {
        List<String> all = new ArrayList<>();
        try (RecordIterator records = RecordIterator.open(RecordBatch.at(bytes, 0), decompressor)) {
            while (records.next()) {
                RecordView record = records.record();
                byte[] key = record.hasKey() ? ByteBufUtil.getBytes(record.key()) : null;
                byte[] value = record.hasValue() ? ByteBufUtil.getBytes(record.value()) : null;
                all.add(new Drawn(record.timestamp(), key, value, record.headers()).told(record.offset()));
            }
        }
        return all;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void whatIsToStayIsWrittenAndNothingElse(long seed) throws MalformedRecords {
        var random = new SplittableRandom(seed);
        List<Drawn> records = IntStream.range(0, 1 + random.nextInt(60))
                .mapToObj(i -> Drawn.of(random))
                .toList();
        var kept = new BitSet();
        IntStream.range(0, records.size()).filter(i -> random.nextInt(3) > 0).forEach(kept::set);
        kept.set(random.nextInt(records.size()));
        List<String> expected =
                kept.stream().mapToObj(i -> records.get(i).told(i)).toList();
        for (Codec codec : Codec.values()) {
            ByteBuf sent = BufferKinds.as(batch(codec, records), random);
            check(sent.slice(), kept, records, expected);
            sent.release();
        }
    }

    private void check(ByteBuf sent, BitSet kept, List<Drawn> records, List<String> expected) throws MalformedRecords {
        var batch = RecordBatch.at(sent, 0);
        ByteBuf plain = allocator.directBuffer();
        ByteBuf withHorizon = allocator.directBuffer();
        try (BatchSelection selection = filter.select(batch, record -> kept.get((int) record.offset()))) {
            assertThat(selection.kept()).isEqualTo(kept.cardinality());
            assertThat(selection.total()).isEqualTo(records.size());
            assertThat(selection.hasTombstones()).isEqualTo(kept.stream().anyMatch(i -> records.get(i).value == null));
            selection.write(Compression::of, plain);
            selection.writeWithHorizon(HORIZON_MS, Compression::of, withHorizon);
        }
        assertThat(RecordBatch.at(withHorizon, 0).hasDeleteHorizon()).isTrue();
        assertThat(RecordBatch.at(withHorizon, 0).baseTimestamp()).isEqualTo(HORIZON_MS);
        for (ByteBuf written : List.of(plain, withHorizon)) {
            var fresh = RecordBatch.at(written, 0);
            assertThat(BatchCheck.wholeness(fresh, written.readableBytes())).isNull();
            assertThat(fresh.codec()).isEqualTo(batch.codec());
            assertThat(fresh.lastOffset()).isEqualTo(batch.lastOffset());
            assertThat(told(written)).isEqualTo(expected);
            written.release();
        }
    }

    @ParameterizedTest
    @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void aHundredMebibytesThatAreCompressedWellTakeAFewOfMemory(Codec codec) throws MalformedRecords {
        var value = new byte[MIB];
        List<Drawn> records = IntStream.range(0, 100)
                .mapToObj(i -> new Drawn(1, new byte[] {(byte) i}, value, List.of()))
                .toList();
        ByteBuf sent = batch(codec, records);
        ByteBuf out = allocator.directBuffer(sent.readableBytes());
        long before = allocator.metric().usedDirectMemory();
        var most = new long[1];
        decompressor.under(new MeteredWork(4 * MIB));
        compressor.under(new MeteredWork(out.capacity() + 4L * MIB));

        try (BatchSelection selection = filter.select(RecordBatch.at(sent, 0), record -> {
            most[0] = Math.max(most[0], allocator.metric().usedDirectMemory() - before);
            return record.offset() % 2 == 0;
        })) {
            selection.write(Compression::of, out);
        }

        assertThat(most[0]).isLessThan(4 * MIB);
        assertThat(RecordBatch.at(out, 0).recordCount()).isEqualTo(50);
        out.release();
        sent.release();
    }
}
