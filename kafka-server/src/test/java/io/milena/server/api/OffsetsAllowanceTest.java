package io.milena.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.server.coordinator.group.OffsetsAnswer;
import io.milena.server.coordinator.group.OffsetsAnswer.FetchedOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What an answer to OffsetFetch may hold. */
class OffsetsAllowanceTest {

    private static OffsetsAnswer answer(int metadataLength) {
        var line = new FetchedOffset(new TopicPartition("t", 0), 5, 0, "m".repeat(metadataLength), ErrorCode.NONE);
        return new OffsetsAnswer(ErrorCode.NONE, List.of(line));
    }

    @Test
    void onlyWhatFitsIsTold() {
        var allowance = new OffsetsAllowance(1_000);

        assertThat(allowance.take(answer(600))).isEqualTo(answer(600));
        assertThat(allowance.take(answer(600))).isEqualTo(OffsetsAnswer.refused(ErrorCode.MESSAGE_TOO_LARGE));
        assertThat(allowance.take(answer(200))).isEqualTo(answer(200));
    }

    @Test
    void aRefusalNeedsNoRoom() {
        var refused = OffsetsAnswer.refused(ErrorCode.NOT_COORDINATOR);

        assertThat(new OffsetsAllowance(0).take(refused)).isEqualTo(refused);
    }
}
