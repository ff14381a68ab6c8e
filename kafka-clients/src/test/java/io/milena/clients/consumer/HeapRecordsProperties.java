package io.milena.clients.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.header.Header;
import io.milena.record.BatchTerms;
import io.milena.record.MalformedRecords;
import io.milena.record.RecordBatch;
import io.milena.record.RecordBatchBuilder;
import io.milena.record.RecordHeader;
import io.milena.record.RecordIterator;
import io.milena.record.RecordView;
import io.milena.record.compression.Codec;
import io.milena.record.compression.Compression;
import io.milena.record.compression.Compressor;
import io.milena.record.compression.Decompressor;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records read from an array are those that {@link RecordIterator} finds, and no garbage reads past its end. */
class HeapRecordsProperties {

    private static final ByteBufAllocator ALLOCATOR = ByteBufAllocator.DEFAULT;

    private static ByteBuf batch(Random random) {
        Codec[] codecs = Codec.values();
        Codec codec = codecs[random.nextInt(codecs.length)];
        try (var builder = new RecordBatchBuilder(ALLOCATOR, Compression.of(codec), BatchTerms.PLAIN, 100);
                var compressor = new Compressor(ALLOCATOR)) {
            int count = 1 + random.nextInt(30);
            for (int i = 0; i < count; i++) {
                List<RecordHeader> headers = new ArrayList<>();
                for (int h = random.nextInt(3); h > 0; h--) {
                    headers.add(new RecordHeader("h" + random.nextInt(5), bytes(random)));
                }
                builder.append(random.nextInt(1_000_000), bytes(random), bytes(random), headers);
            }
            return builder.seal(compressor);
        }
    }

    private static byte @Nullable [] bytes(Random random) {
        if (random.nextInt(5) == 0) {
            return null;
        }
        var bytes = new byte[random.nextInt(4) == 0 ? random.nextInt(20_000) : random.nextInt(20)];
        random.nextBytes(bytes);
        if (random.nextBoolean()) {
            // What does not compress, lz4 stores as it is.
            Arrays.fill(bytes, bytes.length / 3, bytes.length, (byte) 'x');
        }
        return bytes;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void theSameRecordsAreRead(long seed) throws Exception {
        var random = new Random(seed);
        var arrays = new ScratchArrays();
        try (var decompressor = new Decompressor(ALLOCATOR, Decompressor.DEFAULT_LIMIT_BYTES)) {
            for (int i = 0; i < 25; i++) {
                ByteBuf bytes = batch(random);
                try {
                    same(RecordBatch.at(bytes, bytes.readerIndex()), decompressor, arrays);
                } finally {
                    bytes.release();
                }
            }
        }
    }

    private static void same(RecordBatch batch, Decompressor decompressor, ScratchArrays arrays) throws Exception {
        try (RecordIterator expected = RecordIterator.open(batch, decompressor);
                HeapRecords read = HeapRecords.of(batch, decompressor, arrays)) {
            while (expected.next()) {
                assertThat(read.next()).isTrue();
                same(read, expected.record());
            }
            assertThat(read.next()).isFalse();
        }
    }

    private static void same(HeapRecords read, RecordView expected) {
        assertThat(read.offset()).isEqualTo(expected.offset());
        assertThat(read.timestamp()).isEqualTo(expected.timestamp());
        assertThat(read.keyLength()).isEqualTo(expected.keyLength());
        assertThat(read.valueLength()).isEqualTo(expected.valueLength());
        same(read.array(), read.keyAt(), expected.key());
        same(read.array(), read.valueAt(), expected.value());
        List<RecordHeader> headers = new ArrayList<>();
        for (Header header : read.headers()) {
            headers.add(new RecordHeader(header.key(), header.value()));
        }
        assertThat(headers).isEqualTo(expected.headers());
    }

    private static void same(byte[] array, int at, @Nullable ByteBuf expected) {
        if (expected != null) {
            var bytes = new byte[expected.readableBytes()];
            expected.getBytes(expected.readerIndex(), bytes);
            assertThat(Arrays.copyOfRange(array, at, at + bytes.length)).isEqualTo(bytes);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void bytesThatWereBrokenAreToldAndNothingElse(long seed) {
        var random = new Random(seed);
        try (var decompressor = new Decompressor(ALLOCATOR, 1 << 20)) {
            for (int i = 0; i < 150; i++) {
                ByteBuf bytes = batch(random);
                for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
                    int at = 61 + random.nextInt(bytes.readableBytes() - 61);
                    bytes.setByte(at, random.nextInt(256));
                }
                try {
                    readAsFarAsItGoes(RecordBatch.at(bytes, bytes.readerIndex()), decompressor);
                } finally {
                    bytes.release();
                }
            }
        }
    }

    private static void readAsFarAsItGoes(RecordBatch batch, Decompressor decompressor) {
        try (HeapRecords read = HeapRecords.of(batch, decompressor, new ScratchArrays())) {
            while (read.next()) {
                read.headers();
            }
        } catch (MalformedRecords e) {
            assertThat(e.getMessage()).isNotEmpty();
        }
    }
}
