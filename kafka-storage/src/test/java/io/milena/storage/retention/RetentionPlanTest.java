package io.milena.storage.retention;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.storage.CleanerConfig;
import io.milena.storage.LogConfig;
import io.milena.storage.RetentionConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which segments go: by time, by size, by log start, and why some stay. */
class RetentionPlanTest {

    private static final long NOW = 1_000_000;
    private static final RetentionPlan.Bounds ALL_COMMITTED = new RetentionPlan.Bounds(0, 1_000);
    private static final CleanerConfig DELETE = LogConfig.defaults().cleaner();
    private static final CleanerConfig COMPACT =
            LogConfig.from(Map.of(), Map.of("cleanup.policy", "compact")).cleaner();

    @Test
    void oldSegmentsGoUpToTheFirstThatIsYoung() {
        RetentionPlan plan = plan(ages(500, 300, 50, 400), new RetentionConfig(200, -1, 0), ALL_COMMITTED, DELETE);

        assertThat(plan).isEqualTo(new RetentionPlan(2, false));
    }

    @Test
    void allMayGoByTime() {
        assertThat(plan(ages(500, 300), new RetentionConfig(200, -1, 0), ALL_COMMITTED, DELETE)
                        .deleteCount())
                .isEqualTo(2);
    }

    /** As 3.9.2 does: only where nothing is to be kept the newest segment goes too. */
    @ParameterizedTest
    @CsvSource({"400, 0", "399, 0", "300, 1", "250, 1", "100, 3", "1, 3", "0, 4"})
    void sizeTakesOnlyWholeExcessSegments(long retentionBytes, int deleted) {
        RetentionPlan plan = plan(ages(0, 0, 0, 0), new RetentionConfig(-1, retentionBytes, 0), ALL_COMMITTED, DELETE);

        assertThat(plan.deleteCount()).isEqualTo(deleted);
    }

    @Test
    void nothingBehindTheHighWatermarkGoes() {
        var bounds = new RetentionPlan.Bounds(0, 15);

        assertThat(plan(ages(500, 500, 500), new RetentionConfig(200, -1, 0), bounds, DELETE)
                        .deleteCount())
                .isEqualTo(1);
    }

    @Test
    void whatLiesBeforeTheLogStartGoesWhateverThePolicy() {
        var bounds = new RetentionPlan.Bounds(20, 1_000);

        assertThat(plan(ages(0, 0, 0), new RetentionConfig(-1, -1, 0), bounds, COMPACT)
                        .deleteCount())
                .isEqualTo(2);
    }

    @Test
    void aTimestampInTheFutureHoldsAndIsTold() {
        RetentionPlan plan = plan(ages(-5_000, 500), new RetentionConfig(200, -1, 0), ALL_COMMITTED, DELETE);

        assertThat(plan).isEqualTo(new RetentionPlan(0, true));
    }

    private static RetentionPlan plan(
            List<SegmentFacts> segments,
            RetentionConfig retention,
            RetentionPlan.Bounds bounds,
            CleanerConfig cleaner) {
        return RetentionPlan.of(segments, bounds, retention, cleaner, NOW);
    }

    /** Segments of ten offsets and a hundred bytes, by the age of their newest record. */
    private static List<SegmentFacts> ages(long... agesMs) {
        List<SegmentFacts> segments = new ArrayList<>();
        for (int i = 0; i < agesMs.length; i++) {
            segments.add(new SegmentFacts(i * 10L, i * 10L + 10, 100, NOW - agesMs[i]));
        }
        return segments;
    }
}
