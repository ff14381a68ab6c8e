package io.milena.compat.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.record.BatchTerms;
import io.milena.record.RecordBatchBuilder;
import io.milena.record.RecordValidation;
import io.milena.record.compression.Codec;
import io.milena.record.compression.Compression;
import io.milena.record.compression.Compressor;
import io.milena.storage.AppendResult;
import io.milena.storage.AppendTerms;
import io.milena.storage.Log;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The reference's dump tool goes through logs that we wrote, record by record and index entry by index entry. */
class DumpLogIT {

    private static final String TOPIC = "dumped";
    private static final int BATCHES = 200;
    private static final long START_MS = 1_700_000_000_000L;
    private static final Map<String, String> SETTINGS = Map.of("segment.bytes", "20000", "index.interval.bytes", "300");

    @TempDir
    Path directory;

    private final Random random = new Random(5);

    @Test
    void nothingIsWrongWithAnyFile() {
        write();

        String printed = DumpedLog.checked(List.of(directory.resolve(TOPIC + "-0")));

        assertThat(printed)
                .contains("payload: value-" + (BATCHES - 1))
                .contains("passed sanity check")
                .contains("producerId: 77");
    }

    private void write() {
        try (var engine = StorageEngine.open(directory.toString(), "TRoVM4HrSCWm3UWZndUwJA", SETTINGS)) {
            Log log = engine.create(TOPIC, SETTINGS);
            for (int i = 0; i < BATCHES; i++) {
                ByteBuf batch = batch(i);
                AppendResult result = log.appendAsLeader(
                        batch, new AppendTerms(i / 50, START_MS, AppendTerms.Origin.CLIENT, RecordValidation.FULL));
                batch.release();
                assertThat(result).isInstanceOf(AppendResult.Appended.class);
            }
        }
    }

    private ByteBuf batch(int index) {
        var allocator = UnpooledByteBufAllocator.DEFAULT;
        Codec codec = Codec.values()[index % Codec.values().length];
        BatchTerms terms = BatchTerms.PLAIN.withProducer(77, (short) 0, index * 3);
        try (var builder = new RecordBatchBuilder(allocator, Compression.of(codec), terms, 512);
                var compressor = new Compressor(allocator)) {
            for (int i = 0; i < 3; i++) {
                String value = "value-" + index + "x".repeat(random.nextInt(300));
                builder.append(
                        START_MS + index * 10L + random.nextInt(30),
                        null,
                        value.getBytes(StandardCharsets.UTF_8),
                        List.of());
            }
            return builder.seal(compressor);
        }
    }
}
