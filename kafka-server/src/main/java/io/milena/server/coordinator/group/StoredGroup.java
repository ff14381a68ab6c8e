package io.milena.server.coordinator.group;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A generation of a group, as it is kept.
 *
 * @param protocol null if it has no members
 * @param leader member id; null if it has no members
 * @param sinceMs when it came to be so, wall clock; {@link #UNTOLD} in records of old
 */
public record StoredGroup(
        String protocolType,
        int generation,
        @Nullable String protocol,
        @Nullable String leader,
        long sinceMs,
        List<StoredMember> members) {

    public static final long UNTOLD = -1L;

    public StoredGroup {
        members = List.copyOf(members);
    }

    /**
     * A member in its generation.
     *
     * @param subscription its metadata of the chosen protocol
     * @param assignment its share of the work
     */
    public record StoredMember(
            MemberRef member, ClientRef client, MemberTimeouts timeouts, byte[] subscription, byte[] assignment) {}
}
