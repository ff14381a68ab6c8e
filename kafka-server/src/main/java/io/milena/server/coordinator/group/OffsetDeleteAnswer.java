package io.milena.server.coordinator.group;

import io.milena.common.errors.ErrorCode;
import java.util.List;

/**
 * Answers {@link OffsetDeleteAsk}.
 *
 * @param error of the whole request
 * @param errors what became of each partition, in the order of the ask; empty if the whole request failed
 */
public record OffsetDeleteAnswer(ErrorCode error, List<ErrorCode> errors) {

    public static OffsetDeleteAnswer refused(ErrorCode error) {
        return new OffsetDeleteAnswer(error, List.of());
    }
}
