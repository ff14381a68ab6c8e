package io.milena.server.coordinator.group;

import io.milena.common.Invariant;
import io.milena.common.errors.ErrorCode;
import io.milena.server.coordinator.group.StoredGroup.StoredMember;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One group: where it is in its life, who is in it, and what they agreed on.
 *
 * <pre>
 *                        a member joins                            time is over, or all
 *          +---------+  (wait for others)  +---------------------+  have joined again   +----------------------+
 *   -----> |  EMPTY  | ------------------> | PREPARING_REBALANCE | -------------------> | COMPLETING_REBALANCE |
 *          +---------+                     +---------------------+                      +----------------------+
 *            |    ^      nobody is left        |    ^    ^   a member joins or leaves, is silent,     |
 *            |    +----------------------------+    |    +-- or does not ask for its share in time ---+
 *            |                                      |                                                 |
 *            |           the same, the leader joins |                                                 |  the leader
 *            |           again, or the log refuses  |          +----------+                           |  brings the
 *            |           the assignment             +--------- |  STABLE  | <-------------------------+  assignment
 *            |                                                 +----------+
 *            |  deleted, or its offsets' time is over (and back, if the log refuses that)
 *            +----------------------------------------> DEAD
 * </pre>
 *
 * <p>With each generation EMPTY (nobody is left) and STABLE are written ({@link StoredGroup}); all else is forgotten
 * when the shard is loaded anew, where a group with members begins as STABLE. What the states mean for each request is
 * told by the classes that answer them. Confined to the shard's thread.
 */
final class ClassicGroup {

    private static final Logger log = LoggerFactory.getLogger(ClassicGroup.class);

    private static final Members NOBODY = new Members();

    private final String id;
    private final GroupFigures figures;
    private GroupState state;
    private long sinceMs;
    private int generation;
    private @Nullable String protocolType;
    private @Nullable String protocol;
    private @Nullable Member leader;
    private Members members = NOBODY;
    private @Nullable Set<String> invited;
    private @Nullable JoinPhase joinPhase;

    /** One that nobody knows yet. */
    ClassicGroup(String id, GroupFigures figures, long nowMs) {
        this.id = id;
        this.figures = figures;
        this.state = GroupState.EMPTY;
        this.sinceMs = nowMs;
        figures.groupCame(state);
    }

    /** One as it was written. */
    ClassicGroup(String id, GroupFigures figures, StoredGroup stored) {
        this.id = id;
        this.figures = figures;
        this.state = stored.members().isEmpty() ? GroupState.EMPTY : GroupState.STABLE;
        this.sinceMs = stored.sinceMs();
        this.generation = stored.generation();
        this.protocolType = stored.protocolType().isEmpty() ? null : stored.protocolType();
        this.protocol = stored.protocol();
        stored.members().forEach(this::restore);
        Member written = stored.leader() == null ? null : members.byId(stored.leader());
        this.leader = written == null ? firstMember() : written;
        figures.groupCame(state);
    }

    private void restore(StoredMember stored) {
        String name = protocol == null ? "" : protocol;
        var member = new Member(
                stored.member(),
                stored.client(),
                stored.timeouts(),
                List.of(new MemberProtocol(name, stored.subscription())));
        member.assigned(stored.assignment());
        roll().add(member);
    }

    String id() {
        return id;
    }

    GroupState state() {
        return state;
    }

    boolean is(GroupState other) {
        return state == other;
    }

    void moveTo(GroupState next, long nowMs) {
        Invariant.check(state.next().contains(next), "a group goes from " + state + " to " + next);
        if (state != GroupState.DEAD) {
            figures.groupWent(state);
        }
        state = next;
        sinceMs = nowMs;
        if (next != GroupState.DEAD) {
            figures.groupCame(next);
        }
        log.debug("group {} is {} in generation {}", id, next.label(), generation);
    }

    /** When it came to its state, wall clock; {@link StoredGroup#UNTOLD} if its record does not say. */
    long sinceMs() {
        return sinceMs;
    }

    int generation() {
        return generation;
    }

    /** Null if it never had a member. */
    @Nullable
    String protocolType() {
        return protocolType;
    }

    /** What the generation agreed on; null if nobody is in it. */
    @Nullable
    String protocol() {
        return protocol;
    }

    @Nullable
    Member leader() {
        return leader;
    }

    boolean isLedBy(Member member) {
        return leader == member;
    }

    Collection<Member> members() {
        return members.all();
    }

    int size() {
        return members.size();
    }

    boolean hasMembers() {
        return members.size() > 0;
    }

    @Nullable
    Member member(String memberId) {
        return members.byId(memberId);
    }

    @Nullable
    Member staticMember(String instanceId) {
        return members.byInstance(instanceId);
    }

