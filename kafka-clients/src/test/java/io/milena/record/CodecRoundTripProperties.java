package io.milena.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.record.BatchVerdict.Sound;
import io.milena.record.compression.Codec;
import io.milena.record.compression.Compression;
import io.milena.record.compression.Compressor;
import io.milena.record.compression.Decompressor;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random batches come back as they were, whatever codec and whatever kind of buffer. The seed replays a failure. */
class CodecRoundTripProperties {

    private static final PooledByteBufAllocator ALLOCATOR = PooledByteBufAllocator.DEFAULT;

    /** A record as a test knows it. */
    record Sample(long timestamp, byte @Nullable [] key, byte @Nullable [] value, List<RecordHeader> headers) {}

    static LongStream seeds() {
        return LongStream.range(0, 60);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void recordsComeBackAsTheyWere(long seed) throws MalformedRecords {
        var random = new SplittableRandom(seed);
        List<Sample> samples = samples(random);
        Codec codec = Codec.of(random.nextInt(5));
        ByteBuf sealed = sealed(samples, Compression.of(codec));
        ByteBuf batchBytes = BufferKinds.as(sealed, random);
        RecordBatch batch = RecordBatch.at(batchBytes, batchBytes.readerIndex());

        try (var decompressor = new Decompressor(ALLOCATOR, 64 << 20)) {
            BatchVerdict verdict =
                    new BatchCheck(decompressor).fromClient(batch, batchBytes.readableBytes(), RecordValidation.FULL);

            assertThat(verdict).isInstanceOf(Sound.class);
            assertTimestamps((Sound) verdict, samples);
            assertRecords(batch, samples, decompressor);
        } finally {
            batchBytes.release();
        }
    }

    static ByteBuf sealed(List<Sample> samples, Compression compression) {
        try (var builder = new RecordBatchBuilder(ALLOCATOR, compression, BatchTerms.PLAIN, 256);
                var compressor = new Compressor(ALLOCATOR)) {
            for (Sample sample : samples) {
                builder.append(sample.timestamp, sample.key, sample.value, sample.headers);
            }
            return builder.seal(compressor);
        }
    }

    static List<Sample> samples(SplittableRandom random) {
        var samples = new ArrayList<Sample>();
        int count = 1 + random.nextInt(random.nextInt(10) == 0 ? 3_000 : 40);
        int largest = random.nextInt(20) == 0 ? 300_000 : 300;
        for (int i = 0; i < count; i++) {
            var headers = new ArrayList<RecordHeader>();
            for (int h = random.nextInt(3); h > 0; h--) {
                headers.add(new RecordHeader("h\u00e9" + random.nextInt(2), bytes(random, 20)));
            }
            int valueBound = i < 8 ? largest : 300;
            samples.add(new Sample(
                    1_700_000_000_000L + random.nextInt(-5_000, 5_000),
                    bytes(random, 30),
                    bytes(random, valueBound),
                    headers));
        }
        return samples;
    }

    private static byte @Nullable [] bytes(SplittableRandom random, int bound) {
        int kind = random.nextInt(6);
        if (kind == 0) {
            return null;
        }
        var bytes = new byte[kind == 1 ? 0 : random.nextInt(bound)];
        if (kind == 2) {
            random.nextBytes(bytes);
        }
        return bytes;
    }

    private static void assertTimestamps(Sound sound, List<Sample> samples) {
        long max = samples.stream().mapToLong(Sample::timestamp).max().orElseThrow();
        assertThat(sound.maxTimestamp()).isEqualTo(max);
        assertThat(sound.minTimestamp())
                .isEqualTo(samples.stream().mapToLong(Sample::timestamp).min().orElseThrow());
        assertThat(samples.get((int) sound.maxTimestampOffset()).timestamp()).isEqualTo(max);
    }

    private static void assertRecords(RecordBatch batch, List<Sample> samples, Decompressor decompressor)
            throws MalformedRecords {
        try (var records = RecordIterator.open(batch, decompressor)) {
            for (int i = 0; i < samples.size(); i++) {
                assertThat(records.next()).isTrue();
                RecordView record = records.record();
                Sample sample = samples.get(i);
                assertThat(record.offset()).isEqualTo(i);
                assertThat(record.timestamp()).isEqualTo(sample.timestamp);
                assertThat(record.key()).isEqualTo(wrapped(sample.key));
                assertThat(record.value()).isEqualTo(wrapped(sample.value));
                assertThat(record.headers()).isEqualTo(sample.headers);
            }
            assertThat(records.next()).isFalse();
        }
    }

    private static @Nullable ByteBuf wrapped(byte @Nullable [] bytes) {
        return bytes == null ? null : Unpooled.wrappedBuffer(bytes);
    }
}
