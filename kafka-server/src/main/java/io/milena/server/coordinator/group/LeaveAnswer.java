package io.milena.server.coordinator.group;

import io.milena.common.errors.ErrorCode;
import java.util.List;

/**
 * Answers {@link LeaveAsk}.
 *
 * @param error of the whole request
 * @param members what became of each, in the order of the ask; empty if the whole request failed. An answer before v3,
 *     which has no place for members, carries the error of the only one
 */
public record LeaveAnswer(ErrorCode error, List<Departure> members) {

    public LeaveAnswer {
        members = List.copyOf(members);
    }

    /** What became of one member. */
    public record Departure(MemberRef member, ErrorCode error) {}

    public static LeaveAnswer refused(ErrorCode error) {
        return new LeaveAnswer(error, List.of());
    }
}
