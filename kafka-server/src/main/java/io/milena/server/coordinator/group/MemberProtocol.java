package io.milena.server.coordinator.group;

import java.util.Arrays;
import java.util.List;

/**
 * One of the protocols by which a member could be given its work, such as an assignor.
 *
 * @param name its name, by which the group agrees on one
 * @param metadata what the leader needs to know of the member if this one is chosen; nobody changes it
 */
public record MemberProtocol(String name, byte[] metadata) {

    /** Whether both lists offer the same, byte for byte, in the same order. */
    static boolean areSame(List<MemberProtocol> some, List<MemberProtocol> others) {
        if (some.size() != others.size()) {
            return false;
        }
        for (int i = 0; i < some.size(); i++) {
            if (!some.get(i).isSameAs(others.get(i))) {
                return false;
            }
        }
        return true;
    }

    private boolean isSameAs(MemberProtocol other) {
        return name.equals(other.name) && Arrays.equals(metadata, other.metadata);
    }
}