    /** Whose request is this? {@link ErrorCode#NONE} if it is a member's. */
    ErrorCode check(MemberRef ref) {
        String instanceId = ref.instanceId();
        if (instanceId == null) {
            return members.byId(ref.memberId()) == null ? ErrorCode.UNKNOWN_MEMBER_ID : ErrorCode.NONE;
        }
        Member named = members.byInstance(instanceId);
        if (named == null) {
            return ErrorCode.UNKNOWN_MEMBER_ID;
        }
        return named.id().equals(ref.memberId()) ? ErrorCode.NONE : ErrorCode.FENCED_INSTANCE_ID;
    }

    /** As {@link #check}, and of this generation. */
    ErrorCode check(GenerationRef from) {
        ErrorCode error = check(from.member());
        if (error != ErrorCode.NONE) {
            return error;
        }
        return from.generation() == generation ? ErrorCode.NONE : ErrorCode.ILLEGAL_GENERATION;
    }

    /** Whether someone who offers this could work with all members. */
    boolean suits(String type, List<MemberProtocol> offered) {
        if (!hasMembers()) {
            return !type.isEmpty() && !offered.isEmpty();
        }
        return type.equals(protocolType) && members.suits(offered);
    }

    /** Takes in a member; the first one leads, and says what kind of group it is. */
    void add(Member member, String type) {
        if (!hasMembers()) {
            protocolType = type;
        }
        roll().add(member);
        leader = leader == null ? member : leader;
        welcome(member.id());
    }

    void remove(Member member) {
        members.remove(member);
        if (leader == member) {
            leader = firstMember();
        }
    }

    /** The same member under a new id: it takes over all that the old one had. */
    void replace(Member old, Member fresh) {
        fresh.assigned(old.assignment());
        fresh.owesSync(old.owesSync());
        members.remove(old);
        members.add(fresh);
        leader = leader == old ? fresh : leader;
    }

    @Nullable
    private Member firstMember() {
        return hasMembers() ? members.all().iterator().next() : null;
    }

    /** The members as they change with their requests, and the counts of them; not shared with other empty groups. */
    Members roll() {
        if (members == NOBODY) {
            members = new Members();
        }
        return members;
    }

    /** Who was told an id to join with, in the order of their asking, and has not joined. */
    Set<String> invited() {
        return invited == null ? Set.of() : invited;
    }

    void invite(String memberId) {
        invited = invited == null ? new LinkedHashSet<>() : invited;
        invited.add(memberId);
    }

    /** The id is no invited one's any more: who has it joined, or does not come. Returns whether it was. */
    boolean welcome(String memberId) {
        if (invited == null || !invited.remove(memberId)) {
            return false;
        }
        invited = invited.isEmpty() ? null : invited;
        return true;
    }

    /** The wait for members; null unless it prepares a rebalance. */
    @Nullable
    JoinPhase joinPhase() {
        return joinPhase;
    }

    void joinPhase(@Nullable JoinPhase phase) {
        joinPhase = phase;
    }

    /** Whether there is nobody left to wait for. */
    boolean haveAllJoined() {
        return members.joining() == members.size() && invited().isEmpty();
    }

    /** A leader that does not join again is replaced by one that does. Returns whether one does. */
    boolean electJoinedLeader() {
        if (leader != null && leader.joining() != null) {
            return true;
        }
        for (Member member : members.all()) {
            if (member.joining() != null) {
                leader = member;
                return true;
            }
        }
        return false;
    }

    /** Begins a generation with those who are in the group. */
    void nextGeneration(long nowMs) {
        generation = generation == Integer.MAX_VALUE ? 1 : generation + 1;
        joinPhase = null;
        if (hasMembers()) {
            protocol = members.agreed();
            moveTo(GroupState.COMPLETING_REBALANCE, nowMs);
        } else {
            protocol = null;
            leader = null;
            members = NOBODY;
            moveTo(GroupState.EMPTY, nowMs);
        }
    }

    /** What the members would agree on if they had to choose anew; null without any. */
    @Nullable
    String nextProtocol() {
        return hasMembers() ? members.agreed() : null;
    }

    /** What is written of it, with the assignments that its members have. */
    StoredGroup image() {
        List<StoredMember> stored = new ArrayList<>(members.size());
        for (Member member : members.all()) {
            stored.add(new StoredMember(
                    member.ref(), member.client(), member.timeouts(), member.metadata(protocol), member.assignment()));
        }
        String type = protocolType == null ? "" : protocolType;
        return new StoredGroup(type, generation, protocol, leader == null ? null : leader.id(), sinceMs, stored);
    }

    boolean isOfConsumers() {
        return Subscription.CONSUMER.equals(protocolType);
    }

    /** The topics that its members read; null if that cannot be told. */
    @Nullable
    Set<String> subscribedTopics() {
        if (!isOfConsumers() || hasMembers() && protocol == null) {
            return null;
        }
        Set<String> all = new LinkedHashSet<>();
        for (Member member : members.all()) {
            Set<String> topics = Subscription.topicsIn(member.metadata(protocol));
            if (topics == null) {
                return null;
            }
            all.addAll(topics);
        }
        return all;
    }
}
