package io.milena.server.coordinator.group;

import io.milena.server.coordinator.state.Reply;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The members of one group, in the order in which they came, with the counts that spare looking at all of them: who
 * waits for the end of a rebalance, and who knows which protocol.
 *
 * <p>Confined to the shard's thread.
 */
final class Members {

    private final Map<String, Member> byId = new LinkedHashMap<>();
    private final Map<String, Member> byInstance = new LinkedHashMap<>();
    private final ProtocolSelection protocols = new ProtocolSelection();
    private int joining;

    int size() {
        return byId.size();
    }

    Collection<Member> all() {
        return Collections.unmodifiableCollection(byId.values());
    }

    @Nullable
    Member byId(String memberId) {
        return byId.get(memberId);
    }

    @Nullable
    Member byInstance(String instanceId) {
        return byInstance.get(instanceId);
    }

    void add(Member member) {
        byId.put(member.id(), member);
        String instanceId = member.ref().instanceId();
        if (instanceId != null) {
            byInstance.put(instanceId, member);
        }
        protocols.memberCame(member.protocols());
        joining += member.joining() == null ? 0 : 1;
    }

    void remove(Member member) {
        byId.remove(member.id());
        String instanceId = member.ref().instanceId();
        if (instanceId != null) {
            byInstance.remove(instanceId, member);
        }
        protocols.memberWent(member.protocols());
        joining -= member.joining() == null ? 0 : 1;
    }

    /** The member offers something else from now on. */
    void offered(Member member, MemberTimeouts timeouts, List<MemberProtocol> offered) {
        protocols.memberWent(member.protocols());
        member.offers(timeouts, offered);
        protocols.memberCame(offered);
    }

    /** The member waits for the next generation. Returns who waited in its name before. */
    @Nullable
    Reply<JoinAnswer> waits(Member member, Reply<JoinAnswer> reply) {
        Reply<JoinAnswer> before = stopsWaiting(member);
        member.joining(reply);
        joining++;
        return before;
    }

    /** The member waits no more. Returns who has to be answered in its name. */
    @Nullable
    Reply<JoinAnswer> stopsWaiting(Member member) {
        Reply<JoinAnswer> reply = member.joining();
        joining -= reply == null ? 0 : 1;
        member.joining(null);
        return reply;
    }

    /** How many wait for the next generation. */
    int joining() {
        return joining;
    }

    /** The longest time that one of them wants for joining again; 0 without any. */
    int rebalanceTimeoutMs() {
        int longest = 0;
        for (Member member : byId.values()) {
            longest = Math.max(longest, member.timeouts().rebalanceMs());
        }
        return longest;
    }

    /** Whether one of these protocols is known to all. */
    boolean suits(List<MemberProtocol> offered) {
        return protocols.suits(offered, size());
    }

    /** What all agree on; there must be one member at least. */
    String agreed() {
        return protocols.choose(byId.values());
    }
}
