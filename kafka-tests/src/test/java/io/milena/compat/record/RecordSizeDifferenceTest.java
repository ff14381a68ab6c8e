package io.milena.compat.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.header.Header;
import io.milena.common.header.internals.RecordHeader;
import io.milena.record.RecordBatchFormat;
import io.milena.record.RecordEncoder;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A record is too large for {@code max.request.size} when the reference says so, to the byte. */
class RecordSizeDifferenceTest {

    private static final long SEED = 20_261_130L;

    @Test
    void recordsAreReckonedAsLargeAsTheReferenceReckonsThem() {
        var random = new SplittableRandom(SEED);
        for (int i = 0; i < 50; i++) {
            for (Sample sample : Sample.random(random, 0, true)) {
                Header[] headers = sample.headers().stream()
                        .map(header -> new RecordHeader(header.key(), header.value()))
                        .toArray(Header[]::new);

                long bytes = RecordEncoder.mostBytes(sample.key(), sample.value(), headers);

                assertThat(RecordBatchFormat.HEADER_BYTES + bytes)
                        .as("seed %d: %s", SEED, sample)
                        .isEqualTo(ReferenceRecords.mostBytes(sample));
            }
        }
    }

    @Test
    void noHeadersTakeTheirCount() {
        byte[] value = new byte[100_000];

        assertThat(RecordEncoder.mostBytes(null, value, null))
                .isEqualTo(RecordEncoder.mostBytes(null, value, new Header[0]));
    }
}
