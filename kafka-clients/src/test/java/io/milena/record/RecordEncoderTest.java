package io.milena.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.header.Header;
import io.milena.common.header.internals.RecordHeaders;
import io.milena.record.compression.Codec;
import io.milena.record.compression.Compression;
import io.milena.record.compression.Compressor;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a producer encodes is byte for byte what a builder builds. */
class RecordEncoderTest {

    private static final UnpooledByteBufAllocator ALLOCATOR = UnpooledByteBufAllocator.DEFAULT;

    private record Sample(long timestamp, byte @Nullable [] key, byte @Nullable [] value, Header[] headers) {

        static Sample draw(Random random) {
            var headers = new RecordHeaders();
            for (int i = random.nextInt(3); i > 0; i--) {
                headers.add("größe " + i, bytes(random));
            }
            return new Sample(random.nextInt(1 << 30), bytes(random), bytes(random), headers.toArray());
        }

        private static byte @Nullable [] bytes(Random random) {
            if (random.nextInt(4) == 0) {
                return null;
            }
            byte[] bytes = new byte[random.nextInt(300)];
            random.nextBytes(bytes);
            return bytes;
        }

        List<RecordHeader> recordHeaders() {
            return Arrays.stream(headers)
                    .map(header -> new RecordHeader(header.key(), header.value()))
                    .toList();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void theBytesAreThoseOfABuilder(long seed) {
        var random = new Random(seed);
        List<Sample> samples = new ArrayList<>();
        for (int i = 1 + random.nextInt(200); i > 0; i--) {
            samples.add(Sample.draw(random));
        }
        BatchTerms terms = BatchTerms.PLAIN
                .withProducer(7, (short) 3, random.nextInt(1 << 20))
                .transactional();

        ByteBuf expected = built(samples, terms);
        ByteBuf actual = encoded(samples, terms);

        assertThat(actual).as("seed %d", seed).isEqualTo(expected);
        expected.release();
        actual.release();
    }

    private static ByteBuf built(List<Sample> samples, BatchTerms terms) {
        var builder = new RecordBatchBuilder(ALLOCATOR, Compression.NONE, terms, 100);
        samples.forEach(one -> builder.append(one.timestamp, one.key, one.value, one.recordHeaders()));
        try (var compressor = new Compressor(ALLOCATOR)) {
            return builder.seal(compressor);
        }
    }

    private static ByteBuf encoded(List<Sample> samples, BatchTerms terms) {
        ByteBuf buffer = ALLOCATOR.directBuffer(RecordBatchFormat.HEADER_BYTES);
        var encoder = new RecordEncoder(buffer);
        for (Sample one : samples) {
            int size = encoder.sizeOf(one.timestamp, one.key, one.value, one.headers);
            int before = encoder.uncompressedBytes();
            while (encoder.append(one.timestamp, one.key, one.value, one.headers) == 0) {
                ByteBuf larger = ALLOCATOR.directBuffer(encoder.capacity() * 2);
                encoder.moveTo(larger);
                buffer.release();
                buffer = larger;
            }
            assertThat(encoder.uncompressedBytes() - before).isEqualTo(size);
            assertThat(RecordEncoder.mostBytes(one.key, one.value, one.headers)).isGreaterThanOrEqualTo(size);
        }
        ByteBuf finished = encoder.finish();
        encoder.writeHeader(finished, Codec.NONE, terms);
        return finished;
    }

    @Test
    void aRecordWithoutRoomChangesNothing() {
        ByteBuf buffer = ALLOCATOR.directBuffer(RecordBatchFormat.HEADER_BYTES + 10);
        var encoder = new RecordEncoder(buffer);

        assertThat(encoder.append(1, null, new byte[100], null)).isZero();
        assertThat(encoder.append(1, null, new byte[1], null)).isEqualTo(8);
        assertThat(encoder.recordCount()).isEqualTo(1);
        assertThat(encoder.maxTimestamp()).isEqualTo(1);
        buffer.release();
    }
}
