package io.milena.server.coordinator.group;

import io.milena.common.errors.ErrorCode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Answers {@link JoinAsk}.
 *
 * @param memberId the member's id; empty if it has none
 * @param generation the group's generation, {@link GenerationRef#NONE} if there is an error
 * @param protocolType null if there is an error
 * @param protocol what the group agreed on; null if there is an error
 * @param leader member id of the leader; empty if there is an error
 * @param assignment whether the leader has to make one
 * @param members all members, for the leader; empty for all others. Nobody changes them
 */
public record JoinAnswer(
        ErrorCode error,
        String memberId,
        int generation,
        @Nullable String protocolType,
        @Nullable String protocol,
        String leader,
        Assignment assignment,
        List<JoinedMember> members) {

    private static final String NO_LEADER = "";

    /** What becomes of the assignment when the leader has joined. */
    public enum Assignment {
        WANTED,
        /** It stands as it is ({@code skipAssignment}, v9). */
        SKIPPED
    }

    /**
     * A member as the leader sees it.
     *
     * @param metadata its metadata of the chosen protocol
     */
    public record JoinedMember(MemberRef member, byte[] metadata) {}

    /** No member of any generation. */
    public static JoinAnswer refused(ErrorCode error, String memberId) {
        return new JoinAnswer(error, memberId, GenerationRef.NONE, null, null, NO_LEADER, Assignment.WANTED, List.of());
    }
}
