package io.milena.server.coordinator.group;

import org.jspecify.annotations.Nullable;

/**
 * How a request names a member of a group.
 *
 * @param memberId the id that the coordinator gave to it; empty if it has none, or does not know it
 * @param instanceId the name that its user gave to it, if it is a static member (KIP-345)
 */
public record MemberRef(String memberId, @Nullable String instanceId) {

    /** No id is known. */
    public static final String UNKNOWN_ID = "";

    /** Nobody: a request from outside of any membership. */
    public static final MemberRef NOBODY = new MemberRef(UNKNOWN_ID, null);

    boolean isUnknown() {
        return memberId.isEmpty();
    }
}
