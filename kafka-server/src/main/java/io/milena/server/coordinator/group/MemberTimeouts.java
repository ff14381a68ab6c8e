package io.milena.server.coordinator.group;

/**
 * How long a group waits for a member.
 *
 * @param sessionMs without a sign of life, until it is taken for dead
 * @param rebalanceMs for it to join again when the group rebalances; requests that cannot tell it mean the session's
 */
public record MemberTimeouts(int sessionMs, int rebalanceMs) {

    static final int UNTOLD = -1;

    public MemberTimeouts {
        rebalanceMs = rebalanceMs < 0 ? sessionMs : rebalanceMs;
    }
}
