package io.milena.compat.storage;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.milena.common.Randomness;
import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.milena.common.time.Scheduler;
import io.milena.common.time.SystemTime;
import io.milena.record.BatchTerms;
import io.milena.record.RecordBatchBuilder;
import io.milena.record.RecordValidation;
import io.milena.record.compression.Codec;
import io.milena.record.compression.Compression;
import io.milena.record.compression.Compressor;
import io.milena.storage.AppendResult;
import io.milena.storage.AppendTerms;
import io.milena.storage.DirectoryOwner;
import io.milena.storage.Log;
import io.milena.storage.LogConfig;
import io.milena.storage.LogManager;
import io.milena.storage.LogManagerConfig;
import io.milena.storage.StorageServices;
import io.milena.storage.files.NioFileStore;
import io.milena.testkit.ReferenceTool;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The reference's dump tool goes through logs that we wrote, record by record and index entry by index entry. */
class DumpLogIT {

    private static final String TOOL = "kafka.tools.DumpLogSegments";
    private static final TopicPartition PARTITION = new TopicPartition("dumped", 0);
    private static final int BATCHES = 200;
    private static final long START_MS = 1_700_000_000_000L;

    @TempDir
    Path directory;

    private final Random random = new Random(5);

    @Test
    void nothingIsWrongWithAnyFile() throws IOException {
        write(Map.of("segment.bytes", "20000", "index.interval.bytes", "300"));

        ReferenceTool dump = ReferenceTool.run(
                TOOL, "--deep-iteration", "--print-data-log", "--files", files(".log", ".index", ".timeindex"));

        assertThat(dump.exitCode()).as(dump.printed()).isZero();
        assertThat(dump.printed())
                .doesNotContainIgnoringCase("mismatch")
                .doesNotContainIgnoringCase("non-consecutive")
                .doesNotContainIgnoringCase("out of order")
                .doesNotContain("Exception")
                .doesNotContain("isvalid: false")
                .contains("payload: value-" + (BATCHES - 1));
    }

    @Test
    void theIndexesAreSaneAndTheSnapshotsReadable() throws IOException {
        write(Map.of("segment.bytes", "20000", "index.interval.bytes", "300"));

        ReferenceTool indexes =
                ReferenceTool.run(TOOL, "--index-sanity-check", "--files", files(".index", ".timeindex"));
        ReferenceTool snapshots = ReferenceTool.run(TOOL, "--files", files(".snapshot"));

        assertThat(indexes.exitCode()).as(indexes.printed()).isZero();
        assertThat(indexes.printed()).contains("passed sanity check").doesNotContain("Exception");
        assertThat(snapshots.exitCode()).as(snapshots.printed()).isZero();
        assertThat(snapshots.printed()).contains("producerId: 77").doesNotContain("Exception");
    }

    private void write(Map<String, String> settings) {
        var services = new StorageServices(
                new NioFileStore(),
                new SystemTime(),
                new Chance(random),
                new Inline(),
                dir -> Runnable::run,
                Runnable::run,
                new MetricRegistry());
        var config = LogManagerConfig.from(Map.of("log.dirs", directory.toString()), 64 << 20);
        LogConfig topic = LogConfig.from(Map.of(), settings);
        LogManager manager = LogManager.open(
                config, services, new DirectoryOwner(1, "TRoVM4HrSCWm3UWZndUwJA"), name -> topic, (dir, all) -> {});
        Log log = manager.openOrCreate(PARTITION, Uuid.parse("54PX0yzYTn-hksA91RcH0Q"), topic);
        for (int i = 0; i < BATCHES; i++) {
            ByteBuf batch = batch(i);
            AppendResult result = log.appendAsLeader(
                    batch, new AppendTerms(i / 50, START_MS, AppendTerms.Origin.CLIENT, RecordValidation.FULL));
            batch.release();
            assertThat(result).isInstanceOf(AppendResult.Appended.class);
        }
        manager.close();
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

    private String files(String... kinds) throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve(PARTITION.toString()))) {
            return files.map(Path::toString)
                    .filter(name -> List.of(kinds).stream().anyMatch(name::endsWith))
                    .sorted()
                    .collect(Collectors.joining(","));
        }
    }

    /** Chance from a seed. */
    private record Chance(Random random) implements Randomness {

        @Override
        public long nextLong() {
            return random.nextLong();
        }

        @Override
        public int nextInt(int bound) {
            return random.nextInt(bound);
        }
    }

    /** Runs at once what is to be done now, and never what is to be done later. */
    private record Inline() implements Scheduler {

        @Override
        public void execute(Runnable task) {
            task.run();
        }

        @Override
        public Timer after(Duration delay, Runnable task) {
            return () -> {};
        }
    }
}
