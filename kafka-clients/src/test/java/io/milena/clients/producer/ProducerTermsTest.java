package io.milena.clients.producer;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.serialization.StringSerializer;
import io.milena.record.compression.Codec;
import io.milena.record.compression.Compression;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What settings that hang together come to. */
class ProducerTermsTest {

    private static ProducerTerms terms(Map<String, Object> settings) {
        Map<String, Object> all = new HashMap<>(settings);
        all.put("key.serializer", StringSerializer.class);
        all.put("value.serializer", StringSerializer.class);
        return ProducerTerms.from(ProducerSettings.TABLE.read(all));
    }

    private static Compression compression(Map<String, Object> settings) {
        return terms(settings).batches().compression();
    }

    @ParameterizedTest
    @CsvSource({"gzip, GZIP, 9", "lz4, LZ4, 17", "zstd, ZSTD, 19"})
    void eachCodecHasItsOwnLevel(String name, Codec codec, int level) {
        Map<String, Object> settings = Map.of(
                "compression.type", name,
                "compression.gzip.level", 9,
                "compression.lz4.level", 17,
                "compression.zstd.level", 19);

        assertThat(compression(settings)).isEqualTo(new Compression(codec, level));
    }

    @ParameterizedTest
    @CsvSource({"none, NONE", "gzip, GZIP", "snappy, SNAPPY", "lz4, LZ4", "zstd, ZSTD"})
    void withoutALevelTheCodecsOwnIsTaken(String name, Codec codec) {
        assertThat(compression(Map.of("compression.type", name))).isEqualTo(Compression.of(codec));
    }

    @Test
    void idempotenceThatNobodyAskedForGivesWay() {
        assertThat(terms(Map.of("acks", "1")).sending().isIdempotent()).isFalse();
        assertThat(terms(Map.of()).sending().isIdempotent()).isTrue();
    }
}
