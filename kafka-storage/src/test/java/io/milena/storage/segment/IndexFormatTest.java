package io.milena.storage.segment;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.storage.files.NioFileStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Both index formats against files that the reference wrote: segment 7 with offsets 7 to 13. */
class IndexFormatTest {

    private static final byte[] OFFSETS =
            HexFormat.of().parseHex("00000002000001060000000400" + "00020d0000000600000315");
    private static final byte[] TIMES =
            HexFormat.of().parseHex("0000018bcfe58b28000000020000018bcfe592f8000000040000018bcfe59ac800000006");

    @TempDir
    Path directory;

    private final IndexBlockCache cache = new IndexBlockCache(1 << 20);
    private OffsetIndex offsets;
    private TimeIndex times;

    @BeforeEach
    void setUp() {
        var store = new NioFileStore();
        offsets = new OffsetIndex(
                new IndexFile(store, cache, directory.resolve("index"), OffsetIndex.SHAPE, () -> false), 7);
        times = new TimeIndex(
                new IndexFile(store, cache, directory.resolve("timeindex"), TimeIndex.SHAPE, () -> false), 7);
    }

    @Test
    void theOffsetIndexIsReadAsTheReferenceWroteIt() throws IOException {
        Files.write(directory.resolve("index"), OFFSETS);

        assertThat(offsets.entries()).isEqualTo(3);
        assertThat(offsets.positionBefore(8)).isZero();
        assertThat(offsets.positionBefore(9)).isEqualTo(262);
        assertThat(offsets.positionBefore(12)).isEqualTo(525);
        assertThat(offsets.positionBefore(99)).isEqualTo(789);
    }

    @Test
    void theIndexesAreWrittenAsTheReferenceWritesThem() throws IOException {
        offsets.file().keep(0);
        times.file().keep(0);

        offsets.add(9, 262);
        offsets.add(11, 525);
        offsets.add(13, 789);
        offsets.file().complete();
        offsets.file().endGrowth();
        times.addIfNewer(1700000009000L, 9);
        times.addIfNewer(1700000011000L, 11);
        times.addIfNewer(1700000011000L, 12);
        times.addIfNewer(1700000013000L, 13);
        times.file().complete();
        times.file().endGrowth();

        assertThat(Files.readAllBytes(directory.resolve("index"))).isEqualTo(OFFSETS);
        assertThat(Files.readAllBytes(directory.resolve("timeindex"))).isEqualTo(TIMES);
    }

    @Test
    void zerosThatTheReferenceReservedAreNoEntries() throws IOException {
        Files.write(directory.resolve("index"), Arrays.copyOf(OFFSETS, 10 << 20));
        Files.write(directory.resolve("timeindex"), Arrays.copyOf(TIMES, 10485756));

        assertThat(offsets.entries()).isEqualTo(3);
        assertThat(offsets.positionBefore(99)).isEqualTo(789);
        assertThat(times.entries()).isEqualTo(3);
        assertThat(times.last()).isEqualTo(new TimeIndex.Entry(1700000013000L, 13));
        assertThat(times.before(1700000011000L).offset()).isEqualTo(9);
    }

    @Test
    void aLongIndexSurvivesGrowthSealingAndTruncation() throws IOException {
        offsets.file().keep(0);
        for (int i = 1; i <= 2_000; i++) {
            offsets.add(7 + 10L * i, 100 * i);
            assertThat(offsets.positionBefore(7 + 10L * i)).isEqualTo(100 * i);
        }

        offsets.truncateTo(7 + 10L * 1_500);
        offsets.add(20_000, 150_000);
        offsets.file().complete();
        offsets.file().endGrowth();

        assertThat(offsets.entries()).isEqualTo(1_500);
        assertThat(Files.size(directory.resolve("index"))).isEqualTo(12_000);
        for (int i = 1; i < 1_500; i++) {
            assertThat(offsets.positionBefore(7 + 10L * i + 9)).isEqualTo(100 * i);
        }
        assertThat(offsets.positionBefore(Long.MAX_VALUE)).isEqualTo(150_000);
        assertThat(cache.sizeBytes()).isLessThanOrEqualTo(1 << 20);
    }
}
