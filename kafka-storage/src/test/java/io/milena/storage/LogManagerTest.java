package io.milena.storage;

import static io.milena.storage.Batches.append;
import static io.milena.storage.Batches.batch;
import static io.milena.storage.Batches.from;
import static io.milena.storage.Batches.readAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.milena.common.config.ConfigException;
import io.milena.metrics.ObjectNames;
import io.milena.storage.AppendResult.Appended;
import io.milena.storage.AppendResult.Duplicate;
import io.milena.storage.Batches.Rec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Directories: whose they are, what lies in them, and what happens at start, stop and crash. */
class LogManagerTest {

    private static final long T = LogHome.START_MS;

    @TempDir
    Path root;

    @Test
    void aFreshDirectoryHasTheFilesOfTheReference() throws IOException {
        var home = new LogHome(root.resolve("a"));

        LogManager manager = home.open();

        assertThat(names(root.resolve("a")))
                .containsExactly(
                        ".lock",
                        "cleaner-offset-checkpoint",
                        "log-start-offset-checkpoint",
                        "meta.properties",
                        "recovery-point-offset-checkpoint",
                        "replication-offset-checkpoint");
        manager.close();
        assertThat(root.resolve("a/.kafka_cleanshutdown")).hasContent("{\"version\":0,\"brokerEpoch\":-1}");
    }

    @Test
    void aLogDirectoryHasTheFilesOfTheReference() throws IOException {
        var home = new LogHome(root);
        LogManager manager = home.open();
        append(home.orders(manager), batch(T, "a"));
        manager.close();

        assertThat(names(home.ordersDirectory()))
                .containsExactly(
                        "00000000000000000000.index",
                        "00000000000000000000.log",
                        "00000000000000000000.timeindex",
                        "00000000000000000001.snapshot",
                        "leader-epoch-checkpoint",
                        "partition.metadata");
        assertThat(home.ordersDirectory().resolve("partition.metadata"))
                .hasContent("version: 0\ntopic_id: 54PX0yzYTn-hksA91RcH0Q");
        assertThat(root.resolve("recovery-point-offset-checkpoint")).hasContent("0\n1\norders 0 1\n");
    }

    @Test
    void everythingIsThereAfterAnOrderlyStop() throws IOException {
        var home = new LogHome(root).with("segment.bytes", 200);
        LogManager manager = home.open();
        Log log = home.orders(manager);
        for (int i = 0; i < 10; i++) {
            append(log, from(9, 0, i, "v" + i));
        }
        log.deleteRecordsBefore(3);
        manager.close();

        LogManager again = home.open();
        Log found = again.find(LogHome.ORDERS);

        assertThat(found.topicId()).isEqualTo(LogHome.ORDERS_ID);
        assertThat(found.offsets()).isEqualTo(new LogOffsets(3, 10, 10));
        assertThat(readAll(found, 3, 1 << 20))
                .extracting(Rec::value)
                .startsWith("v3")
                .hasSize(7);
        assertThat(append(found, from(9, 0, 9, "v9"))).isInstanceOf(Duplicate.class);
        assertThat(append(found, from(9, 0, 10, "v10"))).isInstanceOf(Appended.class);
        again.close();
    }

    @Test
    void aCrashLosesOnlyTheTornTail() throws IOException {
        var home = new LogHome(root).with("segment.bytes", 200).with("index.interval.bytes", 0);
        LogManager manager = home.open();
        Log log = home.orders(manager);
        for (int i = 0; i < 10; i++) {
            append(log, from(9, 0, i, "v" + i));
        }
        manager.letGo();
        Path last = home.ordersDirectory().resolve("00000000000000000008.log");
        byte[] bytes = Files.readAllBytes(last);
        Files.write(last, java.util.Arrays.copyOf(bytes, bytes.length - 1));
        Files.delete(home.ordersDirectory().resolve("00000000000000000004.index"));
        Files.writeString(home.ordersDirectory().resolve("leader-epoch-checkpoint"), "0\n1\n0");

        LogManager again = home.open();
        Log found = again.find(LogHome.ORDERS);

        assertThat(found.offsets().logEndOffset()).isEqualTo(9);
        assertThat(found.latestEpoch()).isZero();
        assertThat(readAll(found, 0, 1 << 20)).hasSize(9);
        assertThat(append(found, from(9, 0, 8, "v8"))).isInstanceOf(Duplicate.class);
        assertThat(append(found, from(9, 0, 9, "v9"))).isInstanceOf(Appended.class);
        again.close();
    }

