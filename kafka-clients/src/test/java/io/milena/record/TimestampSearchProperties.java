package io.milena.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.record.compression.Codec;
import io.milena.record.compression.Compression;
import io.milena.record.compression.Compressor;
import io.milena.record.compression.Decompressor;
import io.milena.record.compression.MeteredWork;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Searches in random batches find what a walk over all records finds, and take no memory for it. */
class TimestampSearchProperties {

    private static final int MIB = 1 << 20;
    private static final long BASE = 1_700_000_000_000L;

    private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(true);
    private final Compressor compressor = new Compressor(allocator);
    private final Decompressor decompressor = new Decompressor(allocator, 512 * MIB);
    private final TimestampSearch search = new TimestampSearch(decompressor);

    @AfterEach
    void close() {
        compressor.close();
        decompressor.close();
        assertThat(allocator.metric().usedDirectMemory()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void theFirstThatIsWantedIsFound(long seed) throws MalformedRecords {
        var random = new SplittableRandom(seed);
        BatchTerms terms = BatchTerms.PLAIN.withBaseOffset(random.nextInt(1000));
        Codec codec = Codec.of(random.nextInt(5));
        List<Known> known = new ArrayList<>();
        ByteBuf bytes;
        try (var builder = new RecordBatchBuilder(allocator, Compression.of(codec), terms, 64)) {
            for (int i = 0; i < 1 + random.nextInt(60); i++) {
                known.add(new Known(terms.baseOffset() + i, BASE + random.nextInt(100) - 50));
                byte[] value = new byte[random.nextInt(random.nextInt(8) == 0 ? 100_000 : 50)];
                random.nextBytes(value);
                builder.append(
                        known.get(i).timestamp(),
                        random.nextBoolean() ? null : new byte[3],
                        value,
                        List.of(new RecordHeader("h", value)));
            }
            bytes = builder.seal(compressor);
        }
        RecordBatch batch = RecordBatch.at(bytes, 0);

        for (int i = 0; i < 50; i++) {
            long target = BASE + random.nextInt(120) - 60;
            long from = terms.baseOffset() + random.nextInt(70);
            Known wanted = known.stream()
                    .filter(each -> each.offset() >= from && each.timestamp() >= target)
                    .findFirst()
                    .orElse(null);
            boolean isFound = search.find(batch, from, timestamp -> timestamp >= target);

            assertThat(isFound).isEqualTo(wanted != null);
            if (wanted != null) {
                assertThat(new Known(search.offset(), search.timestamp())).isEqualTo(wanted);
            }
        }
        bytes.release();
    }

    @Test
    void whatAPayloadHoldsTakesNoMemory() throws MalformedRecords {
        ByteBuf bytes;
        try (var builder = new RecordBatchBuilder(allocator, Compression.of(Codec.GZIP), BatchTerms.PLAIN, 64)) {
            builder.append(BASE, null, new byte[64 * MIB], List.of());
            builder.append(BASE + 1, null, new byte[1], List.of());
            bytes = builder.seal(compressor);
        }
        decompressor.under(new MeteredWork(0));

        assertThat(search.find(RecordBatch.at(bytes, 0), 0, timestamp -> timestamp > BASE))
                .isTrue();
        assertThat(search.offset()).isEqualTo(1);
        bytes.release();
    }

    /** A record as the test knows it. */
    private record Known(long offset, long timestamp) {}
}
