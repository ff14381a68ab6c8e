package io.milena.storage.cleaner;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.storage.cleaner.SegmentGroups.Source;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which segments become one. */
class SegmentGroupsTest {

    @Test
    void neighboursMergeUpToTheBytesOfASegment() {
        List<Source> sources = List.of(new Source(0, 10, 40, 8), new Source(10, 20, 60, 8), new Source(20, 30, 1, 8));

        assertThat(SegmentGroups.sizes(sources, 100, 1_000)).containsExactly(2, 1);
    }

    @Test
    void neighboursMergeUpToTheBytesOfAnIndex() {
        List<Source> sources = List.of(new Source(0, 10, 1, 8), new Source(10, 20, 1, 8), new Source(20, 30, 1, 8));

        assertThat(SegmentGroups.sizes(sources, 100, 16)).containsExactly(2, 1);
    }

    @Test
    void offsetsStayWithinThirtyTwoBits() {
        long far = (long) Integer.MAX_VALUE + 2;
        List<Source> sources =
                List.of(new Source(1, 5, 1, 0), new Source(5, far, 1, 0), new Source(far, far + 1, 1, 0));

        assertThat(SegmentGroups.sizes(sources, 100, 16)).containsExactly(2, 1);
    }

    @Test
    void aSegmentLargerThanTheLimitStaysAlone() {
        assertThat(SegmentGroups.sizes(List.of(new Source(0, 10, 500, 80), new Source(10, 20, 500, 80)), 100, 16))
                .containsExactly(1, 1);
    }
}