    @Test
    void aLogThatIsSetAsideKeepsItsRecordsAndIsNobodys() throws IOException {
        var home = new LogHome(root);
        LogManager manager = home.open();
        append(home.orders(manager), from(9, 0, 0, "kept"));

        Path stray = manager.setAside(LogHome.ORDERS);

        assertThat(stray.getFileName().toString()).matches("orders-0\\.[0-9a-f]{32}-stray");
        assertThat(Files.size(stray.resolve("00000000000000000000.log"))).isPositive();
        assertThat(home.orders(manager).offsets().logEndOffset()).isZero();
        assertThatThrownBy(() -> manager.setAside(new TopicPartition("none", 0)))
                .isInstanceOf(StorageFailedException.class);
        manager.close();
        LogManager again = home.open();
        assertThat(again.logs()).hasSize(1);
        assertThat(stray).isDirectory();
        again.close();
    }

    @Test
    void aDirectoryOfAnotherBrokerOrClusterIsRefusedWithWhatToDo() {
        var home = new LogHome(root);
        home.open().close();

        assertThatThrownBy(() -> home.open(new DirectoryOwner(2, "TRoVM4HrSCWm3UWZndUwJA")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("broker.id=1 (expected: 2");
        assertThatThrownBy(() -> home.open(new DirectoryOwner(1, "other")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("zookeeper.connect");
    }

    @Test
    void aDirectoryInUseIsRefused() {
        var home = new LogHome(root);
        LogManager manager = home.open();

        assertThatThrownBy(home::open).isInstanceOf(ConfigException.class).hasMessageContaining("in use");

        manager.close();
    }

    @Test
    void newLogsGoWhereTheFewestAre() {
        var home = new LogHome(root.resolve("a"), root.resolve("b"));
        LogManager manager = home.open();

        for (int i = 0; i < 4; i++) {
            manager.openOrCreate(new TopicPartition("t", i), Uuid.ZERO, home.config());
        }

        assertThat(manager.logs().stream()
                        .filter(log -> manager.directoryOf(log).equals(root.resolve("a"))))
                .hasSize(2);
        manager.close();
    }

    @Test
    void aDeletedLogIsRenamedAtOnceAndGoneLater() throws IOException {
        var home = new LogHome(root).with("file.delete.delay.ms", 1_000);
        LogManager manager = home.open();
        manager.startBackgroundWork();
        append(home.orders(manager), batch(T, "a"));
        assertThat(home.registry.getNames()).anyMatch(name -> name.contains("orders"));

        manager.delete(LogHome.ORDERS);

        assertThat(manager.find(LogHome.ORDERS)).isNull();
        assertThat(names(root)).anyMatch(name -> name.matches("orders-0\\.[0-9a-f]{32}-delete"));
        home.time.advance(1_000);
        assertThat(names(root)).noneMatch(name -> name.startsWith("orders"));
        assertThat(home.registry.getNames()).noneMatch(name -> name.contains("orders"));
        manager.close();
    }

    @Test
    void highWatermarksAreKeptForPartitionsThatWereNotNamed() {
        var home = new LogHome(root);
        LogManager manager = home.open();
        var other = new TopicPartition("other", 3);
        home.orders(manager);
        manager.openOrCreate(other, Uuid.ZERO, home.config());
        manager.checkpointHighWatermarks(Map.of(LogHome.ORDERS, 5L, other, 7L));

        manager.checkpointHighWatermarks(Map.of(other, 8L));
        manager.close();

        LogManager again = home.open();
        assertThat(again.checkpointedHighWatermark(LogHome.ORDERS)).isEqualTo(OptionalLong.of(5));
        assertThat(again.checkpointedHighWatermark(other)).isEqualTo(OptionalLong.of(8));
        assertThat(again.checkpointedHighWatermark(new TopicPartition("none", 0)))
                .isEmpty();
        again.close();
    }

    @Test
    void retentionRunsOnItsSchedule() {
        var home = new LogHome(root).with("segment.bytes", 100).with("retention.ms", 1_000_000);
        LogManager manager = home.open();
        Log log = home.orders(manager);
        for (int i = 0; i < 5; i++) {
            append(log, batch(T + i * 300_000L, "v" + i));
        }
        log.highWatermark(5);
        manager.startBackgroundWork();

        home.time.advance(1_600_000);

        assertThat(log.offsets().logStartOffset()).isEqualTo(2);
        assertThat(log.segmentCount()).isEqualTo(3);
        manager.close();
    }

    /** Whoever appends meanwhile waits for one portion at most. */
    @Test
    void manySegmentsAreDeletedInPortions() {
        var disk = new GatedFileStore();
        var home = new LogHome(root).on(disk.files()).with("segment.bytes", 100).with("retention.ms", 1_000);
        LogManager manager = home.open();
        Log log = home.orders(manager);
        for (int i = 0; i < 250; i++) {
            append(log, batch(T, "v" + i));
        }
        log.highWatermark(250);
        Set<Integer> seen = new LinkedHashSet<>();
        disk.stall((call, file) -> {
            if (call.equals("rename") && file.toString().endsWith(".log")) {
                seen.add(log.segmentCount());
            }
            return false;
        });

        log.retain(T + 1_001);

        assertThat(seen).containsExactly(251, 151, 51);
        assertThat(log.segmentCount()).isEqualTo(1);
        manager.close();
    }

    @Test
    void theActiveSegmentIsRolledBeforeItIsDeleted() {
        var home = new LogHome(root).with("retention.ms", 1_000);
        LogManager manager = home.open();
        Log log = home.orders(manager);
        append(log, batch(T, "a"));
        log.highWatermark(1);

        log.retain(T + 1_001);

        assertThat(log.offsets()).isEqualTo(new LogOffsets(1, 1, 1));
        assertThat(log.segmentCount()).isEqualTo(1);
        assertThat(append(log, batch(T, "b")))
                .isInstanceOfSatisfying(
                        Appended.class, it -> assertThat(it.firstOffset()).isEqualTo(1));
        manager.close();
    }

    @Test
    void whereNoBytesAreToBeKeptTheActiveSegmentGoesToo() {
        var home = new LogHome(root).with("retention.bytes", 0).with("segment.bytes", 150);
        LogManager manager = home.open();
        Log log = home.orders(manager);
        for (int i = 0; i < 5; i++) {
            append(log, batch(T, "v" + i));
        }
        log.highWatermark(5);

        log.retain(T);

        assertThat(log.offsets()).isEqualTo(new LogOffsets(5, 5, 5));
        assertThat(log.segmentCount()).isEqualTo(1);
        assertThat(append(log, batch(T, "next")))
                .isInstanceOfSatisfying(
                        Appended.class, it -> assertThat(it.firstOffset()).isEqualTo(5));
        manager.close();
    }

    @Test
    void metricsShowTheLogFromTheEndOfTheStartOn() {
        var home = new LogHome(root);
        LogManager manager = home.open();
        append(home.orders(manager), batch(T, "a", "b"));
        assertThat(home.registry.getNames()).noneMatch(name -> name.contains("orders"));

        manager.startBackgroundWork();
        home.time.advance(0);

        assertThat(home.registry
                        .getGauges()
                        .get("kafka.log:type=Log,name=LogEndOffset,topic=orders,partition=0")
                        .getValue())
                .isEqualTo(2L);
        assertThat(home.registry.getNames())
                .contains(
                        "kafka.log:type=LogManager,name=OfflineLogDirectoryCount",
                        "kafka.log:type=HeavyAppends,name=Waiting,logDirectory="
                                + ObjectNames.sanitized(root.toString()),
                        "kafka.log:type=LogFlushStats,name=LogFlushRateAndTimeMs");
        manager.close();
    }

    private static java.util.List<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
