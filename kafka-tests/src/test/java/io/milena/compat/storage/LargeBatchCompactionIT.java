package io.milena.compat.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.record.BatchTerms;
import io.milena.record.RecordBatchBuilder;
import io.milena.record.compression.Codec;
import io.milena.record.compression.Compression;
import io.milena.record.compression.Compressor;
import io.milena.testkit.BrokerProcess;
import io.milena.testkit.WireClient;
import io.milena.testkit.WireTopic;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A broker with 256 MiB compacts batches of 100 MiB, of which the network and the disk see a few kibibytes. */
class LargeBatchCompactionIT {

    private static final int RECORDS = 100;
    private static final int VALUE_BYTES = 1 << 20;
    private static final int BATCHES = 4;
    private static final long TIMESTAMP_MS = 1_700_000_000_000L;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final Map<String, String> COMPACTED =
            Map.of("cleanup.policy", "compact", "segment.bytes", "14000", "min.cleanable.dirty.ratio", "0.01");

    @TempDir
    Path folder;

    private static byte[] batch() {
        var allocator = UnpooledByteBufAllocator.DEFAULT;
        try (var builder =
                        new RecordBatchBuilder(allocator, Compression.of(Codec.ZSTD), BatchTerms.PLAIN, VALUE_BYTES);
                var compressor = new Compressor(allocator)) {
            var value = new byte[VALUE_BYTES];
            for (int i = 0; i < RECORDS; i++) {
                builder.append(TIMESTAMP_MS, new byte[] {(byte) i}, value, List.of());
            }
            ByteBuf sealed = builder.seal(compressor);
            try {
                return ByteBufUtil.getBytes(sealed);
            } finally {
                sealed.release();
            }
        }
    }

    @Test
    @Tag("heavy")
    void itIsDoneWithoutWantOfMemory() {
        Assumptions.assumeFalse(BrokerProcess.REFERENCE, "the reference has no such bounds");
        byte[] batch = batch();
        var settings = Map.of("log.cleaner.backoff.ms", "200", "log.cleaner.dedupe.buffer.size", "4194304");
        try (var broker = BrokerProcess.start(folder, settings);
                var client = WireClient.connect(broker.address(), (int) PATIENCE.toMillis())) {
            WireTopic topic = WireTopic.create(client, "large", COMPACTED);
            for (int i = 0; i < BATCHES; i++) {
                assertThat(topic.produceBytes(batch).errorCode()).isZero();
            }

            Awaitility.await().atMost(PATIENCE).until(() -> broker.printed().contains("is compacted up to offset"));

            assertThat(broker.printed()).doesNotContain("OutOfMemory", "OutOfDirectMemory", "ended early");
        }
    }
}
