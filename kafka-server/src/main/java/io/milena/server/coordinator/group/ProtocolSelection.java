package io.milena.server.coordinator.group;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which protocols the members of a group have in common, and which of them the group takes: each member votes for the
 * first on its list that all know, and the one with most votes wins; of equals the one voted for first.
 *
 * <p>Keeps how many members know each protocol, so that a newcomer is judged without looking at the others. Confined to
 * the shard's thread.
 */
final class ProtocolSelection {

    private final Map<String, Integer> supporters = new LinkedHashMap<>();

    void memberCame(List<MemberProtocol> protocols) {
        for (String name : namesOf(protocols)) {
            supporters.merge(name, 1, Integer::sum);
        }
    }

    void memberWent(List<MemberProtocol> protocols) {
        for (String name : namesOf(protocols)) {
            supporters.computeIfPresent(name, (same, count) -> count == 1 ? null : count - 1);
        }
    }

    private static Set<String> namesOf(List<MemberProtocol> protocols) {
        Set<String> names = new LinkedHashSet<>();
        for (MemberProtocol protocol : protocols) {
            names.add(protocol.name());
        }
        return names;
    }

    /** Whether one of these is known to all {@code members}. */
    boolean suits(List<MemberProtocol> protocols, int members) {
        for (MemberProtocol protocol : protocols) {
            if (isCommon(protocol.name(), members)) {
                return true;
            }
        }
        return false;
    }

    private boolean isCommon(String name, int members) {
        return supporters.getOrDefault(name, 0) == members;
    }

    /** What these members, all there are and at least one, agree on. */
    String choose(Collection<Member> members) {
        List<String> common = supporters.entrySet().stream()
                .filter(entry -> entry.getValue() == members.size())
                .map(Map.Entry::getKey)
                .toList();
        return common.size() == 1 ? common.get(0) : vote(members);
    }

    private String vote(Collection<Member> members) {
        Map<String, Integer> votes = new LinkedHashMap<>();
        for (Member member : members) {
            votes.merge(favourite(member, members.size()), 1, Integer::sum);
        }
        String winner = "";
        int most = 0;
        for (Map.Entry<String, Integer> entry : votes.entrySet()) {
            if (entry.getValue() > most) {
                winner = entry.getKey();
                most = entry.getValue();
            }
        }
        return winner;
    }

    private String favourite(Member member, int members) {
        for (MemberProtocol protocol : member.protocols()) {
            if (isCommon(protocol.name(), members)) {
                return protocol.name();
            }
        }
        throw new IllegalStateException("member " + member.id() + " has no protocol in common with its group");
    }
}
