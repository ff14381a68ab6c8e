package io.milena.storage;

import static io.milena.record.RecordBatchFormat.ATTRIBUTES_AT;
import static io.milena.record.RecordBatchFormat.HEADER_BYTES;
import static io.milena.record.RecordBatchFormat.MAGIC_AT;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.record.RecordValidation;
import io.milena.record.compression.Codec;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which batches an event loop leaves to others: by size, kind, and what the topic wants. */
class HeavyBatchesTest {

    /** Magic, codec, bytes, validation, compression.type, cleanup.policy, and whether that is heavy. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "2 NONE 1000000 FULL producer delete false",
                "2 LZ4 131072 FULL producer delete false",
                "2 LZ4 131073 FULL producer delete true",
                "2 LZ4 131073 HEADER producer delete false",
                "2 LZ4 131073 HEADER producer compact true",
                "2 NONE 16384 FULL gzip delete false",
                "2 NONE 16385 HEADER gzip delete true",
                "2 GZIP 16385 FULL gzip delete false",
                "1 NONE 16384 FULL producer delete false",
                "0 NONE 16385 FULL producer delete true",
                "1 NONE 16385 HEADER producer delete true",
                "2 NONE 5 FULL gzip delete false"
            })
    void sizeAndKindDecide(String row) {
        String[] words = row.split(" ");
        int sizeBytes = Integer.parseInt(words[2]);
        ByteBuf records = Unpooled.buffer(sizeBytes + HEADER_BYTES).writeZero(sizeBytes);
        records.setByte(MAGIC_AT, Byte.parseByte(words[0]));
        records.setShort(ATTRIBUTES_AT, Codec.valueOf(words[1]).id());
        LogConfig config = LogConfig.from(Map.of(), Map.of("compression.type", words[4], "cleanup.policy", words[5]));

        boolean isHeavy = HeavyBatches.isHeavy(records, RecordValidation.valueOf(words[3]), config);

        assertThat(isHeavy).isEqualTo(Boolean.parseBoolean(words[6]));
    }
}
