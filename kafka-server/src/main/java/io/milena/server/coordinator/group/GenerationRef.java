package io.milena.server.coordinator.group;

import org.jspecify.annotations.Nullable;

/**
 * A member in a generation of its group, as requests name it.
 *
 * @param generation {@link #NONE} if the request comes from outside of any membership
 * @param member who; unknown if it comes from outside
 */
public record GenerationRef(int generation, MemberRef member) {

    /** No generation. */
    public static final int NONE = -1;

    /** Outside of any membership: tools, and consumers that assign partitions by hand. */
    public static final GenerationRef OUTSIDE = new GenerationRef(NONE, MemberRef.NOBODY);

    public static GenerationRef of(int generation, String memberId, @Nullable String instanceId) {
        return new GenerationRef(generation, new MemberRef(memberId, instanceId));
    }
}
